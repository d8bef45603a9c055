import { findViolations } from '../../../../../src/reports/store/invariants';
import { newId } from '../../../../../src/platform/new-id';
import { startDashboard, type Dashboard } from '../../../../pages/dashboard/dashboard';
import { manualRefund, testOperator, type TestOperator } from '../../../../pages/console/operators';

let dashboard: Dashboard;
let operator: TestOperator;
beforeAll(async () => {
  dashboard = await startDashboard();
  operator = await testOperator(dashboard, 'operator');
});
afterEach(async () => {
  expect(await findViolations(dashboard.deps.db)).toEqual([]);
});

const PATH = '/console/refunds';
const get = (path: string, as = operator) => dashboard.get(path, { as });
const pay = (id: string, reference: string, as = operator) =>
  dashboard.post(`${PATH}/${id}/paid`, { reference }, { as });
const release = (id: string, reason: string) =>
  dashboard.post(`${PATH}/${id}/unpayable`, { reason }, { as: operator });
const statusOf = async (id: string) =>
  (await dashboard.deps.db('orders').where('id', id).pluck<string[]>('status'))[0];

test('an operator sees the amount and the complete account, a viewer the mask', async () => {
  const id = await manualRefund(dashboard);
  expect((await get(PATH)).text).toContain(id);
  const { text } = await get(`${PATH}/${id}`);
  expect(text).toContain('฿100.00');
  expect(text).toContain('9876543210');
  expect(text).toContain('สมหญิง ผู้จ่าย');
  const viewer = await testOperator(dashboard, 'viewer');
  for (const path of [PATH, `${PATH}/${id}`]) {
    const shown = (await get(path, viewer)).text;
    expect(shown).toContain('xxx-x-x4321-x');
    expect(shown).not.toContain('9876543210');
    expect(shown).not.toContain('/paid');
  }
  const viewed = { act: 'refund.account_viewed', subject: id };
  expect(await dashboard.deps.db('audit_log').where(viewed)).toHaveLength(1);
});

test('the page of an open manual refund in the orders links its task', async () => {
  const id = await manualRefund(dashboard);
  expect((await get(`/console/orders/${id}`)).text).toContain(`href="${PATH}/${id}"`);
});

test('the navigation counts open manual refunds', async () => {
  await manualRefund(dashboard);
  const open = await dashboard.deps.db('provider_requests').where({ is_manual: true }).count();
  const { text } = await get('/console');
  const entry = /href="\/console\/refunds"[^]*?<\/a>/.exec(text)?.[0] ?? '';
  expect(entry).toContain(String((open[0] as { count: number }).count));
});

test('a paid refund leaves the list and is booked under the reference', async () => {
  const id = await manualRefund(dashboard);
  const reference = newId('BANK-');
  const answer = await pay(id, ` ${reference} `);
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `${PATH}?done=refund_paid`,
  ]);
  expect(await statusOf(id)).toBe('succeeded');
  const booked = await dashboard.deps.db('movements').where('order_id', id).pluck('transaction_id');
  expect(booked).toEqual([reference.toUpperCase()]);
  expect((await get(PATH)).text).not.toContain(id);
  const { text } = await get(`${PATH}/${id}`);
  expect(text).toContain('This refund has ended.');
  expect(text).not.toContain('/paid');
  expect((await pay(id, newId('BANK-'))).status).toBe(409);
});

test('a reference of another refund is rejected beside its field', async () => {
  const [first, second] = [await manualRefund(dashboard), await manualRefund(dashboard)];
  const reference = newId('BANK-');
  await pay(first, reference);
  const answer = await pay(second, reference);
  expect(answer.status).toBe(409);
  expect(answer.text).toContain('id="reference-fault"');
  expect(answer.text).toContain('belongs to another transfer');
  expect(await statusOf(second)).toBe('pending');
});

test.each(['', 'abc', 'has space', 'x'.repeat(65), '<b>ref</b>', '-1234'])(
  'the reference %j is rejected',
  async (reference) => {
    const id = await manualRefund(dashboard);
    expect((await pay(id, reference)).status).toBe(400);
    expect(await statusOf(id)).toBe('pending');
  },
);

test('a refund that cannot be paid ends with a reason that the merchant sees', async () => {
  const id = await manualRefund(dashboard);
  expect((await release(id, 'closed')).status).toBe(400);
  expect(await statusOf(id)).toBe('pending');
  const answer = await release(id, 'The account is closed.');
  expect(answer.headers.get('location')).toBe(`${PATH}?done=refund_unpayable`);
  expect(await statusOf(id)).toBe('failed');
  const owner = await dashboard.addMember('owner');
  const page = await dashboard.get(`/dashboard/refunds/${id}`, { as: owner });
  expect(page.text).toContain('The account is closed.');
  expect(page.text).toContain('Our staff could not pay it');
});

test('a refund that is not manual has no page here', async () => {
  expect((await get(`${PATH}/re_none`)).status).toBe(404);
});
