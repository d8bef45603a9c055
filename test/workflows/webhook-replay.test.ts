import { Webhook } from 'standardwebhooks';
import { changeWebhook } from '../../src/webhooks/change-webhook';
import { findReplay, replayWebhook, type ReplayRequest } from '../../src/webhooks/replay-webhook';
import { findViolations } from '../../src/reports/store/invariants';
import { stepReplay } from '../../src/webhooks/store/replays';
import { replayProgress } from '../../workflows/contract';
import { failed, testAttempt, testDelivery } from '../support/deliveries';
import { testDeps, testMerchant, testPayment, testWebhook, testAudit } from '../support/gateway';
import { saveHistory } from '../support/histories';
import { startReceiver } from '../support/receiver';
import { startRunning, type Running } from '../support/running';
import { until } from '../support/until';

const allowed = async () => {};

const AGO = new Date('2020-01-01T00:00:00Z');

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
  /** Dispatches nothing, like a process that dies after the commit. */
  const dying = testDeps(knex, deps.config);
  const subscribe = () => testWebhook(deps, merchant, receiver.url, ['payment.pending']);
  const begin = async (webhookId: string, request: Partial<ReplayRequest> = {}, by = deps) => {
    const asked = { onlyFailed: false, since: AGO, until: null, ...request };
    const begun = await replayWebhook(
      by,
      testAudit(merchant),
      merchant,
      webhookId,
      asked,
      null,
      ({ id }) => id,
    );
    return begun.body;
  };
  const ended = (id: string) =>
    until(
      async () => {
        const replay = await findReplay(deps, merchant, id);
        return replay.status === 'running' ? null : replay;
      },
      { describe: `replay ${id} has ended` },
    );
  const received = (count: number) =>
    until(() => receiver.requests.length >= count, {
      describe: () => `${receiver.requests.length} of ${count} came`,
    });
  const eventIds = () => receiver.requests.map(({ headers }) => headers['webhook-id']);
  /** Past events without a subscriber. */
  const events = async (count: number) => {
    await knex.raw(
      `insert into events (id, merchant_id, order_id, sequence, name, body, created_at)
       select 'evt_' || replace(gen_random_uuid()::text, '-', ''), ?, gen_random_uuid(), 1,
              'payment.pending', '{}', now() - interval '1 hour'
       from generate_series(1, ?)`,
      [merchant.id, count],
    );
    await knex('events').where('merchant_id', merchant.id).update({ subscribers: [] });
  };
  return { merchant, receiver, dying, subscribe, begin, ended, received, eventIds, events };
}

test('a replay delivers the failed events of a period again and reports its progress', async () => {
  const { knex, client, closed } = running;
  const { merchant, dying, subscribe, begin, ended, received, eventIds } = await setUp();
  const { webhookId } = await subscribe();
  const made = [];
  for (const attempt of [failed, failed, {}]) {
    const delivery = await testDelivery(dying, merchant);
    await testAttempt(dying, delivery.deliveryId, attempt);
    made.push(delivery);
  }
  await knex('outbox_messages').where('topic', 'deliver').delete();
  const [early, late] = made;
  await knex('events')
    .where('id', early?.eventId)
    .update({ created_at: new Date(Date.now() - 3_600_000) });

  const since = new Date(Date.now() - 60_000);
  const id = await begin(webhookId, { onlyFailed: true, since });
  await received(1);
  expect(await ended(id)).toMatchObject({ status: 'done', total: 1, replayed: 1 });
  expect(eventIds()).toEqual([late?.eventId]);
  await closed(id);
  const progress = await client.workflow.getHandle(id).query(replayProgress);
  expect(progress).toEqual({ status: 'done', total: 1, replayed: 1 });
  await saveHistory(client, id, 'webhook-replay-done');
});

test('a replay delivers events from before the webhook was created, unchanged', async () => {
  const { knex, deps, status, call } = running;
  const { merchant, subscribe, begin, ended, received, receiver } = await setUp();
  const paymentId = await testPayment(deps, merchant);
  await call(paymentId, { reported: 'succeeded' });
  await until(async () => (await status(paymentId)) === 'succeeded', { describe: 'it is paid' });
  const { webhookId, secret } = await subscribe();
  const id = await begin(webhookId);
  await received(1);
  expect(await ended(id)).toMatchObject({ status: 'done', total: 1, replayed: 1 });
  const [request] = receiver.requests;
  const event = await knex('events').where({ order_id: paymentId, sequence: 1 }).first();
  expect(request?.body).toBe(event.body);
  const headers = request?.headers as Record<string, string>;
  expect(new Webhook(secret).verify(request?.body ?? '', headers)).toMatchObject({
    event: 'payment.pending',
    data: { payment_id: paymentId, status: 'pending' },
  });
});

test('a replay delivers the events of a pause after the webhook is enabled', async () => {
  const { deps } = running;
  const { merchant, subscribe, begin, received, receiver } = await setUp();
  const { webhookId } = await subscribe();
  await changeWebhook(deps, testAudit(merchant), merchant, webhookId, { enabled: false }, allowed);
  await testPayment(deps, merchant);
  expect(receiver.requests).toEqual([]);
  await changeWebhook(deps, testAudit(merchant), merchant, webhookId, { enabled: true }, allowed);
  await begin(webhookId);
  await received(1);
});

test('a replay stops when its webhook is paused', async () => {
  const { knex, deps } = running;
  const { merchant, subscribe, begin, ended, events } = await setUp();
  const { webhookId } = await subscribe();
  await events(250);
  const id = await begin(webhookId);
  await until(async () => (await knex('replays').where('id', id).first()).replayed > 0, {
    describe: 'the first step was made',
  });
  await changeWebhook(deps, testAudit(merchant), merchant, webhookId, { enabled: false }, allowed);
  const { status, replayed, finishedAt } = await ended(id);
  expect([status, finishedAt]).toEqual(['stopped', expect.any(Date)]);
  expect([100, 200]).toContain(replayed);
  const open = () => knex('deliveries').where({ webhook_id: webhookId, status: 'pending' });
  await until(async () => (await open()).length === 0, { describe: 'nothing is pending' });
});

test('a replay continues after a worker died after a committed step', async () => {
  const { knex } = running;
  const { subscribe, begin, ended, received, eventIds, events, dying } = await setUp();
  const { webhookId } = await subscribe();
  await events(120);
  const id = await begin(webhookId, {}, dying);
  expect(await stepReplay(knex, id, 50)).toMatchObject({ status: 'running', replayed: 50 });
  expect(await ended(id)).toMatchObject({ status: 'done', total: 120, replayed: 120 });
  await received(120);
  expect(new Set(eventIds()).size).toBe(120);
  const open = () => knex('deliveries').where({ webhook_id: webhookId, status: 'pending' });
  await until(async () => (await open()).length === 0, { describe: 'nothing is pending' });
});
