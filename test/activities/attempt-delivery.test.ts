import { createAttemptAtOnce, createAttemptDelivery } from '../../activities/attempt-delivery';
import type { ActivityDeps } from '../../activities/deps';
import type { Db } from '../../src/platform/postgres/connect';
import { enqueueDeliveries } from '../../src/webhooks/store/deliveries';
import { changeWebhook } from '../../src/webhooks/store/webhooks';
import { findViolations } from '../../src/reports/store/invariants';
import { createGenericClient } from '../../src/providers/connectors/generic/client';
import { createNoMailer } from '../../src/platform/mail/no-mailer';
import { KeyedSemaphore } from '../../src/platform/keyed-semaphore';
import { CONCURRENT_ATTEMPTS_MAX } from '../../src/webhooks/sending/circuit';
import { closeAfterFile } from '../support/close-after-file';
import { testDatabase } from '../support/database';
import { failed, testAttempt } from '../support/deliveries';
import { testConfig, testDeps, testMerchant, testPayment, testWebhook } from '../support/gateway';
import { startReceiver } from '../support/receiver';
import { until } from '../support/until';

const DAY_MS = 86_400_000;
const noSlips = { read: () => Promise.reject(new Error('no slips here')), close: async () => {} };

/** A merchant whose webhook has `count` pending deliveries. */
async function setUp(count: number) {
  const { knex } = await testDatabase();
  const base = testDeps(knex, testConfig());
  const deps: ActivityDeps = {
    ...base,
    attemptSlots: new KeyedSemaphore(CONCURRENT_ATTEMPTS_MAX),
    provider: createGenericClient({ url: 'http://127.0.0.1:1', key: 'a-key-for-tests' }),
    slips: noSlips,
    mailer: createNoMailer(base.log),
  };
  closeAfterFile(() => deps.provider.close());
  const warn = jest.spyOn(deps.log, 'warn');
  const { merchant } = await testMerchant(knex);
  const receiver = await startReceiver();
  const { webhookId } = await testWebhook(base, merchant, receiver.url, ['payment.pending']);
  for (let n = 0; n < count; n++) await testPayment(base, merchant);
  base.offered.length = 0;
  const ids = await knex('deliveries').orderBy('id').pluck<string[]>('id');
  const attemptDelivery = createAttemptDelivery(deps);
  const attemptAtOnce = createAttemptAtOnce(deps);
  return {
    knex,
    base,
    merchant,
    receiver,
    webhookId,
    ids,
    warn,
    attempt: (id: string | undefined, wantedNow = false) => attemptDelivery(id ?? '', wantedNow),
    atOnce: (id: string | undefined) => attemptAtOnce(id ?? '', false),
    webhook: () => knex('webhooks').where('id', webhookId).first(),
    change: (columns: object) => knex('webhooks').where('id', webhookId).update(columns),
    /** All stored state of deliveries, which a wait must not change. */
    written: () => knex('deliveries').orderBy('id').select('*', knex.raw('xmin::text')),
    endCooldown: () =>
      knex('webhooks')
        .where('id', webhookId)
        .update({ cooldown_until: knex.raw(`now() - interval '1 second'`) }),
    attempts: async () => Number((await knex('delivery_attempts').count())[0]?.['count']),
    violations: () => findViolations(knex),
  };
}

const inTenMinutes = (knex: Db) => knex.raw(`now() + interval '10 minutes'`);

/** The same events for other webhooks. Returns the deliveries by webhook. */
async function otherDeliveries(knex: Db, ids: readonly string[], webhooks: readonly string[]) {
  const events = await knex('deliveries').whereIn('id', ids).pluck<string[]>('event_id');
  const rows = webhooks.flatMap((webhookId) =>
    events.map((eventId, n) => ({
      id: `dlv_${webhookId}_${n}`,
      event_id: eventId,
      webhook_id: webhookId,
      handed_over: true,
    })),
  );
  await knex('deliveries').insert(rows);
  return rows.map(({ id }) => id);
}

test('a delivery to a paused webhook fails without an attempt', async () => {
  const { ids, attempt, change, knex, receiver, attempts } = await setUp(1);
  await change({ status: 'disabled' });
  expect(await attempt(ids[0])).toEqual({ status: 'failed', nextInMs: null });
  expect(await knex('deliveries').first('status', 'next_attempt_at')).toEqual({
    status: 'failed',
    next_attempt_at: null,
  });
  expect([receiver.requests.length, await attempts()]).toEqual([0, 0]);
});

test('a delivery is enqueued once', async () => {
  const { ids, knex } = await setUp(2);
  await knex('deliveries').update({ handed_over: false });
  expect(await enqueueDeliveries(knex, ids)).toHaveLength(2);
  expect(await enqueueDeliveries(knex, ids)).toEqual([]);
});

test('attempts above the limit wait for a slot, and the wait is not recorded', async () => {
  const { ids, attempt, receiver, written } = await setUp(CONCURRENT_ATTEMPTS_MAX + 12);
  receiver.answerWith('hang');
  const hanging = ids.slice(0, CONCURRENT_ATTEMPTS_MAX).map((id) => attempt(id));
  await until(() => receiver.requests.length === CONCURRENT_ATTEMPTS_MAX, {
    describe: 'all slots are held',
  });
  const before = await written();
  for (const id of ids.slice(CONCURRENT_ATTEMPTS_MAX)) {
    const { status, nextInMs } = await attempt(id);
    expect(status).toBe('pending');
    expect(nextInMs).toBeGreaterThanOrEqual(400);
    expect(nextInMs).toBeLessThan(2_000);
  }
  expect(await written()).toEqual(before);
  expect(receiver.requests).toHaveLength(CONCURRENT_ATTEMPTS_MAX);
  await receiver.close();
  await Promise.all(hanging);
});

test('five consecutive failures open the circuit: deliveries wait without a write', async () => {
  const { ids, attempt, attempts, receiver, written, webhook, violations } = await setUp(8);
  receiver.answerWith({ status: 500 });
  for (const id of ids.slice(0, 5)) await attempt(id);
  expect(await webhook()).toMatchObject({ failures: 5, status: 'active' });
  const before = await written();
  for (const id of ids.slice(5)) {
    const { status, nextInMs } = await attempt(id);
    expect(status).toBe('pending');
    expect(nextInMs).toBeGreaterThan(20_000);
    expect(nextInMs).toBeLessThanOrEqual(60_000);
  }
  expect(await written()).toEqual(before);
  expect(await attempts()).toBe(5);
  expect(receiver.requests).toHaveLength(5);
  expect(await violations()).toEqual([]);
});

test('one delivery probes after the cooldown, and a failed probe doubles it', async () => {
  const { ids, attempt, receiver, change, endCooldown, webhook, knex } = await setUp(6);
  receiver.answerWith({ status: 500, delayMs: 200 });
  await change({ failures: 5, failing_since: knex.raw(`now() - interval '2 days'`) });
  const { failing_since } = await webhook();
  await endCooldown();
  await Promise.all(ids.map((id) => attempt(id)));
  expect(receiver.requests).toHaveLength(1);
  expect(await webhook()).toMatchObject({ failures: 6, failing_since });
  const cooldownMs = Number((await webhook()).cooldown_until) - Date.now();
  expect(cooldownMs).toBeGreaterThan(50_000);
  expect(cooldownMs).toBeLessThanOrEqual(60_000);
});

test('a successful probe closes the circuit for all deliveries', async () => {
  const { ids, attempt, receiver, change, endCooldown, webhook, knex } = await setUp(6);
  await change({ failures: 9, failing_since: knex.fn.now() });
  await endCooldown();
  expect(await attempt(ids[0])).toEqual({ status: 'succeeded', nextInMs: null });
  expect(await webhook()).toMatchObject({ failures: 0, failing_since: null, cooldown_until: null });
  await Promise.all(ids.slice(1).map((id) => attempt(id)));
  expect(receiver.requests).toHaveLength(6);
});

test('a success that closes the circuit wakes the deliveries that wait for it', async () => {
  const { ids, attempt, change, endCooldown, knex } = await setUp(5);
  await change({ failures: 9, failing_since: knex.fn.now() });
  await endCooldown();
  const [first, never, due, later, other = ''] = ids;
  const at = (id: string | undefined, next: unknown) =>
    knex('deliveries').where('id', id).update({ handed_over: true, next_attempt_at: next });
  await at(never, null);
  await at(due, knex.fn.now());
  await at(later, inTenMinutes(knex));
  await at(other, null);
  await knex('deliveries').where('id', other).update({ handed_over: false });
  await knex('outbox_messages').delete();
  expect(await attempt(first)).toEqual({ status: 'succeeded', nextInMs: null });
  const woken = await knex('outbox_messages').select(
    'topic',
    'subject',
    'detail',
    knex.raw(
      `visible_at between now() - interval '5 seconds' and now() + interval '20 seconds' as soon`,
    ),
  );
  const message = { topic: 'deliver', detail: { again: true }, soon: true };
  expect(woken).toHaveLength(2);
  expect(woken).toEqual(
    expect.arrayContaining([never, due].map((subject) => ({ ...message, subject }))),
  );
});

test('a success at a closed circuit wakes nothing', async () => {
  const { ids, attempt, change, knex } = await setUp(2);
  await change({ failures: 2, failing_since: knex.fn.now() });
  await knex('deliveries').update({ handed_over: true });
  await knex('outbox_messages').delete();
  expect(await attempt(ids[0])).toEqual({ status: 'succeeded', nextInMs: null });
  expect(await knex('outbox_messages')).toEqual([]);
});

test('an attempt is not recorded when its delivery has succeeded meanwhile', async () => {
  const { ids, base, attempts, written, webhook } = await setUp(1);
  await testAttempt(base, ids[0] ?? '');
  const before = await written();
  await testAttempt(base, ids[0] ?? '', failed);
  expect(await written()).toEqual(before);
  expect(await attempts()).toBe(1);
  expect(await webhook()).toMatchObject({ failures: 0, failing_since: null });
});

test('Retry-After of one delivery delays only that delivery', async () => {
  const { ids, attempt, receiver, webhook } = await setUp(2);
  receiver.answerWith({ status: 503, headers: { 'retry-after': '90' } }, { status: 200 });
  const asked = await attempt(ids[0]);
  expect(asked.nextInMs).toBeGreaterThanOrEqual(90_000);
  expect(await attempt(ids[1])).toEqual({ status: 'succeeded', nextInMs: null });
  expect(receiver.requests).toHaveLength(2);
  expect(await webhook()).toMatchObject({ failures: 0, cooldown_until: null });
});

test('Retry-After of the fifth failure extends the cooldown up to ten minutes', async () => {
  const { ids, attempt, receiver, webhook } = await setUp(6);
  receiver.answerWith({ status: 429, headers: { 'retry-after': '7200' } });
  for (const id of ids.slice(0, 5)) await attempt(id);
  const cooldownMs = Number((await webhook()).cooldown_until) - Date.now();
  expect(cooldownMs).toBeGreaterThan(590_000);
  expect(cooldownMs).toBeLessThanOrEqual(600_000);
  expect((await attempt(ids[5])).nextInMs).toBeGreaterThan(590_000);
  expect(receiver.requests).toHaveLength(5);
});

test('a requested attempt ignores the cooldown, and its success closes the circuit', async () => {
  const { ids, attempt, receiver, change, webhook, knex } = await setUp(1);
  const soon = knex.raw(`now() + interval '10 minutes'`);
  await change({ failures: 9, failing_since: knex.fn.now(), cooldown_until: soon });
  expect(await attempt(ids[0], true)).toEqual({ status: 'succeeded', nextInMs: null });
  expect(receiver.requests).toHaveLength(1);
  expect(await webhook()).toMatchObject({ failures: 0, cooldown_until: null });
});

describe('an attempt at a URL that the webhook has lost meanwhile', () => {
  async function moving(status: number, attempts = 0) {
    const shop = await setUp(1);
    const { knex, base, merchant, receiver, webhookId, change } = shop;
    const [id = ''] = shop.ids;
    await knex('deliveries').update({ attempts });
    const moved = `${receiver.url}/new`;
    receiver.answerWith(
      async (_request, response) => {
        await changeWebhook(base.db, merchant.id, webhookId, { url: moved });
        await change({ failures: 2, failing_since: new Date(0) });
        response.writeHead(status).end();
      },
      { status: 200 },
    );
    const delivery = () => knex('deliveries').first('status', 'attempts', 'next_attempt_at');
    return { ...shop, id, moved, delivery };
  }
  const untouched = { status: 'active', failures: 2, failing_since: new Date(0) };

  it.each([410, 500])('is retried at the new URL after %d', async (status) => {
    const { id, attempt, webhook, delivery, receiver, ...shop } = await moving(status);
    const made = await attempt(id);
    expect(made.status).toBe('pending');
    expect(made.nextInMs).toBeGreaterThanOrEqual(4_000);
    expect(made.nextInMs).toBeLessThanOrEqual(6_000);
    expect(await webhook()).toMatchObject({ ...untouched, url: shop.moved });
    const stored = { status: 'pending', attempts: 1, next_attempt_at: expect.any(Date) };
    expect(await delivery()).toEqual(stored);
    expect(shop.warn).not.toHaveBeenCalled();

    expect(await attempt(id, true)).toEqual({ status: 'succeeded', nextInMs: null });
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/', '/new']);
    expect(await shop.violations()).toEqual([]);
  });

  it('ends the delivery when it was the last one', async () => {
    const { id, attempt, webhook, delivery } = await moving(410, 9);
    expect(await attempt(id)).toEqual({ status: 'failed', nextInMs: null });
    expect(await delivery()).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(await webhook()).toMatchObject(untouched);
  });

  it('succeeds without closing the circuit of the new URL', async () => {
    const { id, attempt, webhook } = await moving(200);
    expect(await attempt(id)).toEqual({ status: 'succeeded', nextInMs: null });
    expect(await webhook()).toMatchObject(untouched);
  });
});

describe('the local activity', () => {
  it('makes the first attempt at a healthy webhook', async () => {
    const { ids, atOnce, receiver, attempts } = await setUp(1);
    expect(await atOnce(ids[0])).toEqual({ status: 'succeeded', nextInMs: null });
    expect(receiver.requests).toHaveLength(1);
    expect(await attempts()).toBe(1);
  });

  it('makes only the first attempt, and none while the webhook is failing', async () => {
    const { ids, atOnce, receiver, change, knex } = await setUp(2);
    receiver.answerWith({ status: 500 });
    expect(await atOnce(ids[0])).toMatchObject({ status: 'pending' });
    await knex('deliveries').update({ next_attempt_at: knex.fn.now() });
    expect(await atOnce(ids[1])).toBeNull();
    await change({ failing_since: null, failures: 0 });
    expect(await atOnce(ids[0])).toBeNull();
    expect(receiver.requests).toHaveLength(1);
  });

  it('waits until the attempt is due, for a cooldown and for a slot', async () => {
    const { ids, atOnce, attempt, receiver, change, knex } = await setUp(
      CONCURRENT_ATTEMPTS_MAX + 1,
    );
    await knex('deliveries')
      .where('id', ids[0])
      .update({ next_attempt_at: inTenMinutes(knex) });
    expect((await atOnce(ids[0]))?.nextInMs).toBeGreaterThan(500_000);
    await change({ failing_since: knex.fn.now(), cooldown_until: inTenMinutes(knex) });
    expect((await atOnce(ids[1]))?.nextInMs).toBeGreaterThan(500_000);
    await change({ failing_since: null, cooldown_until: null });
    receiver.answerWith('hang');
    const hanging = ids.slice(1).map((id) => attempt(id));
    await until(() => receiver.requests.length === CONCURRENT_ATTEMPTS_MAX, {
      describe: 'no slot is free',
    });
    expect((await atOnce(ids[1]))?.nextInMs).toBeLessThan(1_000);
    await receiver.close();
    await Promise.all(hanging);
  });

  it('limits its attempts, so that the worker has slots for other tasks', async () => {
    const { ids, atOnce, receiver, base, merchant, knex } = await setUp(CONCURRENT_ATTEMPTS_MAX);
    for (const _ of [1, 2]) {
      await testWebhook(base, merchant, receiver.url, ['payment.failed']);
    }
    const webhooks = await knex('webhooks').orderBy('created_at').pluck<string[]>('id');
    const more = await otherDeliveries(knex, ids, webhooks.slice(1));
    receiver.answerWith('hang');
    const made = [...ids, ...more].map((id) => atOnce(id));
    const passedOn: unknown[] = [];
    for (const each of made) void each.then((outcome) => outcome ?? passedOn.push(outcome));
    await until(() => receiver.requests.length + passedOn.length === 24, {
      describe: () => ({ made: receiver.requests.length, passedOn: passedOn.length }),
    });
    expect(receiver.requests).toHaveLength(16);
    await receiver.close();
    await Promise.all(made);
  });
});

describe('disabling a webhook', () => {
  async function disabling(count: number) {
    const shop = await setUp(count);
    const { base, merchant, knex } = shop;
    const listener = await testWebhook(base, merchant, shop.receiver.url, ['webhook.disabled']);
    await testWebhook(base, merchant, shop.receiver.url, ['payment.failed']);
    const stranger = await testMerchant(knex);
    await testWebhook(base, stranger.merchant, shop.receiver.url, ['webhook.disabled']);
    await shop.change({ events: ['payment.pending', 'webhook.disabled'] });
    const disabledEvents = () =>
      knex('events').where('name', 'webhook.disabled').orderBy('sequence');
    return { ...shop, listener, disabledEvents };
  }

  it('after a 410 sends one event with the attempt to the other subscribed webhooks', async () => {
    const { ids, attempt, receiver, ...shop } = await disabling(5);
    receiver.answerWith({ status: 410 });
    const made = await Promise.all(ids.map((id) => attempt(id)));
    expect(made).toEqual(ids.map(() => ({ status: 'failed', nextInMs: null })));
    expect(await shop.webhook()).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    const events = await shop.disabledEvents();
    expect(events).toMatchObject([
      { order_id: shop.webhookId, merchant_id: shop.merchant.id, sequence: 1 },
    ]);
    expect(JSON.parse(events[0].body)).toMatchObject({
      id: events[0].id,
      event: 'webhook.disabled',
      data: { webhook_id: shop.webhookId, url: receiver.url, reason: 'gone' },
      sequence: 1,
    });
    const deliveries = await shop.knex('deliveries').where('event_id', events[0].id);
    expect(deliveries).toMatchObject([
      { webhook_id: shop.listener.webhookId, order_id: null, handed_over: true },
    ]);
    const message = { topic: 'deliver', subject: deliveries[0].id };
    expect(shop.base.offered).toMatchObject([message]);
    expect(await shop.knex('outbox_messages').where('subject', deliveries[0].id)).toMatchObject([
      message,
    ]);
    expect(shop.warn.mock.calls).toEqual([
      [{ webhookId: shop.webhookId, reason: 'gone' }, 'webhook disabled'],
    ]);
    expect(await shop.violations()).toEqual([]);
  });

  it('after five days of failures ends its pending deliveries', async () => {
    const { ids, attempt, receiver, ...shop } = await disabling(2);
    receiver.answerWith({ status: 500 });
    await shop.change({ failing_since: new Date(Date.now() - 5 * DAY_MS - 1_000), failures: 3 });
    await attempt(ids[0]);
    expect(await shop.webhook()).toMatchObject({ status: 'disabled', disabled_reason: 'failing' });
    expect(await attempt(ids[1])).toEqual({ status: 'failed', nextInMs: null });
    expect(receiver.requests).toHaveLength(1);
    expect(await shop.disabledEvents()).toHaveLength(1);
  });

  it('sends another event when it was enabled in between', async () => {
    const { ids, attempt, receiver, ...shop } = await disabling(2);
    receiver.answerWith({ status: 410 });
    await attempt(ids[0]);
    await shop.change({ status: 'active', failing_since: null, failures: 0, cooldown_until: null });
    await attempt(ids[1]);
    expect(await shop.disabledEvents()).toMatchObject([{ sequence: 1 }, { sequence: 2 }]);
  });
});
