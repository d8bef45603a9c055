import { Problem } from '../../kernel/rules/problem';
import type { Config } from '../../config';
import { KeyedSemaphore } from '../../platform/keyed-semaphore';

/**
 * Concurrent payouts per merchant and process, as a share of the connection pool. Four of ten keep
 * the balance row locked without a gap.
 */
const POOL_SHARE = 0.4;
/**
 * Maximum of running and waiting payouts of a merchant whose turns have all been in use for
 * `BURST_MS`. Until then the maximum is REQUESTS_IN_FLIGHT_MAX.
 */
const STANDING_MAX = 16;
const BURST_MS = 5_000;
/** Maximum wait for a turn. */
const WAIT_MS = 10_000;

const tooMany = new Problem('rate_limit_exceeded', {
  message: 'Too many payouts are in progress. This one was not processed.',
  headers: { 'Retry-After': '1' },
});

interface PayoutConfig {
  readonly database: Pick<Config['database'], 'poolMax'>;
  readonly http: Pick<Config['http'], 'requestsInFlightMax'>;
}

export type PayoutTurns = ReturnType<typeof createPayoutTurns>;

/**
 * Limits the concurrent payouts of each merchant. They wait for the lock on its balance one by one,
 * and each holds a connection that other merchants need.
 */
export function createPayoutTurns({
  database: { poolMax },
  http: { requestsInFlightMax },
}: PayoutConfig) {
  const turns = new KeyedSemaphore(Math.max(1, Math.floor(poolMax * POOL_SHARE)));

  /** Resolves to the function that releases the turn. Throws Problem `rate_limit_exceeded`. */
  return async function takeTurn(merchantId: string): Promise<() => void> {
    const max = turns.fullForMs(merchantId) > BURST_MS ? STANDING_MAX : requestsInFlightMax;
    if (turns.using(merchantId) >= max) throw tooMany;
    const release = await turns.acquireWithin(merchantId, WAIT_MS);
    if (release === null) throw tooMany;
    return release;
  };
}
