import { shareCounts } from '../../src/people/store/attempt-counts';
import {
  createSharedCounters,
  type Shared,
  type Unshared,
} from '../../src/platform/shared-counters';
import { testDatabase } from '../support/database';
import { openLog } from '../support/open-log';
import { until } from '../support/until';

const { log } = openLog();
const MINUTE_MS = 60_000;

/** Counters of one process that shares nothing, with a clock. */
function alone() {
  let nowMs = 0;
  const { limiter } = createSharedCounters({ share: async () => [], log, now: () => nowMs });
  const limit = limiter('test', 1_000);
  const takeAll = (who: string, count: number) =>
    Array.from({ length: count }, () => limit.take(who, 10)).filter(({ isOver }) => !isOver).length;
  return { limit, takeAll, advance: (ms: number) => (nowMs += ms) };
}

describe('a limit of 10 per second', () => {
  it('accepts 10 in each second from the first request on', () => {
    const { limit, takeAll, advance } = alone();
    expect(limit.take('a', 10)).toEqual({ isOver: false, remaining: 9, secondsLeft: 1 });
    advance(999);
    expect(takeAll('a', 20)).toBe(9);
    expect(limit.take('a', 10)).toEqual({ isOver: true, remaining: 0, secondsLeft: 1 });
    advance(1);
    expect(takeAll('a', 20)).toBe(10);
    advance(5_000);
    expect(takeAll('a', 20)).toBe(10);
  });

  it('counts each caller by itself', () => {
    const { takeAll } = alone();
    expect([takeAll('a', 20), takeAll('b', 20)]).toEqual([10, 10]);
  });

  it('is looked at without counting', () => {
    const { limit, takeAll } = alone();
    expect(limit.look('a', 10)).toBeNull();
    expect(takeAll('a', 9)).toBe(9);
    expect(limit.look('a', 10)).toBeNull();
    expect(takeAll('a', 1)).toBe(1);
    expect(limit.look('a', 10)).toBe(1);
  });
});

test('a lower limit counts from its first request on', () => {
  const { limit, advance } = alone();
  const takeAll = (max: number) =>
    Array.from({ length: 1_000 }, () => limit.take('a', max)).filter(({ isOver }) => !isOver);
  expect(takeAll(1_000)).toHaveLength(1_000);
  expect(takeAll(5)).toHaveLength(5);
  expect(takeAll(5)).toHaveLength(0);
  advance(1_000);
  expect(takeAll(5)).toHaveLength(5);
});

/** The counters of processes on one database. */
async function processes() {
  const { knex } = await testDatabase({ asApp: true });
  const sent: Unshared[] = [];
  const start = () => {
    const share = (counters: readonly Unshared[]) => {
      sent.push(...counters);
      return shareCounts(knex, counters);
    };
    return createSharedCounters({ share, log }).limiter('test', MINUTE_MS);
  };
  return { knex, sent, start };
}

describe('processes on one database', () => {
  it('accept a limit of 100 together', async () => {
    const { knex, start } = await processes();
    const [one, other] = [start(), start()];
    for (let taken = 0; taken < 60; taken++) one.take('mer_1', 100);
    await until(async () => (await knex('attempt_counts').first('count'))?.count === 60, {
      describe: 'the first process has shared its count',
    });
    let accepted = 0;
    await until(
      () => {
        const { isOver, remaining } = other.take('mer_1', 100);
        if (!isOver) accepted++;
        return remaining < 100 - accepted;
      },
      { describe: 'the other process knows the count' },
    );
    while (!other.take('mer_1', 100).isOver) accepted++;
    expect(accepted).toBe(40);
  });

  it('write nothing for a caller below a tenth of its limit', async () => {
    const { sent, start } = await processes();
    const [one] = [start()];
    for (let taken = 0; taken < 9; taken++) one.take('mer_quiet', 100);
    for (let taken = 0; taken < 10; taken++) one.take('mer_busy', 100);
    await until(() => sent.length > 0, { describe: 'a count was shared' });
    expect(sent).toEqual([
      { key: 'rate:test:100:mer_busy', taken: 10, max: 100, windowMs: MINUTE_MS },
    ]);
  });
});

describe('a shared counter', () => {
  const counter = { key: 'rate:test:100:mer_1', max: 100, windowMs: MINUTE_MS };
  const find = async (shared: Promise<readonly Shared[]>) => (await shared)[0];

  it.each([
    { ended: 'the present one', before: 250, agoMs: -30_000, count: 260, leftMs: 30_000 },
    { ended: 'one', before: 250, agoMs: 15_000, count: 160, leftMs: 45_000 },
    { ended: 'two', before: 250, agoMs: 75_000, count: 60, leftMs: 45_000 },
    { ended: 'three', before: 250, agoMs: 135_000, count: 10, leftMs: 60_000 },
    { ended: 'one without debt', before: 100, agoMs: 15_000, count: 10, leftMs: 60_000 },
  ])('of $before pays 100 for each ended window: $ended', async (row) => {
    const { knex } = await testDatabase({ asApp: true });
    await knex.transaction(async (trx) => {
      // now() is the same throughout the transaction.
      await trx.raw(
        `insert into attempt_counts (key, count, ends_at)
         values (?, ?, now() - ? * interval '1 millisecond')`,
        [counter.key, row.before, row.agoMs],
      );
      const shared = await find(shareCounts(trx, [{ ...counter, taken: 10 }]));
      expect(shared).toEqual({ key: counter.key, count: row.count, leftMs: row.leftMs });
    });
  });
});

it('a limiter remembers 65,536 callers, and forgets the one that began first', () => {
  const share = () => Promise.resolve([]);
  const limit = createSharedCounters({ share, log, now: () => 0 }).limiter('test', MINUTE_MS);
  const remaining = (who: number) => limit.take(`${who}`, 100).remaining;
  for (let who = 0; who <= 65_536; who++) remaining(who);
  expect([remaining(1), remaining(65_536)]).toEqual([98, 98]);
  expect(remaining(0)).toBe(99);
});

it('a burst of several windows is accepted at once, and paid by the following windows', () => {
  let nowMs = 0;
  const share = () => Promise.resolve([]);
  const counters = createSharedCounters({ share, log, now: () => nowMs });
  const limit = counters.limiter('test', 1_000, 5);
  const accepted = () => {
    let count = 0;
    while (!limit.take('mer_1', 10).isOver) count++;
    return count;
  };
  expect(accepted()).toBe(50);
  expect(limit.take('mer_1', 10)).toEqual({ isOver: true, remaining: 0, secondsLeft: 1 });
  for (nowMs = 1_000; nowMs < 10_000; nowMs += 1_000) expect(accepted()).toBe(10);
});

it('limits hold for each process while the database cannot be reached', async () => {
  const { log: warned, parsed } = openLog();
  const share = () => Promise.reject(new Error('no database'));
  const limit = createSharedCounters({ share, log: warned }).limiter('test', MINUTE_MS);
  for (let taken = 0; taken < 100; taken++) limit.take('mer_1', 100);
  await until(() => parsed().length > 0, { describe: 'the failure is logged' });
  expect(limit.take('mer_1', 100).isOver).toBe(true);
  expect(parsed()[0]).toMatchObject({ msg: 'rate limits not shared' });
});
