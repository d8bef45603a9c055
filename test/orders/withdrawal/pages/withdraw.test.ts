import { findBusiness } from '../../../../src/business/find-business';
import { changeAccount } from '../../../../src/business/bank-account';
import { setApprovalRules } from '../../../../src/kernel/approvals/store/approval-rules';
import { noApprovalRules } from '../../../../src/kernel/approvals/rules/approval';
import { findViolations } from '../../../../src/reports/store/invariants';
import { commandAudit } from '../../../support/gateway';
import { testPayoutAccount } from '../../../support/business';
import { startDashboard, type Dashboard, type Member } from '../../../pages/dashboard/dashboard';

const PATH = '/dashboard/withdrawals/new';

let dashboard: Dashboard;
let owner: Member;
beforeAll(async () => {
  dashboard = await startDashboard({}, { openingSatang: 100_000 });
  owner = await dashboard.addMember('owner');
});
afterEach(async () => {
  await setApprovalRules(
    dashboard.deps.db,
    dashboard.deps.vault,
    owner.merchant.id,
    noApprovalRules,
  );
  expect(await findViolations(dashboard.deps.db)).toEqual([]);
});

const review = (amount: string) => dashboard.post(`${PATH}/review`, { amount }, { as: owner });
const press = (draft: string, as = owner) => dashboard.post(PATH, { draft }, { as });
const draftIn = (text: string): string => /name="draft" value="([^"]+)"/.exec(text)?.[1] ?? '';

async function reviewed(amount: string): Promise<string> {
  const { status, text } = await review(amount);
  expect([amount, status]).toEqual([amount, 200]);
  return draftIn(text);
}

const withdrawals = () =>
  dashboard.deps
    .db('orders')
    .where({ kind: 'withdrawal', merchant_id: owner.merchant.id })
    .orderBy('created_at')
    .select('id', 'amount_satang');
const balance = () =>
  dashboard.deps
    .db('balances')
    .where('merchant_id', owner.merchant.id)
    .first('available_satang', 'held_satang');

const setAccount = async (accountNumber: string) => {
  const { deps } = dashboard;
  const { id: merchantId } = owner.merchant;
  const before = (await findBusiness(deps, merchantId)).account?.id ?? null;
  const account = { bankCode: '014', bankName: 'SCB', accountName: 'Somsri Meesuk' };
  const changed = { merchantId, account: { ...account, accountNumber }, before };
  await changeAccount(deps, commandAudit, changed);
};

describe('the form', () => {
  it('says what is missing until the account can be paid', async () => {
    const shown = async () => (await dashboard.get(PATH, { as: owner })).text;
    expect(await shown()).toContain('no bank account yet');
    expect((await review('100')).status).toBe(400);
    await setAccount('6667778889');
    await setAccount('6667778880');
    expect(await shown()).toContain('It can be used from');
    await testPayoutAccount(dashboard.deps, owner.merchant.id);
    const text = await shown();
    expect(text).toContain('name="amount"');
    expect(text).toContain('SCB xxx-x-x3445-x');
    expect(text).not.toContain('1112334456');
  });

  it.each([
    ['more than the balance', '1000.01', 'insufficient'],
    ['nothing', '0', 'amount'],
    ['a third decimal', '1.005', 'amount'],
  ])('refuses %s', async (_, amount) => {
    const { status, text } = await review(amount);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(text).not.toContain('name="draft"');
  });
});

it('withdraws what was reviewed, once for repeated and concurrent submissions', async () => {
  const before = await balance();
  const draft = await reviewed('1.50');
  const answers = await Promise.all([1, 2, 3, 4].map(() => press(draft)));
  answers.push(await press(draft));
  const [made] = await withdrawals();
  expect(await withdrawals()).toEqual([{ id: made.id, amount_satang: 150 }]);
  for (const { status, headers } of answers) {
    expect([status, headers.get('location')]).toEqual([
      303,
      `/dashboard/withdrawals/${made.id}?done=withdrawal_begun`,
    ]);
  }
  expect(await balance()).toEqual({
    available_satang: before.available_satang - 150,
    held_satang: before.held_satang + 150,
  });
  const acts = await dashboard.deps
    .db('audit_log')
    .where('subject', made.id)
    .select<{ act: string; detail: string }[]>('act', 'detail');
  expect(acts.map(({ act }) => act)).toEqual(['withdrawal.created']);
  expect(JSON.parse(acts[0]?.detail ?? '')).toMatchObject({
    amountSatang: 150,
    account: 'xxx-x-x3445-x',
  });
  const page = await dashboard.get(`/dashboard/withdrawals/${made.id}`, { as: owner });
  expect(page.text).toContain('By Test owner, in the dashboard');
  // To itself: no customer of the shop.
  expect(page.text).toContain('Recipient');
  expect(page.text).not.toContain('Customer');
});

it('refuses a draft whose account was changed, held or replaced since it was shown', async () => {
  const draft = await reviewed('2');
  const count = (await withdrawals()).length;
  await setAccount('9998887776');
  // Held: the refusal tells when the account can be used.
  expect((await press(draft)).status).toBe(403);
  await testPayoutAccount(dashboard.deps, owner.merchant.id, '5554443332');
  expect((await press(draft)).status).toBe(409);
  expect(await withdrawals()).toHaveLength(count);
  await testPayoutAccount(dashboard.deps, owner.merchant.id);
});

it('waits for another person where the approval rules demand one', async () => {
  const { db, vault } = dashboard.deps;
  const rules = { ...noApprovalRules, fromSatang: 300 };
  await setApprovalRules(db, vault, owner.merchant.id, rules);
  const answer = await press(await reviewed('3'));
  expect(answer.status).toBe(303);
  const id = (answer.headers.get('location') ?? '').replace(/.*\/|\?.*/g, '');
  expect(await db('approvals').where('subject', id).pluck('status')).toEqual(['pending']);
  const [request] = await db('provider_requests').where('order_id', id).pluck('awaits_approval');
  expect(request).toBe(true);
});

it('refuses the draft of another shop, and one that was altered', async () => {
  const stranger = await dashboard.addMember('owner', await dashboard.openMerchant());
  const draft = await reviewed('4');
  const count = (await withdrawals()).length;
  expect((await press(draft, stranger)).status).toBe(403);
  expect((await press(`${draft.slice(0, -4)}AAAA`)).status).toBe(403);
  expect(await withdrawals()).toHaveLength(count);
});
