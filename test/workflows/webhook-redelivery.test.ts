import { NativeConnection, Worker } from '@temporalio/worker';
import { Webhook } from 'standardwebhooks';
import { changeWebhook } from '../../src/webhooks/change-webhook';
import { redeliver } from '../../src/webhooks/delivery-history';
import { rotateWebhookSecret } from '../../src/webhooks/rotate-webhook-secret';
import { findDeliveryRecord } from '../../src/webhooks/store/delivery-history';
import { findViolations } from '../../src/reports/store/invariants';
import { WEBHOOKS_QUEUE, attemptNow } from '../../workflows/contract';
import { failed, testAttempt, testDelivery } from '../support/deliveries';
import { testDeps, testMerchant, testPayment, testWebhook, testAudit } from '../support/gateway';
import { saveHistory } from '../support/histories';
import { startReceiver, type ReceivedRequest } from '../support/receiver';
import { startRunning, type Running } from '../support/running';
import { testTemporal } from '../support/temporal';
import { until } from '../support/until';

const allowed = async () => {};

let running: Running;
beforeAll(async () => {
  running = await startRunning();
});
afterEach(async () => {
  expect(await findViolations(running.knex)).toEqual([]);
});

async function setUp() {
  const { knex, deps } = running;
  const { merchant } = await testMerchant(knex);
  const receiver = await startReceiver();
  const webhook = await testWebhook(deps, merchant, receiver.url, ['payment.pending']);
  const again = (id: string) =>
    redeliver(deps, testAudit(merchant), merchant, id, null, ({ id: redelivered }) => redelivered);
  const ended = (id: string, status: string) =>
    until(async () => (await row(id)).status === status, {
      describe: `delivery ${id} has ${status}`,
    });
  return { ...webhook, merchant, receiver, again, ended };
}

interface Row {
  readonly status: string;
  readonly attempts: number;
  readonly next_attempt_at: Date | null;
}

const row = async (id: string): Promise<Row> =>
  running.knex('deliveries').where('id', id).first<Row>();

/** A delivery without a workflow, after the given number of failed attempts. */
async function undispatched(
  merchant: Parameters<typeof testDelivery>[1],
  failures: number,
  last: Parameters<typeof testAttempt>[2],
) {
  const dying = testDeps(running.knex, running.deps.config);
  const { deliveryId } = await testDelivery(dying, merchant);
  await running.knex('outbox_messages').where('subject', deliveryId).delete();
  const waits = { ...failed, status: 'pending', nextInMs: 300_000 } as const;
  for (let made = 1; made < failures; made++) await testAttempt(dying, deliveryId, waits);
  await testAttempt(dying, deliveryId, { ...waits, ...last });
  // The failures were long ago, so the circuit is closed.
  const circuitClosed = { failures: 0, cooldown_until: null, failing_since: null };
  await running.knex('webhooks').where('merchant_id', merchant.id).update(circuitClosed);
  return deliveryId;
}

const verified = (secret: string, { body, headers }: ReceivedRequest) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test('redelivering a success sends the same event at once, newly signed', async () => {
  const { merchant, receiver, secret, again, ended } = await setUp();
  const { deliveryId } = await testDelivery(running.deps, merchant);
  await ended(deliveryId, 'succeeded');
  await again(deliveryId);
  await until(() => receiver.requests.length === 2, { describe: 'it is sent again' });
  const [first, second] = receiver.requests;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  for (const request of receiver.requests) expect(() => verified(secret, request)).not.toThrow();
  await ended(deliveryId, 'succeeded');
  expect(await row(deliveryId)).toMatchObject({ attempts: 2, attempts_before: 1 });
});

test('redelivering a failed delivery restarts the full retry schedule', async () => {
  const { merchant, receiver, again, ended } = await setUp();
  const deliveryId = await undispatched(merchant, 10, failed);
  receiver.answerWith({ status: 500 }, { status: 200 });
  await again(deliveryId);
  await ended(deliveryId, 'succeeded');
  const attempts = await running
    .knex('delivery_attempts')
    .where('delivery_id', deliveryId)
    .orderBy('number')
    .pluck('status_code');
  expect(attempts.slice(9)).toEqual([500, 500, 200]);
  const [first, second] = receiver.requests;
  expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeLessThan(15_000);
});

test('redelivering a waiting delivery makes its workflow attempt it at once', async () => {
  const { client, closed } = running;
  const { merchant, receiver, again, ended } = await setUp();
  receiver.answerWith({ status: 503, headers: { 'retry-after': '600' } }, { status: 200 });
  const { deliveryId } = await testDelivery(running.deps, merchant);
  await until(async () => (await row(deliveryId)).attempts === 1, { describe: 'it has failed' });
  const { next_attempt_at: next } = await row(deliveryId);
  expect(next?.getTime()).toBeGreaterThan(Date.now() + 500_000);

  const { runId } = await client.workflow.getHandle(deliveryId).describe();
  await again(deliveryId);
  await ended(deliveryId, 'succeeded');
  expect(await row(deliveryId)).toMatchObject({ attempts: 2, attempts_before: 0 });
  await closed(deliveryId);
  expect((await client.workflow.getHandle(deliveryId).describe()).runId).toBe(runId);
  await saveHistory(client, deliveryId, 'webhook-delivery-redelivered');
});

test.each([
  ['at once', true],
  ['by an activity that may take longer', false],
])('a redelivery requested while the delivery ends %s is attempted', async (_, atOnce) => {
  const { address, namespace, client, workflowBundle } = await testTemporal();
  const connection = await NativeConnection.connect({ address });
  const deliveryId = `dlv_that_is_ending_${atOnce}`;
  let made = 0;
  const make = async () => {
    if (++made > 1) return { status: 'succeeded', nextInMs: null };
    // Recorded as failed and redelivered before the workflow gets the result.
    await client.workflow.getHandle(deliveryId).signal(attemptNow);
    return { status: 'failed', nextInMs: null };
  };
  const taskQueue = WEBHOOKS_QUEUE;
  const attemptAtOnce = async () => (atOnce ? make() : null);
  const activities = { attemptAtOnce, attemptDelivery: make };
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle,
    activities,
  });
  const result = await worker.runUntil(
    client.workflow.execute('webhookDelivery', {
      workflowId: deliveryId,
      taskQueue,
      args: [{ deliveryId }],
    }),
  );
  await connection.close();
  expect([result, made]).toEqual(['succeeded', 2]);
});

test('a paused webhook receives nothing, pending deliveries included', async () => {
  const { knex, deps, closed } = running;
  const { merchant, receiver, webhookId, again, ended } = await setUp();
  const waiting = await undispatched(merchant, 1, { status: 'pending' });
  await changeWebhook(deps, testAudit(merchant), merchant, webhookId, { enabled: false }, allowed);
  await testPayment(deps, merchant);
  await knex('deliveries').where('id', waiting).update({ next_attempt_at: knex.fn.now() });
  await knex('outbox_messages').insert({ topic: 'deliver', subject: waiting });
  await ended(waiting, 'failed');
  await closed(waiting);
  expect(receiver.requests).toEqual([]);

  await changeWebhook(deps, testAudit(merchant), merchant, webhookId, { enabled: true }, allowed);
  await again(waiting);
  await ended(waiting, 'succeeded');
  expect(receiver.requests).toHaveLength(1);
});

test('both secrets sign for a day after a rotation, then only the new one', async () => {
  const { knex, deps } = running;
  const { merchant, receiver, webhookId, secret: old, ended } = await setUp();
  const rotated = await rotateWebhookSecret(
    deps,
    testAudit(merchant),
    merchant,
    webhookId,
    null,
    null,
    ({ secret: made }) => made,
  );
  const first = await testDelivery(deps, merchant);
  await ended(first.deliveryId, 'succeeded');
  await knex('webhooks').where('id', webhookId).update({ previous_until: knex.fn.now() });
  const second = await testDelivery(deps, merchant);
  await ended(second.deliveryId, 'succeeded');

  const of = (id: string) => receiver.waitFor(({ headers }) => headers['webhook-id'] === id);
  const [during, after] = [await of(first.eventId), await of(second.eventId)];
  expect(() => verified(old, during)).not.toThrow();
  expect(() => verified(rotated.body, during)).not.toThrow();
  expect(() => verified(rotated.body, after)).not.toThrow();
  expect(() => verified(old, after)).toThrow();
});

test('a delivery that waits for the circuit breaker goes once it is enabled', async () => {
  const { knex, deps } = running;
  const { merchant, receiver, webhookId, ended } = await setUp();
  const inAnHour = knex.raw(`now() + interval '1 hour'`);
  await knex('webhooks')
    .where('id', webhookId)
    .update({ failures: 9, failing_since: knex.fn.now(), cooldown_until: inAnHour });
  const { deliveryId } = await testDelivery(deps, merchant);
  const shown = async () => {
    const found = await findDeliveryRecord(knex, merchant.id, deliveryId);
    return [found?.status, Number(found?.nextAttemptAt) - Date.now() > 3_000_000];
  };
  expect(await shown()).toEqual(['pending', true]);
  const { client } = running;
  // Started, looked at the webhook, and set a timer.
  const waits = async () => {
    const described = client.workflow.getHandle(deliveryId).describe();
    return (await described.catch(() => null))?.historyLength ?? 0;
  };
  await until(async () => (await waits()) > 4, { describe: 'the delivery waits' });
  expect(receiver.requests).toEqual([]);
  const change = { enabled: true };
  await changeWebhook(deps, testAudit(merchant), merchant, webhookId, change, allowed);
  await until(async () => (await row(deliveryId)).status === 'succeeded', {
    describe: 'it is delivered',
  });
  await ended(deliveryId, 'succeeded');
});
