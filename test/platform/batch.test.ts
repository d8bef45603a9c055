import { setTimeout as pause } from 'node:timers/promises';
import { batch } from '../../src/platform/batch';
import { createQueueDelays } from '../../src/platform/queue-delays';

const options = { inFlightMax: 1, itemsMax: 10, canSplit: () => false };

/** Work that blocks until released, and the items that it received. */
function held(result: (item: number) => number = (item) => item * 2) {
  const flights: (readonly number[])[] = [];
  const gates: (() => void)[] = [];
  const work = async (items: readonly number[]) => {
    flights.push(items);
    await new Promise<void>((resolve) => gates.push(resolve));
    return items.map(result);
  };
  const letGo = async () => {
    while (gates.length === 0) await pause(1);
    gates.shift()?.();
  };
  return { work, flights, letGo };
}

test('a batch holds the items of one tick and returns each its own result', async () => {
  const { work, flights, letGo } = held();
  const double = batch(work, options);
  const all = Promise.all([1, 2, 3].map(double));
  await letGo();
  expect(await all).toEqual([2, 4, 6]);
  expect(flights).toEqual([[1, 2, 3]]);
});

test('items that arrive while a batch runs form the next batch', async () => {
  const { work, flights, letGo } = held();
  const double = batch(work, options);
  const first = double(1);
  while (flights.length === 0) await pause(1);
  const rest = Promise.all([2, 3].map(double));
  await letGo();
  await letGo();
  expect([await first, ...(await rest)]).toEqual([2, 4, 6]);
  expect(flights).toEqual([[1], [2, 3]]);
});

test('a batch holds at most the limit, and no item is lost', async () => {
  const flights: number[] = [];
  const double = batch(async (items: readonly number[]) => {
    flights.push(items.length);
    return items.map((item) => item * 2);
  }, options);
  const items = Array.from({ length: 95 }, (_, index) => index);
  expect(await Promise.all(items.map(double))).toEqual(items.map((item) => item * 2));
  expect(Math.max(...flights)).toBe(10);
});

test('a batch fails every item when the database is unavailable', async () => {
  const double = batch(() => Promise.reject(new Error('away')), options);
  const results = await Promise.allSettled([double(1), double(2)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('a batch fails only the item that caused the error', async () => {
  const double = batch(
    async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('two');
      return items.map((item) => item * 2);
    },
    { ...options, canSplit: () => true },
  );
  const results = await Promise.allSettled([1, 2, 3].map(double));
  expect(results).toMatchObject([
    { status: 'fulfilled', value: 2 },
    { status: 'rejected' },
    { status: 'fulfilled', value: 6 },
  ]);
});

test('a wait is measured until its batch begins', async () => {
  let nowMs = 0;
  const delays = createQueueDelays(() => nowMs);
  const { work, flights, letGo } = held();
  const double = batch(work, { ...options, delays });
  const first = double(1);
  while (flights.length === 0) await pause(1);
  expect(delays.nextShortestMs(true)).toBe(0);
  const second = double(2);
  nowMs = 30;
  await letGo();
  while (flights.length === 1) await pause(1);
  nowMs = 500;
  await letGo();
  expect([await first, await second]).toEqual([2, 4]);
  expect(delays.nextShortestMs(true)).toBe(30);
});
