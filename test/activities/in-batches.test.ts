import { inBatches, type Batches } from '../../activities/housekeeping';
import type { ActivityDeps } from '../../activities/deps';

/** The batches of this test read none. */
const deps = {} as ActivityDeps;

/** A clock that a batch advances. */
function stubClock() {
  let nowMs = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  return { pass: (ms: number) => (nowMs += ms) };
}
afterEach(() => jest.restoreAllMocks());

/** Removes up to 10 of `due` rows, each batch in `ms`. */
function backlog(due: number, ms: number, clock = stubClock()) {
  const removed: number[] = [];
  const run: Batches['run'] = async (_deps, limit) => {
    clock.pass(ms);
    const count = Math.min(limit, due - removed.reduce((sum, each) => sum + each, 0));
    removed.push(count);
    return count;
  };
  return { removed, batches: { batch: 10, run } };
}

test('batches go on until one is not full, however many there are', async () => {
  const { removed, batches } = backlog(100_005, 1);
  expect(await inBatches(deps, [batches])).toBe(100_005);
  expect(removed).toHaveLength(10_001);
});

test('a last batch that is full is followed by an empty one', async () => {
  const { removed, batches } = backlog(20, 1);
  expect(await inBatches(deps, [batches])).toBe(20);
  expect(removed).toEqual([10, 10, 0]);
});

test('batches that need not be full go on until nothing is due', async () => {
  const counts = [3, 0, 7];
  const run = async () => counts.shift() ?? null;
  expect(await inBatches(deps, [{ batch: 10, run, isPartial: true }])).toBe(10);
});

test('a run ends within the grace of a stopping worker', async () => {
  const { removed, batches } = backlog(1_000_000, 1_000);
  expect(await inBatches(deps, [batches])).toBe(removed.length * 10);
  // 20 seconds, of which one is for the last batch.
  expect(removed.length).toBeGreaterThan(5);
  expect(removed.length).toBeLessThan(20);
});

test('the parts of a step share the time of one run, and each runs a batch', async () => {
  const clock = stubClock();
  const [first, second] = [backlog(1_000_000, 1_000, clock), backlog(1_000_000, 1_000, clock)];
  await inBatches(deps, [first.batches, second.batches]);
  expect(second.removed).toEqual([10]);
});
