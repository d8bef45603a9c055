import { createPayoutTurns } from '../../src/http/middleware/payout-turns';

const BURST_MAX = 128;
const STANDING_MAX = 16;
const BURST_MS = 5_000;

// Payouts that wait for their turn have a timer.
beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate'] }));
afterEach(() => jest.useRealTimers());
const soon = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Makes payouts in turns, as a process with ten connections. */
function start({ poolMax = 10 } = {}) {
  const http = { requestsInFlightMax: BURST_MAX };
  const takeTurn = createPayoutTurns({ database: { poolMax }, http });
  return async <Result>(merchantId: string, paying: () => Promise<Result>): Promise<Result> => {
    const release = await takeTurn(merchantId);
    try {
      return await paying();
    } finally {
      release();
    }
  };
}

/** Begins payouts. `ends` has a function for each that is being made. */
function begin(payOut: ReturnType<typeof start>, merchantId: string, count: number) {
  const ends: (() => void)[] = [];
  const paying = () => new Promise<void>((resolve) => ends.push(resolve));
  const begun = Array.from({ length: count }, () => payOut(merchantId, paying));
  return { ends, begun };
}

/** Ends payouts one by one, oldest first. */
async function endAll(ends: (() => void)[], count: number): Promise<void> {
  for (let left = count; left > 0; left--) {
    ends.shift()?.();
    await soon();
  }
}

const refusal = {
  code: 'rate_limit_exceeded',
  status: 429,
  detail: { headers: { 'Retry-After': '1' } },
};

test('payouts of a merchant are made four at a time, in the order of their arrival', async () => {
  const payOut = start();
  const made: number[] = [];
  const ends: (() => void)[] = [];
  for (let number = 0; number < 6; number++) {
    void payOut('mer_1', () => {
      made.push(number);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  }
  await soon();
  expect(made).toEqual([0, 1, 2, 3]);
  ends[2]?.();
  await soon();
  expect(made).toEqual([0, 1, 2, 3, 4]);
});

test('payouts of another merchant do not wait', async () => {
  const payOut = start();
  begin(payOut, 'mer_1', 100);
  const { ends } = begin(payOut, 'mer_2', 1);
  await soon();
  expect(ends).toHaveLength(1);
});

test('128 payouts that arrive together are all made, and one more is refused', async () => {
  const payOut = start();
  const { ends, begun } = begin(payOut, 'mer_1', BURST_MAX);
  await expect(payOut('mer_1', async () => undefined)).rejects.toMatchObject(refusal);
  await soon();
  await endAll(ends, BURST_MAX);
  await expect(Promise.all(begun)).resolves.toHaveLength(BURST_MAX);
});

test('payouts beyond 16 are refused after all turns have been taken for 5 seconds', async () => {
  const payOut = start();
  const { ends } = begin(payOut, 'mer_1', STANDING_MAX);
  jest.advanceTimersByTime(BURST_MS);
  void begin(payOut, 'mer_1', 1);
  jest.advanceTimersByTime(1);
  await expect(payOut('mer_1', async () => undefined)).rejects.toMatchObject(refusal);
  await expect(payOut('mer_2', async () => 'made')).resolves.toBe('made');
  await soon();
  await endAll(ends, STANDING_MAX);
  const next = begin(payOut, 'mer_1', 100);
  await soon();
  expect(next.ends.length).toBeGreaterThan(0);
});

test('the 5 seconds begin again after all payouts have ended', async () => {
  const payOut = start();
  const first = begin(payOut, 'mer_1', STANDING_MAX);
  await soon();
  await endAll(first.ends, STANDING_MAX);
  jest.advanceTimersByTime(10 * BURST_MS);
  const second = begin(payOut, 'mer_1', 100);
  await soon();
  await endAll(second.ends, 100);
  await expect(Promise.all(second.begun)).resolves.toHaveLength(100);
});

test('a payout that fails makes room for the next', async () => {
  const payOut = start();
  const failing = payOut('mer_1', () => Promise.reject(new Error('planted')));
  await expect(failing).rejects.toThrow('planted');
  const { ends } = begin(payOut, 'mer_1', 4);
  await soon();
  expect(ends).toHaveLength(4);
});

test('a process with two connections makes one payout of a merchant at a time', async () => {
  const { ends } = begin(start({ poolMax: 2 }), 'mer_1', 3);
  await soon();
  expect(ends).toHaveLength(1);
});

test('a payout without a turn within 10 seconds is refused with 429', async () => {
  const payOut = start();
  begin(payOut, 'mer_1', 4);
  const waiting = payOut('mer_1', async () => undefined);
  const refused = expect(waiting).rejects.toMatchObject(refusal);
  jest.advanceTimersByTime(10_000);
  await refused;
});
