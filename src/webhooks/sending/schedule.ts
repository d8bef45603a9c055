/** The retry schedule of deliveries. Pure, so that a workflow can call it. */
const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** After each failed attempt except the last. */
const delaysMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

export const attemptsMax = delaysMs.length + 1;

/** Of a whole attempt: DNS, connection, request and response. */
export const ATTEMPT_TIMEOUT_MS = 15 * secondMs;

/** Shorter, because the first attempt runs in the order's workflow and must not delay it. */
export const FIRST_ATTEMPT_TIMEOUT_MS = 3 * secondMs;

/** A webhook is disabled after all attempts have failed for this long. */
export const DISABLE_AFTER_MS = 5 * 24 * hourMs;

/** Maximum delay by Retry-After beyond that of the schedule. */
const RETRY_AFTER_MS_MAX = 2 * hourMs;

/** Spreads the retries of deliveries that failed together. */
const jitter = 0.2;

export interface FailedAttempt {
  /** Including this one. */
  readonly attemptsMade: number;
  /** The receiver's Retry-After; null without one. */
  readonly retryAfterMs: number | null;
  /** From 0 to 1, like Math.random. */
  readonly random: () => number;
}

/** Null after the last attempt. */
export function nextAttemptDelayMs(failed: FailedAttempt): number | null {
  const { attemptsMade, retryAfterMs, random } = failed;
  if (!Number.isInteger(attemptsMade) || attemptsMade < 1) {
    throw new RangeError(`attemptsMade must be 1 or more, not ${attemptsMade}`);
  }
  const delayMs = delaysMs[attemptsMade - 1];
  if (delayMs === undefined) return null;
  const plannedMs = Math.round(delayMs * (1 - jitter + 2 * jitter * random()));
  return Math.max(plannedMs, Math.min(retryAfterMs ?? 0, plannedMs + RETRY_AFTER_MS_MAX));
}
