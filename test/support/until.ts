import { setTimeout as pause } from 'node:timers/promises';

/** Ends a wait for what never happens. Far above any wait on a slow machine. */
export const PATIENCE_MS = 240_000;

interface Patience {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
  /** The awaited condition, or a function that describes the current state. */
  readonly describe: string | (() => unknown);
}

type Truthy<T> = Exclude<T, false | 0 | 0n | '' | null | undefined>;

/**
 * Polls until the condition returns a truthy value and resolves with it. Rejects after the timeout
 * with the description. An error of the condition is thrown at once.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = PATIENCE_MS, everyMs = 20, describe }: Patience,
): Promise<Truthy<T>> {
  const startedMs = performance.now();
  for (;;) {
    const found = await condition();
    if (found) return found as Truthy<T>;
    if (performance.now() - startedMs >= timeoutMs) break;
    await pause(everyMs);
  }
  const said = typeof describe === 'string' ? describe : JSON.stringify(await describe());
  throw new Error(`Not within ${timeoutMs} ms: ${said}`);
}
