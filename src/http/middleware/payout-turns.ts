import { Problem } from '../../domain/problem';
import type { Config } from '../../config';
import { KeyedSemaphore } from '../../lib/keyed-semaphore';

/**
 * Concurrent payouts of a merchant by process, as a share of the connections. Four of ten keep the
 * row of the balance locked without a gap.
 */
const POOL_SHARE = 0.4;
/** When all turns of a merchant have been taken for this long, the number below is the limit. */
const BURST_MS = 500;
/** Running and waiting payouts of a merchant. */
const IN_PROGRESS_MAX = 16;
/** The longest wait for a turn. */
const WAIT_MS = 5_000;

const tooMany = new Problem('rate_limit_exceeded', {
  message: 'Too many payouts are in progress. This one was not processed.',
  headers: { 'Retry-After': '1' },
});

export type PayoutTurns = ReturnType<typeof createPayoutTurns>;

/**
 * Limits the concurrent payouts of each merchant. They wait for its balance one by one, and each
 * holds a connection that other merchants need.
 */
export function createPayoutTurns({ poolMax }: Pick<Config['database'], 'poolMax'>) {
  const turns = new KeyedSemaphore(Math.max(1, Math.floor(poolMax * POOL_SHARE)));

  /** Waits for a turn. Resolves to its release. Throws Problem `rate_limit_exceeded`. */
  return async function takeTurn(merchantId: string): Promise<() => void> {
    const isLimited = turns.fullForMs(merchantId) > BURST_MS;
    if (isLimited && turns.using(merchantId) >= IN_PROGRESS_MAX) throw tooMany;
    const release = await turns.acquireWithin(merchantId, WAIT_MS);
    if (release === null) throw tooMany;
    return release;
  };
}
