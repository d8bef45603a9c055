import { endOfRun, inBatches, upTo } from '../../activities/in-batches';

/** A clock that `work` advances. */
function stubClock() {
  let nowMs = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  return { pass: (ms: number) => (nowMs += ms) };
}
afterEach(() => jest.restoreAllMocks());

/** Removes up to a limit of `due` rows, each batch in `ms`. */
function backlog(due: number, ms: number, clock = stubClock()) {
  const batches: number[] = [];
  const removeUpTo = async (limit: number) => {
    clock.pass(ms);
    const count = Math.min(limit, due - batches.reduce((sum, each) => sum + each, 0));
    batches.push(count);
    return count;
  };
  return { batches, removeUpTo };
}

test('batches go on until one is not full, however many there are', async () => {
  const { batches, removeUpTo } = backlog(100_005, 1);
  expect(await inBatches(upTo(10, removeUpTo))).toBe(100_005);
  expect(batches).toHaveLength(10_001);
});

test('a last batch that is full is followed by an empty one', async () => {
  const { batches, removeUpTo } = backlog(20, 1);
  expect(await inBatches(upTo(10, removeUpTo))).toBe(20);
  expect(batches).toEqual([10, 10, 0]);
});

test('batches of any size go on until nothing is due', async () => {
  const counts = [3, 0, 7];
  expect(await inBatches(async () => counts.shift() ?? null)).toBe(10);
});

test('a run ends within the grace of a stopping worker', async () => {
  const { batches, removeUpTo } = backlog(1_000_000, 1_000);
  const removed = await inBatches(upTo(10, removeUpTo));
  expect(removed).toBe(batches.length * 10);
  // 20 seconds, of which one is for the last batch.
  expect(batches.length).toBeGreaterThan(5);
  expect(batches.length).toBeLessThan(20);
});

test('steps share the time of one run, and each removes a batch', async () => {
  const clock = stubClock();
  const [first, second] = [backlog(1_000_000, 1_000, clock), backlog(1_000_000, 1_000, clock)];
  const untilMs = endOfRun();
  await inBatches(upTo(10, first.removeUpTo), untilMs);
  expect(await inBatches(upTo(10, second.removeUpTo), untilMs)).toBe(10);
});
