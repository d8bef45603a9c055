import { ATTEMPT_TIMEOUT_MS, DISABLE_AFTER_MS } from './schedule';

/*
 * The circuit breaker of a webhook. Pure. It opens after several failures in a row: deliveries wait
 * for a cooldown, then one of them probes the webhook. A webhook that fails for days is disabled.
 */
const secondMs = 1000;

/** Per webhook and process. */
export const CONCURRENT_ATTEMPTS_MAX = 8;

/** Consecutive failures. */
const FAILURES_BEFORE_OPEN = 5;
const COOLDOWN_MIN_MS = 30 * secondMs;
const COOLDOWN_MAX_MS = 10 * 60 * secondMs;

/** For how long a probe excludes other probes: longer than an attempt. */
export const PROBE_MS = ATTEMPT_TIMEOUT_MS + 5 * secondMs;

/** Deliveries that waited for a cooldown are spread over this period. */
const COOLDOWN_SPREAD_MS = 30 * secondMs;

/** Delay before a delivery retries to acquire a slot; each earlier rejection adds a step. */
const SLOT_RETRY_MIN_MS = 500;
const SLOT_RETRY_STEP_MS = 20;
const SLOT_RETRY_MAX_MS = ATTEMPT_TIMEOUT_MS;

/** The state of a circuit breaker before the latest failed attempt is counted. */
export interface Circuit {
  /** Since the last success; failures during a cooldown are not counted. */
  readonly failures: number;
  /** Since the first failure after the last success; 0 when this is the first. */
  readonly failingForMs: number;
  /** True during a cooldown, and after it until a probe succeeds. */
  readonly isOpen: boolean;
}

export interface Failure {
  /** The attempt was the probe after a cooldown. */
  readonly isProbe: boolean;
  /** The webhook answered 410. */
  readonly isGone: boolean;
  readonly retryAfterMs: number | null;
}

export interface AfterFailure {
  readonly failures: number;
  /** Null when this failure adds no cooldown. */
  readonly cooldownMs: number | null;
  /** Null when the webhook stays enabled. */
  readonly disabledReason: 'gone' | 'failing' | null;
}

/**
 * While the circuit is open only the probe counts: other attempts were in progress when it opened,
 * or were requested by the merchant. Below the threshold, Retry-After delays its own delivery only:
 * a success of another one may show that the webhook has recovered.
 */
export function afterFailure(circuit: Circuit, failure: Failure): AfterFailure {
  const counts = failure.isProbe || !circuit.isOpen;
  const failures = circuit.failures + (counts ? 1 : 0);
  const opens = counts && failures >= FAILURES_BEFORE_OPEN;
  const isExpired = circuit.failingForMs > DISABLE_AFTER_MS;
  return {
    failures,
    cooldownMs: opens ? cooldownOf(failures, failure.retryAfterMs ?? 0) : null,
    disabledReason: failure.isGone ? 'gone' : isExpired ? 'failing' : null,
  };
}

/** Doubles with each failure from 30 s to 10 minutes; Retry-After can raise it in this range. */
const cooldownOf = (failures: number, requestedMs: number): number =>
  Math.min(
    Math.max(COOLDOWN_MIN_MS * 2 ** (failures - FAILURES_BEFORE_OPEN), requestedMs),
    COOLDOWN_MAX_MS,
  );

/** Delay until a delivery checks whether the cooldown, of which `cooldownMs` remain, is over. */
export function reslotRetryMs(cooldownMs: number, random: () => number): number {
  return Math.ceil(cooldownMs + COOLDOWN_SPREAD_MS * random());
}

/** Grows with the number of attempts rejected since a slot was last released. */
export function slotRetryMs(rejected: number, random: () => number): number {
  const waitMs = Math.min(SLOT_RETRY_MIN_MS + SLOT_RETRY_STEP_MS * rejected, SLOT_RETRY_MAX_MS);
  return Math.ceil(waitMs * (0.8 + 0.4 * random()));
}
