import { appliedAmong } from './callbacks';
import type { Db } from './connect';

/** Waits until callbacks have been applied by their workflows, all of a process in one query. */
export interface AppliedWatch {
  /** True once the callback has been applied, false when the time is over first. Never throws. */
  wait(callbackId: string, timeoutMs: number): Promise<boolean>;
}

const LOOK_EVERY_MS = 15;
/** Beyond that many at once nobody waits: the answer is given without. */
const WAITING_MAX = 1_000;

interface Waiting {
  readonly untilMs: number;
  readonly resolve: (applied: boolean) => void;
}

export function createAppliedWatch(db: Db): AppliedWatch {
  const waiting = new Map<string, Waiting>();
  let looking = false;

  const settle = (id: string, applied: boolean) => {
    waiting.get(id)?.resolve(applied);
    waiting.delete(id);
  };

  async function look(): Promise<void> {
    looking = true;
    while (waiting.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      // A database that does not answer only shortens the wait: the callback itself is stored.
      const applied = await appliedAmong(db, [...waiting.keys()]).catch(() => []);
      for (const id of applied) settle(id, true);
      const nowMs = Date.now();
      for (const [id, { untilMs }] of waiting) if (untilMs <= nowMs) settle(id, false);
    }
    looking = false;
  }

  return {
    wait(callbackId, timeoutMs) {
      if (waiting.size >= WAITING_MAX) return Promise.resolve(false);
      return new Promise((resolve) => {
        waiting.set(callbackId, { untilMs: Date.now() + timeoutMs, resolve });
        if (!looking) void look();
      });
    },
  };
}
