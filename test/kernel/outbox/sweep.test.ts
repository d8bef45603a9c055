import { applyPending } from '../../../src/orders/store/apply-transition';
import { sweep } from '../../../src/kernel/outbox/store/sweep';
import { testDatabase } from '../../support/database';
import { planInquiry } from '../../../src/orders/store/order-inquiries';
import { closeRequest } from '../../../src/orders/store/provider-requests';
import {
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testWebhook,
  testWithdrawal,
} from '../../support/gateway';
import { upstreamAccount, withAccount } from '../../support/upstream';

async function setUp() {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  await testWebhook(deps, merchant, 'http://localhost/a', ['payment.succeeded']);
  const id = await testPayment(deps, merchant);
  const outboxIsTaken = () => knex('outbox_messages').delete();
  const ago = (time: string) => knex.raw('now() - ?::interval', [time]);
  return { knex, deps, id, outboxIsTaken, ago };
}

test('the sweeper enqueues an unapplied callback again', async () => {
  const { knex, deps, id, outboxIsTaken, ago } = await setUp();
  await testCallback(deps, id, { reported: 'succeeded' });
  await outboxIsTaken();
  expect(await sweep(knex, 10)).toEqual([]);
  await knex('callbacks').update({ received_at: ago('2 minutes') });
  expect(await sweep(knex, 10)).toMatchObject([{ topic: 'callback', subject: id }]);
});

test('the sweeper enqueues an overdue payment again', async () => {
  const { knex, id, outboxIsTaken, ago } = await setUp();
  await outboxIsTaken();
  await knex('orders').update({ expires_at: ago('2 minutes') });
  expect(await sweep(knex, 10)).toMatchObject([{ topic: 'callback', subject: id }]);
});

test.each([
  ['before its submission', { created_at: '2 minutes' }],
  ['during its submission', { created_at: '2 minutes', claimed_at: '2 minutes' }],
  ['after its next inquiry was due', { created_at: '1 day', next_inquiry_at: '2 minutes' }],
])('the sweeper enqueues a payout whose workflow was lost %s', async (_when, times) => {
  const { knex, deps, outboxIsTaken, ago } = await setUp();
  const { merchant } = await testMerchant(knex, { openingSatang: 10_000 });
  const id = await testWithdrawal(deps, merchant);
  await outboxIsTaken();
  expect(await sweep(knex, 10)).toEqual([]);
  const columns = Object.entries(times).map(([column, time]) => [column, ago(time)] as const);
  await knex('provider_requests').update(Object.fromEntries(columns));
  expect(await sweep(knex, 10)).toMatchObject([{ topic: 'callback', subject: id }]);
  await outboxIsTaken();
  await closeRequest(knex, id, new Date());
  expect(await sweep(knex, 10)).toEqual([]);
  // A hint about the ended payout has caused an inquiry.
  await knex('provider_requests').update({ ended_inquiry_at: ago('2 minutes') });
  expect(await sweep(knex, 10)).toMatchObject([{ topic: 'callback', subject: id }]);
});

test('the sweeper enqueues an order whose inquiry is overdue, also after its end', async () => {
  const { knex, deps, ago } = await setUp();
  const { merchant } = await testMerchant(knex);
  const account = upstreamAccount({ url: 'http://127.0.0.1:1' });
  const id = await testPayment(withAccount(deps, account), merchant);
  await knex('orders').where({ id }).update({ status: 'expired' });
  await knex('outbox_messages').delete();
  expect(await sweep(knex, 10)).toEqual([]);
  await knex('order_inquiries').update({ next_at: ago('2 minutes') });
  expect(await sweep(knex, 10)).toMatchObject([
    { subject: id, detail: { workflow: 'inquiredPayment' } },
  ]);
  await knex('outbox_messages').delete();
  await planInquiry(knex, id, null);
  expect(await sweep(knex, 10)).toEqual([]);
});

test('the sweeper enqueues an overdue delivery', async () => {
  const { knex, deps, id, outboxIsTaken, ago } = await setUp();
  await testCallback(deps, id, { reported: 'succeeded' });
  await applyPending(knex, id);
  await outboxIsTaken();
  await knex('deliveries').update({ created_at: ago('11 minutes') });
  const [delivery] = await knex('deliveries').select('id');
  expect(await sweep(knex, 10)).toMatchObject([{ topic: 'deliver', subject: delivery.id }]);
  expect(await knex('deliveries').first()).toMatchObject({ handed_over: true });
});

test('the sweeper enqueues deliveries ten minutes after a circuit closes', async () => {
  const { knex, deps, id, outboxIsTaken, ago } = await setUp();
  await testCallback(deps, id, { reported: 'succeeded' });
  await applyPending(knex, id);
  await outboxIsTaken();
  await knex('deliveries').update({ created_at: ago('11 minutes') });
  for (const open of ['-1 hour', '9 minutes']) {
    await knex('webhooks').update({ cooldown_until: ago(open) });
    expect(await sweep(knex, 10)).toEqual([]);
  }
  await knex('webhooks').update({ cooldown_until: ago('11 minutes') });
  expect(await sweep(knex, 10)).toMatchObject([{ topic: 'deliver' }]);
});

test('the sweeper enqueues an unfinished replay again', async () => {
  const { knex, outboxIsTaken, ago } = await setUp();
  await outboxIsTaken();
  const webhook = await knex('webhooks').first('id', 'merchant_id');
  await knex('replays').insert({
    id: 'rpl_0',
    merchant_id: webhook.merchant_id,
    webhook_id: webhook.id,
    only_failed: true,
    since: ago('1 day'),
    until: ago('1 hour'),
    total: 3,
  });
  expect(await sweep(knex, 10)).toEqual([]);
  await knex('replays').update({ created_at: ago('11 minutes') });
  expect(await sweep(knex, 10)).toMatchObject([{ topic: 'replay', subject: 'rpl_0' }]);
  await outboxIsTaken();
  await knex('replays').update({ status: 'done' });
  expect(await sweep(knex, 10)).toEqual([]);
});

test('the sweeper enqueues nothing while the outbox is behind', async () => {
  const { knex, deps, id, ago } = await setUp();
  await testCallback(deps, id, { reported: 'succeeded' });
  await knex('callbacks').update({ received_at: ago('2 minutes') });
  await knex('outbox_messages').update({ created_at: ago('2 minutes') });
  expect(await sweep(knex, 10)).toEqual([]);
});

test('the sweeper enqueues at most its limit per run', async () => {
  const { knex, deps, outboxIsTaken, ago } = await setUp();
  const { merchant } = await testMerchant(knex);
  for (let n = 0; n < 5; n++) await testPayment(deps, merchant);
  await outboxIsTaken();
  await knex('orders').update({ expires_at: ago('2 minutes') });
  expect(await sweep(knex, 3)).toHaveLength(3);
});
