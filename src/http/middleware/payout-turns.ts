import { Problem } from '../../domain/problem';
import { KeyedSemaphore } from '../../lib/keyed-semaphore';
import { overloaded } from './admission';

/** Enough that the balance is always in use. */
const AT_ONCE_MAX = 4;
/** A burst ends within this time. Of a queue that stands for longer, further payouts are refused. */
const BURST_MS = 500;
/** Those being made and those that wait for their turn, while a queue stands. */
const IN_PROGRESS_MAX = 16;
const WAIT_MS = 5_000;

const tooMany = new Problem('rate_limit_exceeded', {
  message: 'Too many payouts are in progress. This one was not processed.',
  headers: { 'Retry-After': '1' },
});

export type PayOut = <Result>(merchantId: string, paying: () => Promise<Result>) => Promise<Result>;

/**
 * Makes the payouts of a merchant a few at a time: they wait for its balance one by one, and each
 * holds a connection that other merchants need. Throws Problem `rate_limit_exceeded` while a queue
 * of the merchant stands, and `unavailable` after a wait without a turn.
 */
export function createPayoutTurns(): PayOut {
  const turns = new KeyedSemaphore(AT_ONCE_MAX);
  /** By merchant, since when each payout had to wait. */
  const waitingSince = new Map<string, number>();

  function isStanding(merchantId: string): boolean {
    const nowMs = Date.now();
    const sinceMs = waitingSince.get(merchantId) ?? nowMs;
    if (turns.using(merchantId) < AT_ONCE_MAX) waitingSince.delete(merchantId);
    else waitingSince.set(merchantId, sinceMs);
    return waitingSince.has(merchantId) && nowMs - sinceMs > BURST_MS;
  }

  return async (merchantId, paying) => {
    if (isStanding(merchantId) && turns.using(merchantId) >= IN_PROGRESS_MAX) throw tooMany;
    const release = await turns.acquireWithin(merchantId, WAIT_MS);
    if (release === null) throw overloaded;
    try {
      return await paying();
    } finally {
      release();
      if (turns.using(merchantId) === 0) waitingSince.delete(merchantId);
    }
  };
}
