/** When a webhook is tried again. Pure, so that a workflow can ask it. */
const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The wait after each failed attempt but the last. */
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

/** What an attempt may take in all: name, connection, request and answer. */
export const ATTEMPT_TIMEOUT_MS = 15 * secondMs;

/** The first attempt is made inside the order's own workflow, which must not wait for long. */
export const FIRST_ATTEMPT_TIMEOUT_MS = 3 * secondMs;

/** An endpoint that has answered nothing but failures for so long is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * hourMs;

/** A receiver cannot put us off for longer than this. */
export const RETRY_AFTER_MS_MAX = 24 * hourMs;

/** Receivers that failed together are not tried again together. */
const jitter = 0.2;

export interface FailedAttempt {
  /** 1 after the first. */
  readonly attemptsMade: number;
  /** What the receiver asked for by Retry-After; null when it did not. */
  readonly retryAfterMs: number | null;
  /** From 0 up to 1, as Math.random. */
  readonly random: () => number;
}

/** How long to wait before the next attempt; null when that was the last. */
export function nextAttemptDelayMs(failed: FailedAttempt): number | null {
  const { attemptsMade, retryAfterMs, random } = failed;
  if (!Number.isInteger(attemptsMade) || attemptsMade < 1) {
    throw new RangeError(`attemptsMade must be 1 or more, not ${attemptsMade}`);
  }
  const delayMs = delaysMs[attemptsMade - 1];
  if (delayMs === undefined) return null;
  const plannedMs = Math.round(delayMs * (1 - jitter + 2 * jitter * random()));
  return Math.max(plannedMs, Math.min(retryAfterMs ?? 0, RETRY_AFTER_MS_MAX));
}
