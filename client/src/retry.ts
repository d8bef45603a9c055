import type { SaphanError } from './saphan-error';

const FIRST_DELAY_MS = 250;
const DELAY_MAX_MS = 8_000;
/** A longer `Retry-After` is not waited for: the error is thrown. */
const RETRY_AFTER_MAX_MS = 60_000;

/**
 * The delay before the next retry: exponential back-off, reduced by up to half at random, at least
 * the response's `Retry-After`. Null when the error is permanent or `retriesMax` is reached.
 * `retried` counts from 0; `chance` is a random number from 0 to 1.
 */
export function retryDelayMs(
  error: SaphanError,
  { retried, retriesMax, chance }: Readonly<Record<'retried' | 'retriesMax' | 'chance', number>>,
): number | null {
  const { status, retryAfterMs } = error;
  const mayPass = status === null || status === 429 || status >= 500;
  if (!mayPass || retried >= retriesMax) return null;
  if (retryAfterMs !== null && retryAfterMs > RETRY_AFTER_MAX_MS) return null;
  const grownMs = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** retried);
  return Math.max(retryAfterMs ?? 0, grownMs * (1 - chance / 2));
}
