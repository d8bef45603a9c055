import type { Logger } from './observe/log';
import { limitLog } from './observe/limit-log';

/** Counted by a process since it last shared the counter. */
export interface Unshared {
  readonly key: string;
  readonly taken: number;
  readonly max: number;
  readonly windowMs: number;
}

/** The sum over all processes. */
export interface Shared {
  readonly key: string;
  readonly count: number;
  /** Until the window ends. */
  readonly leftMs: number;
}

export interface Taken {
  /** Nothing was counted: the limit is reached. */
  readonly isOver: boolean;
  readonly remaining: number;
  /** Until the next window; if the limit is reached, until there is room again. At least 1. */
  readonly secondsLeft: number;
}

export interface Limiter {
  take(who: string, max: number): Taken;
  /** Counts nothing. Returns the seconds until there is room; null below the limit. */
  look(who: string, max: number): number | null;
}

interface Window {
  count: number;
  unshared: number;
  readonly max: number;
  endsAtMs: number;
}

/** Windows of a limiter in memory; the oldest is forgotten. An attacker chooses the addresses. */
const WINDOWS_MAX = 65_536;

interface Options {
  /** Adds to the shared counters and returns them. */
  readonly share: (counters: readonly Unshared[]) => Promise<readonly Shared[]>;
  readonly log: Logger;
  /** Monotonic, in milliseconds. */
  readonly now?: () => number;
}

/** A counter is shared from this part of its limit on: callers far below it cost nothing. */
const SHARED_FROM = 0.1;
const SHARE_EVERY_MS = 100;

interface Dirty extends Omit<Unshared, 'taken'> {
  readonly window: Window;
}

interface Sharing {
  readonly now: () => number;
  readonly shareSoon: (counter: Dirty) => void;
}

/**
 * Rate limits over several processes. Each process counts for itself, and adds the counters that
 * reached a tenth of their limit to those of the other processes ten times a second (decision 42).
 * What the processes accept together beyond a limit is a debt that the next windows pay, so the
 * rate holds over time. Another limit begins a counter of its own: what was accepted under the
 * former one is no debt. While `share` rejects, each process holds the limits for itself.
 */
export function createSharedCounters({ share, log, now = () => performance.now() }: Options) {
  const dirty = new Map<string, Dirty>();
  const warn = limitLog(log);
  let timer: NodeJS.Timeout | null = null;

  async function shareAll(): Promise<void> {
    const sent = [...dirty.values()].map((counter) => {
      const taken = counter.window.unshared;
      counter.window.unshared = 0;
      return { ...counter, taken };
    });
    dirty.clear();
    const windows = new Map(sent.map(({ key, window }) => [key, window]));
    try {
      const answers = await share(
        sent.map(({ key, taken, max, windowMs }) => ({ key, taken, max, windowMs })),
      );
      for (const { key, count, leftMs } of answers) {
        const window = windows.get(key);
        if (window === undefined) continue;
        window.count = count + window.unshared;
        window.endsAtMs = now() + leftMs;
      }
    } catch (error) {
      for (const { window, taken } of sent) window.unshared += taken;
      warn({ err: error }, 'rate limits not shared');
    }
  }

  function shareSoon(counter: Dirty): void {
    dirty.set(counter.key, counter);
    timer ??= setTimeout(() => {
      void shareAll().finally(() => {
        timer = null;
        const [next] = dirty.values();
        if (next !== undefined) shareSoon(next);
      });
    }, SHARE_EVERY_MS).unref();
  }

  return {
    /**
     * `burst`: the number of windows whose limit a caller may take at once after a pause. The rate
     * over time is the same.
     */
    limiter: (name: string, windowMs: number, burst = 1) =>
      createLimiter({ name, windowMs, burst }, { now, shareSoon }),
  };
}

interface Windows {
  readonly name: string;
  readonly windowMs: number;
  readonly burst: number;
}

function createLimiter({ name, windowMs, burst }: Windows, { now, shareSoon }: Sharing): Limiter {
  /** In the order in which the windows began, so that ended ones are first. */
  const windows = new Map<string, Window>();

  /** Begins the next window with the debt of those that ended. Undefined without a window. */
  function current(who: string, at: number): Window | undefined {
    const window = windows.get(who);
    if (window === undefined || at < window.endsAtMs) return window;
    const ended = Math.floor((at - window.endsAtMs) / windowMs) + 1;
    windows.delete(who);
    window.count -= ended * window.max;
    window.endsAtMs += ended * windowMs;
    if (window.count <= 0) return undefined;
    windows.set(who, window);
    return window;
  }

  function begin(who: string, max: number, at: number): Window {
    // Two for each new one, so the map has the windows of the recent past only.
    let looked = 0;
    for (const old of windows.keys()) {
      if (looked++ === 2) break;
      current(old, at);
    }
    const window = { count: 0, unshared: 0, max, endsAtMs: at + windowMs };
    windows.delete(who);
    const [oldest] = windows.keys();
    if (windows.size >= WINDOWS_MAX && oldest !== undefined) windows.delete(oldest);
    windows.set(who, window);
    return window;
  }

  function secondsLeft({ count, endsAtMs }: Window, max: number): number {
    const windowsOfDebt = Math.max(0, Math.floor(count / max) - burst);
    return Math.max(1, Math.ceil((endsAtMs - now() + windowsOfDebt * windowMs) / 1000));
  }

  return {
    look(who, max) {
      const window = current(who, now());
      return window === undefined || window.count < max * burst ? null : secondsLeft(window, max);
    },
    take(who, max) {
      const at = now();
      const open = current(who, at);
      const window = open?.max === max ? open : begin(who, max, at);
      const isOver = window.count >= max * burst;
      if (!isOver) {
        window.count++;
        window.unshared++;
        if (window.count >= max * SHARED_FROM)
          shareSoon({ key: `rate:${name}:${max}:${who}`, max, windowMs, window });
      }
      const remaining = Math.max(0, max - window.count);
      return { isOver, remaining, secondsLeft: secondsLeft(window, max) };
    },
  };
}
