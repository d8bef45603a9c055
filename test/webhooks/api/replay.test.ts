import { REPLAYED_MAX, stepReplay } from '../../../src/webhooks/store/replays';
import { failed, testAttempt, testDelivery } from '../../support/deliveries';
import { testMerchant, testPayment, testWebhook } from '../../support/gateway';
import { startApi, type Api, type Sending } from '../../http/api';
import { asOwner } from '../../support/database';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(() =>
  asOwner(api.deps.db, 'truncate events, webhooks, outbox_messages, idempotency_keys cascade'),
);

const AGO = '2020-01-01T00:00:00Z';
const replay = (id: string, body: unknown, sending?: Sending) =>
  api.post(`/Thai/v1/webhooks/${id}/replay`, body, sending);
const read = (id: string, sending?: Sending) => api.get(`/Thai/v1/webhook-replays/${id}`, sending);
const add = async () => {
  const url = 'https://shop.example.com/hook';
  return (await testWebhook(api.deps, api.merchant, url, ['payment.pending'])).webhookId;
};
const idOf = ({ body }: { readonly body: unknown }) => (body as { replay_id: string }).replay_id;
const asked = (topic: string) => api.deps.db('outbox_messages').where({ topic }).pluck('subject');
const countReplays = async () => (await api.deps.db('replays').pluck('id')).length;

/** A webhook with a failed and a successful delivery, and an event from before it existed. */
async function shop() {
  await testPayment(api.deps, api.merchant);
  const webhookId = await add();
  const bad = await testDelivery(api.deps, api.merchant);
  await testAttempt(api.deps, bad.deliveryId, failed);
  const good = await testDelivery(api.deps, api.merchant);
  await testAttempt(api.deps, good.deliveryId);
  await api.deps.db('outbox_messages').delete();
  return { webhookId, bad, good };
}

describe('200: a replay', () => {
  it('is of failed deliveries by default, run by a workflow, and readable', async () => {
    const { webhookId, bad } = await shop();
    const begun = await replay(webhookId, { since: AGO });
    expect([begun.status, begun.body]).toEqual([
      200,
      {
        replay_id: expect.stringMatching(/^rpl_/),
        webhook_id: webhookId,
        status: 'running',
        only_failed: true,
        since: '2020-01-01T00:00:00.000Z',
        until: expect.any(String),
        total: 1,
        replayed: 0,
        created_at: expect.any(String),
        finished_at: null,
      },
    ]);
    const id = idOf(begun);
    expect(await asked('replay')).toEqual([id]);
    const { replayed, status } = await stepReplay(api.deps.db, id, 10);
    expect([replayed, status]).toEqual([1, 'running']);
    expect(await asked('deliver')).toEqual([bad.deliveryId]);
    await stepReplay(api.deps.db, id, 10);
    const ended = await read(id);
    expect(ended.body).toMatchObject({
      status: 'done',
      total: 1,
      replayed: 1,
      finished_at: expect.any(String),
    });
  });

  it('of all events includes those before the webhook existed, each once', async () => {
    const { webhookId } = await shop();
    const id = idOf(await replay(webhookId, { since: AGO, status: 'all' }));
    const steps: unknown[] = [];
    for (let status = 'running'; status === 'running';) {
      const step = await stepReplay(api.deps.db, id, 2);
      steps.push([step.status, step.replayed, step.total, step.messages.length]);
      ({ status } = step);
      if (steps.length > 5) break;
    }
    expect(steps).toEqual([
      ['running', 2, 3, 2],
      ['running', 3, 3, 1],
      ['done', 3, 3, 0],
    ]);
    expect(await api.deps.db('deliveries').where('status', 'pending').pluck('id')).toHaveLength(3);
  });

  it('resumes where it stopped, with each event once, also with equal timestamps', async () => {
    const webhookId = await add();
    for (let count = 0; count < 5; count++) await testPayment(api.deps, api.merchant);
    await api.deps.db.raw(`update events set created_at = now() - interval '1 minute'`);
    await api.deps.db('outbox_messages').delete();
    const id = idOf(await replay(webhookId, { since: AGO, status: 'all' }));
    for (let count = 0; count < 6; count++) await stepReplay(api.deps.db, id, 1);
    expect((await read(id)).body).toMatchObject({ status: 'done', replayed: 5 });
    expect(new Set(await asked('deliver')).size).toBe(5);
    expect(await asked('deliver')).toHaveLength(5);
  });

  it('includes both ends of its period and nothing outside', async () => {
    const { webhookId, bad, good } = await shop();
    const at = new Date(Date.now() - 60_000);
    const events = api.deps.db('events');
    await events.clone().where('id', bad.eventId).update({ created_at: at });
    await events
      .clone()
      .where('id', good.eventId)
      .update({ created_at: new Date(at.getTime() + 1) });
    const since = at.toISOString();
    const begun = await replay(webhookId, { since, until: since, status: 'all' });
    expect(begun.body).toMatchObject({ total: 1, since, until: since });
    await stepReplay(api.deps.db, idOf(begun), 10);
    expect(await asked('deliver')).toEqual([bad.deliveryId]);
  });

  it('ends at the present: later events are delivered normally', async () => {
    const { webhookId } = await shop();
    const begun = await replay(webhookId, { since: AGO, until: '2999-01-01T00:00:00Z' });
    const { until } = begun.body as { until: string };
    expect(Math.abs(Date.now() - new Date(until).getTime())).toBeLessThan(60_000);
  });

  it('without events completes at once', async () => {
    const id = idOf(await replay(await add(), { since: AGO }));
    expect(await stepReplay(api.deps.db, id, 10)).toMatchObject({ status: 'done', total: 0 });
  });

  it.each(['disabled', 'deleted'])('stops when its webhook is %s', async (status) => {
    const { webhookId } = await shop();
    const id = idOf(await replay(webhookId, { since: AGO }));
    await api.deps.db('webhooks').where('id', webhookId).update({ status });
    await stepReplay(api.deps.db, id, 10);
    expect((await read(id)).body).toMatchObject({
      status: 'stopped',
      replayed: 0,
      finished_at: expect.any(String),
    });
    expect(await asked('deliver')).toEqual([]);
  });

  it('is started once for an idempotency key', async () => {
    const { webhookId } = await shop();
    const headers = { 'Idempotency-Key': 'replay' };
    const request = { since: AGO };
    const [first, second] = await Promise.all([
      replay(webhookId, request, { headers }),
      replay(webhookId, request, { headers }),
    ]);
    expect(second.text).toBe(first.text);
    expect(await countReplays()).toBe(1);
    const other = await replay(webhookId, { ...request, status: 'all' }, { headers });
    expect([other.status, other.code]).toEqual([409, 'idempotency_key_reused']);
  });
});

describe('400: an invalid replay', () => {
  it.each([
    ['no start', {}, 'missing_parameter', 'since'],
    ['an invalid start', { since: 'yesterday' }, 'invalid_request', 'since'],
    ['an invalid end', { since: AGO, until: 5 }, 'invalid_request', 'until'],
    ['an end before the start', { since: AGO, until: '2019-12-31' }, 'invalid_request', 'until'],
    [
      'an end one millisecond before the start',
      { since: AGO, until: '2019-12-31T23:59:59.999Z' },
      'invalid_request',
      'until',
    ],
    ['an unknown status', { since: AGO, status: 'pending' }, 'invalid_request', 'status'],
  ])('%s', async (_name, body, code, param) => {
    const answer = await replay(await add(), body);
    expect([answer.status, answer.code, answer.param]).toEqual([400, code, param]);
    expect(await countReplays()).toBe(0);
  });
});

describe('404: an unknown webhook or replay', () => {
  it("includes another merchant's", async () => {
    const { webhookId } = await shop();
    const { apiKey: key } = await testMerchant(api.deps.db);
    expect((await replay(webhookId, { since: AGO }, { key })).code).toBe('webhook_not_found');
    expect(await countReplays()).toBe(0);
    const id = idOf(await replay(webhookId, { since: AGO }));
    const stranger = await read(id, { key });
    expect([stranger.status, stranger.code]).toEqual([404, 'replay_not_found']);
    for (const unknown of ['rpl_0', 'x']) {
      expect((await read(unknown)).code).toBe('replay_not_found');
    }
  });

  it("excludes another merchant's events", async () => {
    const other = await testMerchant(api.deps.db);
    await testPayment(api.deps, other.merchant);
    const begun = await replay(await add(), { since: AGO, status: 'all' });
    expect(begun.body).toMatchObject({ total: 0 });
  });
});

describe('409: a refused replay', () => {
  it('because one of the webhook is running; one of another webhook can start', async () => {
    const { webhookId } = await shop();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => replay(webhookId, { since: AGO })),
    );
    const codes = answers.map(({ status, code }) => `${status} ${code ?? ''}`.trim()).toSorted();
    expect(codes).toEqual(['200', ...Array(4).fill('409 state_conflict')]);
    expect((await replay(await add(), { since: AGO })).status).toBe(200);
    await api.deps.db('replays').update({ status: 'done' });
    expect((await replay(webhookId, { since: AGO })).status).toBe(200);
  });

  it('because the webhook is paused', async () => {
    const { webhookId } = await shop();
    await api.call('PATCH', `/Thai/v1/webhooks/${webhookId}`, { body: { enabled: false } });
    const { status, code } = await replay(webhookId, { since: AGO });
    expect([status, code]).toEqual([409, 'state_conflict']);
  });

  it('because it has too many events', async () => {
    const webhookId = await add();
    const many = (count: number) =>
      api.deps.db.raw(
        `insert into events (id, merchant_id, order_id, sequence, name, body)
         select 'evt_' || gen_random_uuid(), ?, gen_random_uuid(), 1, 'payment.pending', '{}'
         from generate_series(1, ?)`,
        [api.merchant.id, count],
      );
    await many(REPLAYED_MAX);
    const full = await replay(webhookId, { since: AGO, status: 'all' });
    expect(full.body).toMatchObject({ total: REPLAYED_MAX });
    await api.deps.db('replays').delete();
    await many(1);
    const refused = await replay(webhookId, { since: AGO, status: 'all' });
    expect([refused.status, refused.code]).toEqual(refusal);
    expect(await countReplays()).toBe(0);
  });
});

const refusal = [409, 'state_conflict'];
