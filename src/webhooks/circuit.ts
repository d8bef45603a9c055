import { ATTEMPT_TIMEOUT_MS, DISABLE_AFTER_MS, RETRY_AFTER_MS_MAX } from './schedule';

/** When a webhook that fails is left alone, and when it is given up. Pure. */
const secondMs = 1000;

/** So many failures in a row, and its deliveries wait together instead of failing one by one. */
const FAILURES_BEFORE_REST = 5;
const REST_MS_MIN = 30 * secondMs;
const REST_MS_MAX = 10 * 60 * secondMs;

/** Whoever probes a webhook after its rest has it alone for so long: longer than an attempt. */
export const PROBE_MS = ATTEMPT_TIMEOUT_MS + 5 * secondMs;

/** What waited for the end of a rest comes back over so long a time, not all at once. */
const RETURN_OVER_MS = 30 * secondMs;

/** Where there was no place the wait is at least this, and longer by a step for each before. */
const TURN_MS_MIN = 500;
const TURN_MS_STEP = 20;
const TURN_MS_MAX = ATTEMPT_TIMEOUT_MS;

/** What is known of a webhook when an attempt at it has failed. */
export interface Circuit {
  /** Since the last success, but for those that a rest did not count. */
  readonly failures: number;
  /** How long it has failed, and nothing else; 0 when this was the first. */
  readonly failingForMs: number;
  /** It rests, or has rested and was not seen to be back. */
  readonly isResting: boolean;
}

export interface Failure {
  /** The one attempt that was to find out whether it is back. */
  readonly isProbe: boolean;
  /** It said that it is gone for good. */
  readonly isGone: boolean;
  readonly retryAfterMs: number | null;
}

export interface AfterFailure {
  readonly failures: number;
  /** Its deliveries wait at least for so long; null when no longer than they do already. */
  readonly restsForMs: number | null;
  /** Why it is disabled; null when it is not. */
  readonly disabledReason: 'gone' | 'failing' | null;
}

/**
 * What a failure means for its webhook. One that was under way when the rest began, or that the
 * merchant wanted in spite of it, says nothing new: only a probe makes a rest longer.
 */
export function afterFailure(circuit: Circuit, failure: Failure): AfterFailure {
  const isNews = failure.isProbe || !circuit.isResting;
  const failures = circuit.failures + (isNews ? 1 : 0);
  const askedForMs = Math.min(failure.retryAfterMs ?? 0, RETRY_AFTER_MS_MAX);
  const restsForMs = Math.max(isNews ? restMs(failures) : 0, askedForMs);
  const isHopeless = circuit.failingForMs > DISABLE_AFTER_MS;
  return {
    failures,
    restsForMs: restsForMs > 0 ? restsForMs : null,
    disabledReason: failure.isGone ? 'gone' : isHopeless ? 'failing' : null,
  };
}

/** 30 seconds, doubled by each further failure, up to 10 minutes; 0 while there are too few. */
function restMs(failures: number): number {
  const further = failures - FAILURES_BEFORE_REST;
  return further < 0 ? 0 : Math.min(REST_MS_MIN * 2 ** further, REST_MS_MAX);
}

/** Until a delivery looks again whether the rest, which goes on for `restsForMs`, is over. */
export function returnInMs(restsForMs: number, random: () => number): number {
  return Math.ceil(restsForMs + RETURN_OVER_MS * random());
}

/**
 * Until a delivery asks for a place again, when `turnedAway` others have done so in vain since one
 * became free: a webhook that hangs is asked for less and less.
 */
export function turnInMs(turnedAway: number, random: () => number): number {
  const waitMs = Math.min(TURN_MS_MIN + TURN_MS_STEP * turnedAway, TURN_MS_MAX);
  return Math.ceil(waitMs * (0.8 + 0.4 * random()));
}
