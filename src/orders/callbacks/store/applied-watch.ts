import { appliedAmong } from './callbacks';
import type { Db } from '../../../platform/postgres/connect';

/** One query serves all waits of the process. */
export interface AppliedWatch {
  /** True once the callback has been applied, false after the timeout. Never throws. */
  wait(callbackId: string, timeoutMs: number): Promise<boolean>;
}

const POLL_MS = 25;
/** Further concurrent waits return false at once. */
const WAITING_MAX = 1_000;

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (applied: boolean) => void;
}

export function createAppliedWatch(db: Db): AppliedWatch {
  const waiting = new Map<string, Waiting>();
  let polling = false;

  const resolveWait = (id: string, applied: boolean) => {
    const found = waiting.get(id);
    if (found === undefined) return;
    clearTimeout(found.timer);
    waiting.delete(id);
    found.resolve(applied);
  };

  async function poll(): Promise<void> {
    polling = true;
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      // An error of the database only shortens the wait: the callback is stored.
      const applied = await appliedAmong(db, [...waiting.keys()]).catch(() => []);
      for (const id of applied) resolveWait(id, true);
    }
    polling = false;
  }

  return {
    wait(callbackId, timeoutMs) {
      if (waiting.size >= WAITING_MAX) return Promise.resolve(false);
      return new Promise((resolve) => {
        // A timer per wait: a slow database must not extend it.
        const timer = setTimeout(() => resolveWait(callbackId, false), timeoutMs);
        waiting.set(callbackId, { timer, resolve });
        if (!polling) void poll();
      });
    },
  };
}
