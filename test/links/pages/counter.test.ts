import { startDashboard, type Dashboard, type Member } from '../../pages/dashboard/dashboard';
import { applyPending } from '../../../src/orders/store/apply-transition';
import { findViolations } from '../../../src/reports/store/invariants';
import { testCallback } from '../../support/gateway';

const COUNTER = '/dashboard/counter';
const english = { 'accept-language': 'en' };

let dashboard: Dashboard;
let cashier: Member;
beforeAll(async () => {
  dashboard = await startDashboard();
  cashier = await dashboard.addMember('developer');
});
afterAll(async () => {
  expect(await findViolations(dashboard.deps.db)).toEqual([]);
});

const show = (path: string) => dashboard.get(path, { as: cashier, headers: english });
const open = (fields: Readonly<Record<string, string>>) =>
  dashboard.post(COUNTER, fields, { as: cashier, headers: english });

/** The key of a form that was not submitted yet. */
async function newKey(): Promise<string> {
  const { text } = await show(COUNTER);
  return /name="key" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

test('a payment is shown with its code until it is paid, then with a sound', async () => {
  const { db } = dashboard.deps;
  const fields = { amount: '1,250', reference: 'table 7', key: await newKey() };
  const answer = await open(fields);
  expect(answer.status).toBe(303);
  const path = answer.headers.get('location') ?? '';
  const id = path.split('/').at(-1) ?? '';
  expect((await open(fields)).headers.get('location')).toBe(path);
  expect(await db('orders').where('reference', 'table 7').pluck('id')).toEqual([id]);
  const audited = db('audit_log').where({ act: 'payment.opened', subject: id });
  expect(await audited.pluck('actor_id')).toEqual([cashier.userId]);
  const before = await show(path);
  for (const shown of ['฿1,250.00', 'table 7', '/Thai/qr-codes/qr_', 'data-urgent']) {
    expect(before.text).toContain(shown);
  }
  expect(before.text).not.toContain('data-chime');
  await testCallback(dashboard.deps, id, { reported: 'succeeded', amountSatang: 125_000 });
  await applyPending(db, id);
  const after = await show(path);
  expect(after.text).toContain('Paid: ฿1,250.00');
  expect(after.text).toContain('data-chime');
  expect(after.text).not.toContain('/Thai/qr-codes/');
});

test('an expired payment shows no code', async () => {
  const answer = await open({ amount: '20', key: await newKey() });
  const path = answer.headers.get('location') ?? '';
  const past = new Date(Date.now() - 60_000);
  const orders = dashboard.deps.db('orders').where('id', path.split('/').at(-1));
  await orders.update({ expires_at: past });
  const { text } = await show(path);
  expect(text).toContain('can no longer be paid');
  expect(text).not.toContain('/Thai/qr-codes/');
});

test.each(['', '0', '12.50', '2000001', 'ten'])('the amount “%s” is refused', async (amount) => {
  const { status, text } = await open({ amount, key: await newKey() });
  expect(status).toBe(400);
  expect(text).toContain('id="amount-fault"');
});
