import { findViolations } from '../../src/reports/store/invariants';
import { enqueueWake } from '../../src/kernel/outbox/store/messages';
import { testConfig, testDeposit, testMerchant, testPayment } from '../support/gateway';
import { saveHistory } from '../support/histories';
import { startRunning, type Running } from '../support/running';
import { until } from '../support/until';
import {
  connectUpstream,
  startUpstream,
  upstreamAccount,
  type Upstream,
} from '../support/upstream';

/** Two seconds: tests wait for this deadline. */
const SOON_MINUTES = 2 / 60;

let upstream: Upstream;
let running: Running;
beforeAll(async () => {
  upstream = await startUpstream();
  const outside = { provider: connectUpstream(upstream.url) };
  running = await startRunning(testConfig(), outside, upstreamAccount(upstream));
});
afterEach(async () => {
  expect(await findViolations(running.knex)).toEqual([]);
});

const reached = (id: string, status: string) =>
  until(async () => (await running.status(id)) === status, {
    describe: `${id} is ${status}`,
  });

/** Lets the time of the next inquiry come now. */
async function inquireNow(id: string): Promise<void> {
  const { knex, deps } = running;
  await knex('order_inquiries').where('order_id', id).update({ next_at: knex.fn.now() });
  deps.outbox.enqueue(await enqueueWake(deps.db, id, 'a test'));
}

test('a payment without any callback is found at its deadline', async () => {
  const { knex, deps, client, closed } = running;
  const { merchant } = await testMerchant(knex);
  const id = await testPayment(deps, merchant, { expiryMinutes: SOON_MINUTES });
  upstream.pay(id);
  await reached(id, 'succeeded');
  await closed(id);
  expect(await knex('orders').where({ id }).first()).toMatchObject({ late: false });
  expect(upstream.inquiriesAbout(id)).toBe(1);
  await saveHistory(client, id, 'inquired-payment-paid');
});

test('an unpaid payment expires after an inquiry, and a later one finds late money', async () => {
  const { knex, deps, client, closed } = running;
  const { merchant } = await testMerchant(knex);
  const id = await testPayment(deps, merchant, { expiryMinutes: SOON_MINUTES });
  await reached(id, 'expired');
  expect(upstream.inquiriesAbout(id)).toBe(1);
  upstream.pay(id);
  await inquireNow(id);
  await reached(id, 'succeeded');
  await closed(id);
  expect(await knex('orders').where({ id }).first()).toMatchObject({ late: true });
  await saveHistory(client, id, 'inquired-payment-late');
});

test('a deposit without any callback is found by an inquiry', async () => {
  const { knex, deps, client, closed } = running;
  const { merchant } = await testMerchant(knex);
  const { orderId: id } = await testDeposit(deps, merchant);
  upstream.pay(id);
  await inquireNow(id);
  await reached(id, 'succeeded');
  await closed(id);
  await saveHistory(client, id, 'inquired-deposit-paid');
});
