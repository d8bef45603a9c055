import { claimMessages, type OutboxMessage } from '../../../src/kernel/outbox/store/messages';
import { OutboxRelay } from '../../../src/kernel/outbox/outbox-relay';
import { closeAfterFile } from '../../support/close-after-file';
import { testDatabase } from '../../support/database';
import { testCallback, testDeps, testMerchant, testPayment } from '../../support/gateway';
import { until } from '../../support/until';

/** A relay that dispatches to the test's function. */
async function setUp(dispatch: (dispatch: OutboxMessage) => Promise<void>) {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const relay = new OutboxRelay(knex, dispatch, deps.log);
  closeAfterFile(() => relay.stop());
  const outbox = () => knex('outbox_messages').orderBy('id') as Promise<OutboxMessage[]>;
  return { knex, deps, merchant, relay, outbox };
}

const INVALID_ARGUMENT = 3;
const DEADLINE_EXCEEDED = 4;
const UNAVAILABLE = 14;
const answer = (code: number) =>
  Object.assign(new Error(`code ${code}`), { code, details: '', metadata: {} });

test('a row is deleted only after Temporal has accepted it', async () => {
  const dispatched: string[] = [];
  const { deps, merchant, relay, outbox } = await setUp(async ({ subject }) => {
    dispatched.push(subject);
  });
  const id = await testPayment(deps, merchant);
  expect(await outbox()).toMatchObject([{ topic: 'start', subject: id }]);
  relay.enqueue(deps.offered);
  await until(async () => (await outbox()).length === 0, { describe: 'the row is deleted' });
  expect(dispatched).toEqual([id]);
});

test('callbacks are dispatched before earlier starts', async () => {
  const dispatched: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { knex, deps, merchant, relay } = await setUp(async ({ topic }) => {
    await gate;
    dispatched.push(topic);
  });
  const ids: string[] = [];
  for (let n = 0; n < 30; n++) ids.push(await testPayment(deps, merchant));
  relay.enqueue(deps.offered);
  await testCallback(deps, ids[29] ?? '', { reported: 'succeeded' });
  const [callback] = (await knex('outbox_messages').where('topic', 'callback')) as OutboxMessage[];
  if (callback !== undefined) relay.enqueue([callback]);
  open();
  // The callback replaces the start of its order.
  await until(() => dispatched.length === 30, { describe: 'all are dispatched' });
  // The maximum of concurrent starts was in flight when the callback came; it was the next.
  expect(dispatched.indexOf('callback')).toBeLessThanOrEqual(6);
});

test('a callback replaces the queued start of its order, and of no other', async () => {
  const dispatched: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { knex, deps, merchant, relay, outbox } = await setUp(async ({ topic, subject }) => {
    dispatched.push(`${topic} ${subject}`);
    if (topic === 'start') await gate;
  });
  const ids: string[] = [];
  for (let n = 0; n < 8; n++) ids.push(await testPayment(deps, merchant));
  const [paid = '', other = ''] = ids.slice(6);
  // Six starts are in flight, the maximum. Two are queued.
  relay.enqueue(deps.offered);
  await testCallback(deps, paid, { reported: 'succeeded' });
  const callbacks = (await knex('outbox_messages').where('topic', 'callback')) as OutboxMessage[];
  relay.enqueue(callbacks);
  await until(() => dispatched.includes(`callback ${paid}`), { describe: 'the callback is sent' });
  open();
  await until(async () => (await outbox()).length === 0, { describe: 'all rows are deleted' });
  expect(dispatched).toContain(`start ${other}`);
  expect(dispatched).not.toContain(`start ${paid}`);
});

const facts = {
  workflow: 'qrPayment' as const,
  merchantId: 'mer_1',
  reference: null,
};

/** Rows that are in memory only. */
function rowsOf(topic: 'callback' | 'start', count: number, firstId: number): OutboxMessage[] {
  return Array.from({ length: count }, (_, n): OutboxMessage => {
    const row = { id: firstId + n, subject: `${topic} ${n}` };
    return topic === 'callback'
      ? { ...row, topic, detail: { ...facts, callbackId: 'cb_1' } }
      : { ...row, topic, detail: { ...facts, deadline: null } };
  });
}

test('a queued callback is dispatched before a start that was queued earlier', async () => {
  const dispatched: string[] = [];
  const ends: (() => void)[] = [];
  const { relay } = await setUp(async ({ topic }) => {
    dispatched.push(topic);
    if (dispatched.length <= 24) await new Promise<void>((resolve) => ends.push(resolve));
  });
  // The maximum of calls in flight.
  relay.enqueue(rowsOf('callback', 24, 1));
  relay.enqueue(rowsOf('start', 1, 25));
  relay.enqueue(rowsOf('callback', 1, 26));
  expect(dispatched).toHaveLength(24);
  ends.shift()?.();
  await until(() => dispatched.length === 26, { describe: 'both are dispatched' });
  for (const end of ends) end();
  expect(dispatched.slice(24)).toEqual(['callback', 'start']);
});

test('a callback is dispatched before orders that the sweeper wakes', async () => {
  const dispatched: string[] = [];
  const ends: (() => void)[] = [];
  const { relay } = await setUp(async ({ subject }) => {
    dispatched.push(subject);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  const swept = Array.from({ length: 100 }, (_, n): OutboxMessage => {
    const detail = { ...facts, callbackId: 'sweep' };
    return { id: n + 2, subject: `overdue ${n}`, topic: 'callback', detail };
  });
  relay.enqueue(swept);
  relay.enqueue(rowsOf('callback', 1, 1));
  const first = [...dispatched];
  const stopped = relay.stop();
  for (const end of ends) end();
  await stopped;
  // Of the overdue orders, the maximum of calls that are not for callbacks.
  expect(first).toHaveLength(7);
  expect(first).toContain('callback 0');
});

test('a row whose claim has expired is not dispatched by its former holder', async () => {
  const dispatched: string[] = [];
  const ends: (() => void)[] = [];
  const { relay } = await setUp(async ({ subject }) => {
    dispatched.push(subject);
    if (dispatched.length <= 6) await new Promise<void>((resolve) => ends.push(resolve));
  });
  // One more than the maximum of starts in flight.
  relay.enqueue(rowsOf('start', 7, 1));
  expect(relay.state().queued).toBe(1);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_000);
  for (const end of ends) end();
  await until(() => relay.state().queued === 0, { describe: 'nothing is queued' });
  clock.mockRestore();
  expect(dispatched).toHaveLength(6);
});

test('a rejected row does not block others', async () => {
  const dispatched: string[] = [];
  const { deps, merchant, relay, outbox } = await setUp(async ({ subject }) => {
    dispatched.push(subject);
    if (subject === refused) throw answer(INVALID_ARGUMENT);
  });
  const refused = await testPayment(deps, merchant);
  const good = await testPayment(deps, merchant);
  relay.enqueue(deps.offered);
  await until(async () => (await outbox()).length === 1, { describe: 'one row is left' });
  expect((await outbox())[0]?.subject).toBe(refused);
  expect(dispatched).toContain(good);
  expect(relay.state().reachable).toBe(true);
});

test('rows that fail before the call do not delay others', async () => {
  const dispatched = new Set<string>();
  const { deps, merchant, relay } = await setUp(async ({ subject }) => {
    if (broken.has(subject)) throw new RangeError('ours');
    dispatched.add(subject);
  });
  const broken = new Set<string>();
  for (let n = 0; n < 6; n++) broken.add(await testPayment(deps, merchant));
  for (let n = 0; n < 60; n++) await testPayment(deps, merchant);
  relay.start();
  relay.enqueue(deps.offered);
  await until(() => dispatched.size === 60, { describe: 'all others are dispatched' });
  expect(relay.state().reachable).toBe(true);
});

test('a server that times out gets each row in turn', async () => {
  const dispatched = new Set<string>();
  const { knex, deps, merchant, relay } = await setUp(async ({ subject }) => {
    dispatched.add(subject);
    throw answer(DEADLINE_EXCEEDED);
  });
  for (let n = 0; n < 20; n++) await testPayment(deps, merchant);
  await knex('outbox_messages').update({ visible_at: knex.fn.now() });
  relay.start();
  await until(() => dispatched.size === 20, {
    describe: 'every row was called',
  });
});

test('callbacks go on while a busy server lets starts time out', async () => {
  const dispatched: string[] = [];
  const { knex, deps, merchant, relay } = await setUp(async ({ topic, subject }) => {
    if (topic !== 'callback') throw answer(DEADLINE_EXCEEDED);
    dispatched.push(subject);
  });
  const ids: string[] = [];
  for (let n = 0; n < 9; n++) ids.push(await testPayment(deps, merchant));
  relay.enqueue(deps.offered);
  await until(() => !relay.state().reachable, { describe: 'the starts have timed out' });
  const callbacks = async () =>
    (await knex('outbox_messages').where('topic', 'callback').orderBy('id')) as OutboxMessage[];
  for (const id of ids) await testCallback(deps, id, { reported: 'succeeded' });
  relay.enqueue((await callbacks()).slice(0, 4));
  expect(dispatched).toEqual(ids.slice(0, 4));
  // Those of another process.
  await knex('outbox_messages').where('topic', 'callback').update({ visible_at: knex.fn.now() });
  relay.start();
  await until(() => new Set(dispatched).size === ids.length, { describe: 'all are dispatched' });
});

test('all calls pause during an outage of Temporal, and every row stays', async () => {
  let calls = 0;
  let isAway = true;
  const { deps, merchant, relay, outbox } = await setUp(async () => {
    calls++;
    if (isAway) throw answer(UNAVAILABLE);
  });
  relay.start();
  for (let n = 0; n < 60; n++) await testPayment(deps, merchant);
  relay.enqueue(deps.offered);
  await until(() => !relay.state().reachable, { describe: 'the outage was noticed' });
  relay.enqueue(deps.offered);
  expect(calls).toBeLessThanOrEqual(25);
  expect(await outbox()).toHaveLength(60);

  isAway = false;
  await until(async () => (await outbox()).length === 0, {
    describe: 'all are dispatched after the outage',
  });
});

test('rows of a dead process are dispatched by another once they are visible', async () => {
  const dispatched: string[] = [];
  const { knex, deps, merchant, relay, outbox } = await setUp(async ({ subject }) => {
    dispatched.push(subject);
  });
  const id = await testPayment(deps, merchant);
  await knex('outbox_messages').update({ visible_at: knex.fn.now() });
  relay.start();
  await until(async () => (await outbox()).length === 0, { describe: 'the row is deleted' });
  expect(dispatched).toEqual([id]);
});

test('two concurrent polls do not dispatch the same row', async () => {
  const dispatched: string[] = [];
  const dispatch = async ({ subject }: OutboxMessage) => {
    dispatched.push(subject);
  };
  const { knex, deps, merchant, relay, outbox } = await setUp(dispatch);
  const twin = new OutboxRelay(knex, dispatch, deps.log);
  closeAfterFile(() => twin.stop());
  for (let n = 0; n < 150; n++) await testPayment(deps, merchant);
  await knex('outbox_messages').update({ visible_at: knex.fn.now() });
  relay.start();
  twin.start();
  await until(async () => (await outbox()).length === 0, { describe: 'all rows are deleted' });
  expect(new Set(dispatched).size).toBe(150);
  expect(dispatched).toHaveLength(150);
});

test.each(['callback', 'start'])(
  'a %s row that another process has locked is skipped without waiting',
  async (topic) => {
    const { knex, deps, merchant } = await setUp(async () => undefined);
    for (let n = 0; n < 2; n++) {
      const id = await testPayment(deps, merchant);
      if (topic === 'callback') await testCallback(deps, id, { reported: 'succeeded' });
    }
    await knex('outbox_messages').whereNot({ topic }).delete();
    await knex('outbox_messages').update({ visible_at: knex.fn.now() });
    const ids: number[] = await knex('outbox_messages').pluck('id');
    await knex.transaction(async (locking) => {
      const locked = await claimMessages(locking, { limit: 1 });
      await knex.transaction(async (other) => {
        await other.raw("set local lock_timeout = '100ms'");
        const claimed = await claimMessages(other, { limit: 2 });
        expect([locked.length, claimed.length]).toEqual([1, 1]);
        expect(new Set([...locked, ...claimed].map(({ id }) => id))).toEqual(new Set(ids));
      });
    });
  },
);

test('stopping releases undispatched rows for other processes', async () => {
  let under = 0;
  const { knex, deps, merchant, relay } = await setUp(async () => {
    under++;
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
  for (let n = 0; n < 60; n++) await testPayment(deps, merchant);
  relay.enqueue(deps.offered);
  await until(() => under > 0, { describe: 'it has begun' });
  await relay.stop();
  const left = await knex('outbox_messages').select(knex.raw('visible_at <= now() as free'));
  expect(left.length).toBe(60 - under);
  expect(left.every(({ free }: { free: boolean }) => free)).toBe(true);
});
