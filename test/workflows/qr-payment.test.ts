import { Webhook } from 'standardwebhooks';
import { expirePayment } from '../../src/orders/payment/expire-payment';
import { findViolations } from '../../src/reports/store/invariants';
import {
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testWebhook,
  testAudit,
} from '../support/gateway';
import { saveHistory } from '../support/histories';
import { startReceiver, type ReceivedRequest } from '../support/receiver';
import { startRunning, type Running } from '../support/running';
import { until } from '../support/until';

const every = [
  'payment.pending',
  'payment.succeeded',
  'payment.failed',
  'payment.expired',
] as const;

/** Two seconds: tests wait for this deadline. */
const SOON_MINUTES = 2 / 60;

const event = (request: ReceivedRequest) =>
  JSON.parse(request.body) as {
    id: string;
    event: string;
    sequence: number;
    data: { payment_id: string; status: string; late: boolean };
  };

let running: Running;
beforeAll(async () => {
  running = await startRunning();
});
afterEach(async () => {
  expect(await findViolations(running.knex)).toEqual([]);
});

async function shopWithReceiver() {
  const { merchant } = await testMerchant(running.knex);
  const receiver = await startReceiver();
  const { secret, webhookId } = await testWebhook(running.deps, merchant, receiver.url, every);
  const received = (name: string, paymentId: string) =>
    receiver.waitFor((request) => {
      const { event: eventName, data } = event(request);
      return eventName === name && data.payment_id === paymentId;
    });
  return { merchant, receiver, received, secret, webhookId };
}

test('a paid order sends a signed webhook, and its workflow ends', async () => {
  const { deps, client, status, call, closed } = running;
  const { merchant, received, secret } = await shopWithReceiver();
  const id = await testPayment(deps, merchant, { reference: 'order 7', metadata: { cart: 7 } });
  await received('payment.pending', id);
  await call(id, { reported: 'succeeded', transactionId: `A ${id}` });
  const request = await received('payment.succeeded', id);

  const verified = new Webhook(secret).verify(
    request.body,
    request.headers as Record<string, string>,
  );
  expect(verified).toMatchObject({
    event: 'payment.succeeded',
    sequence: 2,
    data: {
      payment_id: id,
      status: 'succeeded',
      amount: 100,
      currency: 'THB',
      reference: 'order 7',
      metadata: { cart: 7 },
      late: false,
      failure: null,
    },
  });
  expect(await status(id)).toBe('succeeded');
  await closed(id);
  const description = await client.workflow.getHandle(id).describe();
  expect(description.searchAttributes).toMatchObject({
    MerchantId: [merchant.id],
    Reference: ['order 7'],
  });
  expect(description.searchAttributes).not.toHaveProperty('OrderStatus');
  await saveHistory(client, id, 'qr-payment-paid');
});

test('an unpaid payment expires at its deadline and sends a webhook', async () => {
  const { deps, client, status, closed } = running;
  const { merchant, received } = await shopWithReceiver();
  const id = await testPayment(deps, merchant, { expiryMinutes: SOON_MINUTES });
  await received('payment.expired', id);
  expect(await status(id)).toBe('expired');
  await closed(id);
  const description = await client.workflow.getHandle(id).describe();
  expect(description.searchAttributes).toMatchObject({ OrderStatus: ['expired'] });
  await saveHistory(client, id, 'qr-payment-expired');
});

test('late money after expiry sends its event after that of the expiry', async () => {
  const { deps, client, call, closed } = running;
  const { merchant, received } = await shopWithReceiver();
  const id = await testPayment(deps, merchant, { expiryMinutes: SOON_MINUTES });
  const expired = event(await received('payment.expired', id));
  await closed(id);
  await call(id, { reported: 'succeeded', transactionId: `A ${id}` });
  const succeeded = event(await received('payment.succeeded', id));
  expect(succeeded.data.late).toBe(true);
  expect(succeeded.sequence).toBeGreaterThan(expired.sequence);
  await closed(id);
  await saveHistory(client, id, 'qr-payment-late');
});

test('a short payment stays open and expires at its deadline', async () => {
  const { deps, knex, client, status, call, closed } = running;
  const { merchant, received } = await shopWithReceiver();
  const id = await testPayment(deps, merchant, { expiryMinutes: 5 * SOON_MINUTES });
  await call(id, { reported: 'succeeded', transactionId: `A ${id}`, amountSatang: 5_000 });
  await received('payment.expired', id);
  await closed(id);
  expect(await status(id)).toBe('expired');
  const conflicts = await knex('exceptions')
    .join('orders', 'orders.id', 'exceptions.order_id')
    .where('orders.id', id)
    .whereRaw('exceptions.opened_at < orders.expires_at');
  expect(conflicts).toHaveLength(1);
  await saveHistory(client, id, 'qr-payment-short-then-expired');
});

test('a declined payment fails, and a later success is late money', async () => {
  const { deps, status, call } = running;
  const { merchant, received } = await shopWithReceiver();
  const id = await testPayment(deps, merchant);
  await call(id, { reported: 'failed' });
  await received('payment.failed', id);
  await call(id, { reported: 'succeeded', transactionId: `A ${id}` });
  await received('payment.succeeded', id);
  expect(await status(id)).toBe('succeeded');
});

test('a failed webhook is retried by a workflow of its own, under one event id', async () => {
  const { deps, knex, client, call, closed } = running;
  const { merchant, receiver, webhookId } = await shopWithReceiver();
  await knex('webhooks')
    .where('id', webhookId)
    .update({ events: ['payment.succeeded'] });
  receiver.answerWith({ status: 500, body: 'broken' }, { status: 200 });
  const id = await testPayment(deps, merchant);
  await call(id, { reported: 'succeeded' });
  await until(() => receiver.requests.length >= 2, {
    describe: 'a second attempt was made',
  });
  const [first, second] = receiver.requests;
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);

  const delivery = await knex('deliveries').where('order_id', id).first();
  await closed(delivery.id as string);
  expect(
    await knex('delivery_attempts').where('delivery_id', delivery.id).orderBy('number'),
  ).toMatchObject([
    { number: 1, status_code: 500, error: 'http_status', answer: 'broken' },
    { number: 2, status_code: 200, error: null },
  ]);
  expect(await knex('webhooks').where('id', webhookId).first()).toMatchObject({
    failing_since: null,
  });
  await saveHistory(client, delivery.id as string, 'webhook-delivery-second-attempt');
});

test('a webhook that answers 410 is disabled and its delivery ends', async () => {
  const { deps, knex, call } = running;
  const { merchant, receiver, webhookId } = await shopWithReceiver();
  receiver.answerWith({ status: 410 });
  const id = await testPayment(deps, merchant);
  await call(id, { reported: 'succeeded' });
  await until(
    async () => (await knex('webhooks').where('id', webhookId).first()).status === 'disabled',
    { describe: 'the webhook is disabled' },
  );
  await until(
    async () => {
      const open = await knex('deliveries').where({ webhook_id: webhookId, status: 'pending' });
      return open.length === 0;
    },
    { describe: 'no delivery to it is open' },
  );
});

test('a hanging webhook does not delay another', async () => {
  const { deps, call } = running;
  const { merchant, receiver, received } = await shopWithReceiver();
  const hanging = await startReceiver();
  hanging.answerWith('hang');
  await testWebhook(deps, merchant, hanging.url, every);
  const ids = await Promise.all(Array.from({ length: 20 }, () => testPayment(deps, merchant)));
  await Promise.all(ids.map((id) => call(id, { reported: 'succeeded' })));
  await Promise.all(ids.map((id) => received('payment.succeeded', id)));
  expect(receiver.requests.length).toBeGreaterThanOrEqual(ids.length);
});

test('a payment expired by its merchant sends a webhook; its workflow ends on time', async () => {
  const { deps, knex, closed } = running;
  const { merchant, received } = await shopWithReceiver();
  const id = await testPayment(deps, merchant, { expiryMinutes: SOON_MINUTES });
  expect((await expirePayment(deps, testAudit(merchant), merchant, id)).status).toBe('expired');
  await received('payment.expired', id);
  await closed(id);
  expect(await knex('events').where({ order_id: id, name: 'payment.expired' })).toHaveLength(1);
});

test('outbox rows of a dead process are dispatched by another', async () => {
  const { knex, deps, status, closed } = running;
  const { merchant } = await testMerchant(knex);
  // Dispatches nothing, like a process that dies after the commit.
  const dying = testDeps(knex, deps.config);
  const id = await testPayment(dying, merchant);
  await testCallback(dying, id, { reported: 'succeeded' });
  await until(async () => (await status(id)) === 'succeeded', {
    describe: 'the payment has succeeded',
  });
  await closed(id);
  await until(async () => (await knex('outbox_messages')).length === 0, {
    describe: 'the outbox is empty',
  });
});

test('a workflow history contains no name, account or amount', async () => {
  const { deps, client, call, closed } = running;
  const { merchant } = await testMerchant(running.knex);
  const id = await testPayment(deps, merchant, {
    amountSatang: 9_876_500,
    client: { name: 'Marker Name', bankName: 'Marker Bank', bankAccount: '9988776655' },
  });
  await call(id, {
    reported: 'succeeded',
    bodySealed: deps.vault.seal('{"payer":{"accountName":"Marker Name"}}', 'callbacks.body'),
  });
  await closed(id);
  const history = JSON.stringify(await client.workflow.getHandle(id).fetchHistory());
  const decoded = history.replaceAll(/"([A-Za-z0-9+/=]{8,})"/g, (_, text: string) =>
    Buffer.from(text, 'base64').toString('utf8'),
  );
  for (const marker of ['Marker', '9988776655', '98765', '9876500']) {
    expect(history).not.toContain(marker);
    expect(decoded).not.toContain(marker);
  }
});
