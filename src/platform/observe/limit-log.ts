import type { Logger } from './log';

/** Drops warnings beyond the maximum of the current window. */
export type LimitedLog = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/**
 * For lines that unauthenticated clients cause: at most `max` in a window, and at its end one line
 * that counts the suppressed ones.
 */
export function limitLog(log: Logger, { max = 20, windowMs = 10_000 } = {}): LimitedLog {
  let lines = 0;
  let window: NodeJS.Timeout | null = null;
  function endWindow(): void {
    if (lines > max) log.warn({ suppressed: lines - max }, 'log lines suppressed');
    lines = 0;
    window = null;
  }
  return (fields, message) => {
    window ??= setTimeout(endWindow, windowMs).unref();
    lines += 1;
    if (lines <= max) log.warn(fields, message);
  };
}
