import type { SaphanError } from './saphan-error';

const FIRST_DELAY_MS = 250;
const DELAY_MAX_MS = 8_000;
/** Whoever is told to wait longer than this has better things to do meanwhile. */
const RETRY_AFTER_MAX_MS = 60_000;

/**
 * How long to wait before the same request is sent again: twice as long each time, less up to a
 * half by chance, and never less than the gateway asked for. Null when it would not help or was
 * tried often enough. `retried` counts from 0, `chance` is from 0 to 1.
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
