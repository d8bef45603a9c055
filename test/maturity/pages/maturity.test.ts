import { testOperator, type TestOperator } from '../../pages/console/operators';
import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';
import { testHolidays, testMaturity } from '../../support/maturity';
import { testOmiseAccount } from '../../support/provider-accounts';
import { testPaidPayment } from '../../support/refunds';

let dashboard: Dashboard;
let owner: Member;
let admin: TestOperator;
beforeAll(async () => {
  dashboard = await startDashboard();
});
beforeEach(async () => {
  owner = await dashboard.addMember('owner', await dashboard.openMerchant('Shop'));
  admin = await testOperator(dashboard, 'admin');
});

const path = () => `/console/merchants/${owner.merchant.id}/maturity`;
const rulesOf = async (merchantId = owner.merchant.id) =>
  dashboard.deps.db('maturity_rules').where('merchant_id', merchantId).orderBy('number');
const wordsOf = (text: string) => text.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

describe('the maturity of a merchant in the console', () => {
  it('is none by default, and the last rule that was set', async () => {
    const before = await dashboard.get(path(), { as: admin });
    expect(wordsOf(before.text)).toContain('default 0: at once –');
    await dashboard.post(path(), { accountId: 'default', days: '2' }, { as: admin });
    await dashboard.post(path(), { accountId: 'default', days: '3' }, { as: admin });
    expect(await rulesOf()).toMatchObject([
      { number: 1, days: 2 },
      { number: 2, days: 3 },
    ]);
    expect(wordsOf((await dashboard.get(path(), { as: admin })).text)).toContain('default 3 20');
  });

  it.each(['-1', '31', 'soon', ''])('refuses %j bank days', async (days) => {
    const { status } = await dashboard.post(path(), { accountId: 'default', days }, { as: admin });
    expect(status).toBe(400);
    expect(await rulesOf()).toEqual([]);
  });

  it("is of no merchant's own provider account, whose money never comes to us", async () => {
    const { id: accountId } = await testOmiseAccount(dashboard.deps, owner.merchant.id);
    const { status } = await dashboard.post(path(), { accountId, days: '2' }, { as: admin });
    expect(status).toBe(404);
    expect(await rulesOf()).toEqual([]);
  });
});

describe('the bank holidays in the console', () => {
  it('replace those of their year, and are refused for two years', async () => {
    const post = (days: string) =>
      dashboard.post('/console/bank-holidays', { days }, { as: admin });
    await post('2098-01-01, 2098-04-13');
    await post('2099-01-01');
    await post('2098-01-01 2098-12-31');
    expect((await post('2098-01-01 2099-01-01')).status).toBe(400);
    const { text } = await dashboard.get('/console/bank-holidays', { as: admin });
    expect(wordsOf(text)).toContain('2098 2098-01-01 2098-12-31 2099 2099-01-01');
    await dashboard.deps.db('bank_holidays').delete();
  });
});

describe('pending money on the dashboard', () => {
  it('is shown with the days on which it becomes available', async () => {
    await testHolidays(dashboard.deps);
    await testMaturity(dashboard.deps, owner.merchant, 2);
    await testPaidPayment(dashboard.deps, owner.merchant);
    const home = wordsOf((await dashboard.get('/dashboard', { as: owner })).text);
    expect(home).toContain('Pending ฿100.00');
    const { text } = await dashboard.get('/dashboard/balance', { as: owner });
    expect(wordsOf(text)).toMatch(/Becomes available .* \d{4}-\d\d-\d\d ฿100\.00/);
    expect(wordsOf(text)).toContain('฿100.00 pending');
    const csv = await dashboard.get('/dashboard/balance.csv', { as: owner });
    const [heading = '', ...lines] = csv.text.trim().split('\r\n');
    const columns = heading.split(',');
    const last = lines.at(-1)?.split(',') ?? [];
    expect(last[columns.indexOf('pending_after')]).toBe('100.00');
    expect(last[columns.indexOf('available_after')]).toBe('0.00');
  });
});

it('with OPERATOR_APPROVALS a second operator approves a rule and a list', async () => {
  const live = await startDashboard({ OPERATOR_APPROVALS: 'on' });
  const first = await testOperator(live, 'admin');
  const second = await testOperator(live, 'approver');
  const propose = async (at: string, fields: Record<string, string>, act: string) => {
    const proposed = await live.post(at, fields, { as: first });
    expect(proposed.headers.get('location')).toContain('done=approval_requested');
    const [id] = await live.deps.db('approvals').where({ act }).pluck('id');
    return async (as: TestOperator) =>
      (await live.post(`/console/approvals/${id}/approve`, {}, { as })).status;
  };
  const rule = { accountId: 'default', days: '2' };
  const at = `/console/merchants/${live.merchant.id}/maturity`;
  const approveRule = await propose(at, rule, 'maturity');
  expect(await approveRule(first)).toBeGreaterThanOrEqual(400);
  expect(await live.deps.db('maturity_rules').select()).toEqual([]);
  expect(await approveRule(second)).toBe(303);
  expect(await live.deps.db('maturity_rules').pluck('days')).toEqual([2]);
  const list = { days: '2099-01-01' };
  const approveList = await propose('/console/bank-holidays', list, 'bank_holidays');
  expect(await live.deps.db('bank_holidays').select()).toEqual([]);
  expect(await approveList(second)).toBe(303);
  expect(await live.deps.db('bank_holidays').select()).toHaveLength(1);
});
