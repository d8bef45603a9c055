import type { AccountHealth } from './routing';

export interface CallBucket {
  /** The start of the interval, in milliseconds since 1970. */
  readonly atMs: number;
  readonly calls: number;
  readonly failures: number;
}

/** The calls of the last five minutes, and the health that follows from them. */
export interface HealthWindow {
  readonly health: AccountHealth;
  readonly buckets: readonly CallBucket[];
}

export type CallCounts = Pick<CallBucket, 'calls' | 'failures'>;

export const healthyWindow: HealthWindow = { health: 'up', buckets: [] };

/** A slower call counts as a failure. */
export const SLOW_CALL_MS = 2_000;

const WINDOW_MS = 5 * 60_000;
const BUCKET_MS = 15_000;
const FAILURES_MIN = 5;
const DOWN_SHARE = 0.5;
const DEGRADED_SHARE = 0.1;

/**
 * | failures in five minutes        | health   |
 * |---------------------------------|----------|
 * | less than 5, or less than 10 %  | up       |
 * | at least 5, and 10 %            | degraded |
 * | at least 5, and 50 %            | down     |
 *
 * An account that is down stays so until a probe succeeds. Pure.
 */
export function addCalls(window: HealthWindow, added: CallCounts, nowMs: number): HealthWindow {
  const atMs = nowMs - (nowMs % BUCKET_MS);
  const earlier = window.buckets.filter((bucket) => bucket.atMs > nowMs - WINDOW_MS);
  const same = earlier.find((bucket) => bucket.atMs === atMs) ?? { calls: 0, failures: 0 };
  const current = {
    atMs,
    calls: same.calls + added.calls,
    failures: same.failures + added.failures,
  };
  const buckets = [...earlier.filter((bucket) => bucket.atMs !== atMs), current];
  const health = window.health === 'down' ? 'down' : healthOf(buckets);
  return { health, buckets };
}

function healthOf(buckets: readonly CallBucket[]): AccountHealth {
  const sum = (of: (bucket: CallBucket) => number) =>
    buckets.reduce((total, bucket) => total + of(bucket), 0);
  const failures = sum((bucket) => bucket.failures);
  if (failures < FAILURES_MIN) return 'up';
  const share = failures / sum((bucket) => bucket.calls);
  if (share >= DOWN_SHARE) return 'down';
  return share >= DEGRADED_SHARE ? 'degraded' : 'up';
}
