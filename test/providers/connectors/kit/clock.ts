/** All that jest could fake except the clock and timeouts. */
const real = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

/**
 * Runs with a clock and timeouts that stand still, so that recorded exchanges have the dates of
 * their requests and a timeout costs no time.
 */
export async function atTime<T>(now: Date, run: () => Promise<T> | T): Promise<T> {
  jest.useFakeTimers({ now, doNotFake: [...real] });
  try {
    return await run();
  } finally {
    jest.useRealTimers();
  }
}

/** Passes every timeout of the connector. */
export const passTimeouts = (): void => {
  jest.advanceTimersByTime(60_000);
};
