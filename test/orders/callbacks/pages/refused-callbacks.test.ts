import { newId } from '../../../../src/platform/new-id';
import { PROVIDER_KEY } from '../../../http/api';
import { testDeposit } from '../../../support/gateway';
import { startDashboard, type Dashboard } from '../../../pages/dashboard/dashboard';
import { testOperator, type TestOperator } from '../../../pages/console/operators';

let dashboard: Dashboard;
let viewer: TestOperator;
beforeAll(async () => {
  dashboard = await startDashboard();
  viewer = await testOperator(dashboard, 'viewer');
});

const PATH = '/console/refused-callbacks';
const read = async (path: string) => (await dashboard.get(path, { as: viewer })).text;

/** Sends a callback that is answered 400, about an order or about one that does not exist. */
async function sendRefused(orderId: string): Promise<void> {
  const body = { orderId, status: 'success', amount: 1, currency: 'USD' };
  const { status } = await dashboard.call('POST', '/deposit/gw/webhook', {
    key: PROVIDER_KEY,
    body,
  });
  expect(status).toBe(400);
}

test('a refused callback is listed with its account, order and reason', async () => {
  expect(await read(PATH)).toContain('No refused callbacks');
  const { orderId } = await testDeposit(dashboard.deps, dashboard.merchant);
  const unknown = newId('unknown');
  for (const each of [orderId, unknown]) await sendRefused(each);
  const text = await read(PATH);
  expect(text).toContain(`href="/console/orders/${orderId}"`);
  for (const fact of [unknown, 'Only THB is accepted.', '<code>default</code>'])
    expect(text).toContain(fact);
  const thai = await read(`${PATH}?lang=th`);
  expect(thai).toContain('คอลแบ็กที่ถูกปฏิเสธ');
});

test('the list is paged, newest first, without gaps', async () => {
  const { db } = dashboard.deps;
  await sendRefused('first');
  const row = await db('callbacks')
    .where('named_order', 'first')
    .first('route', 'body_sealed', 'applied_at', 'outcome', 'failure_code', 'failure_message');
  const named = Array.from({ length: 60 }, (_each, number) => `order-${number}`);
  await db('callbacks').insert(
    named.map((named_order, number) => ({
      ...(row as object),
      id: newId('cb_', Date.now() + number),
      named_order,
    })),
  );
  const orders = (text: string) =>
    [...text.matchAll(/<code>(order-\d+)<\/code>/g)].map(([, each]) => each);
  const first = await read(PATH);
  const older = /href="([^"]*before=[^"]*)"/.exec(first)?.[1] ?? '';
  const shown = [...orders(first), ...orders(await read(older))];
  expect(shown).toEqual(named.toReversed());
});
