import { appliedAmong } from '../orders/callbacks';
import type { Db } from '../postgres/connect';

/** Waits until callbacks have been applied by their workflows, all of a process in one query. */
export interface AppliedWatch {
  /** True once the callback has been applied, false when the time is over first. Never throws. */
  wait(callbackId: string, timeoutMs: number): Promise<boolean>;
}

const LOOK_EVERY_MS = 25;
/** Beyond that many at once nobody waits: the answer is given without. */
const WAITING_MAX = 1_000;

interface Waiting {
  readonly timer: NodeJS.Timeout;
  readonly resolve: (applied: boolean) => void;
}

export function createAppliedWatch(db: Db): AppliedWatch {
  const waiting = new Map<string, Waiting>();
  let looking = false;

  const settle = (id: string, applied: boolean) => {
    const found = waiting.get(id);
    if (found === undefined) return;
    clearTimeout(found.timer);
    waiting.delete(id);
    found.resolve(applied);
  };

  async function look(): Promise<void> {
    looking = true;
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      // A database that does not answer only shortens the wait: the callback itself is stored.
      const applied = await appliedAmong(db, [...waiting.keys()]).catch(() => []);
      for (const id of applied) settle(id, true);
    }
    looking = false;
  }

  return {
    wait(callbackId, timeoutMs) {
      if (waiting.size >= WAITING_MAX) return Promise.resolve(false);
      return new Promise((resolve) => {
        // A timer of its own: a database that is slow to answer must not make the wait longer.
        const timer = setTimeout(() => settle(callbackId, false), timeoutMs);
        waiting.set(callbackId, { timer, resolve });
        if (!looking) void look();
      });
    },
  };
}
