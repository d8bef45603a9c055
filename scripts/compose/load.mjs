import { setTimeout as pause } from 'node:timers/promises';
import { pay } from './use.mjs';

const EVERY_MS = 1_000;
/** Each polls the status of its payment: more would slow down the system. */
const IN_FLIGHT_MAX = 5;

/** Starts one payment per second, up to a limit, each with retries, until `stop`. */
export function startLoad(access) {
  let isStopped = false;
  let running = [];
  let inFlight = 0;
  let slowestMs = 0;
  let failures = [];

  async function payOnce() {
    const atMs = Date.now();
    inFlight += 1;
    await pay(access, (reason) => failures.push(reason)).finally(() => {
      inFlight -= 1;
    });
    slowestMs = Math.max(slowestMs, Date.now() - atMs);
  }
  const began = (async () => {
    while (!isStopped) {
      if (inFlight < IN_FLIGHT_MAX) {
        running.push(
          payOnce().then(
            () => null,
            (error) => error,
          ),
        );
      }
      await pause(EVERY_MS);
    }
  })();

  return {
    /**
     * Waits for the payments so far. Throws the first error, and with `mayRepeat` false, when a
     * request to the gateway was repeated.
     */
    async check({ mayRepeat = true } = {}) {
      const ended = await Promise.all(running);
      running = [];
      const [error] = ended.filter((each) => each !== null);
      if (error !== undefined) throw error;
      if (!mayRepeat && failures.length > 0) throw new Error(failures.join('\n'));
      const text =
        `${ended.length} payments, ${failures.length} repeated requests, ` +
        `the slowest took ${(slowestMs / 1000).toFixed(1)} s`;
      slowestMs = 0;
      failures = [];
      return text;
    },
    async stop() {
      isStopped = true;
      await began;
      await this.check();
    },
  };
}
