import { setTimeout as pause } from 'node:timers/promises';

interface Patience {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
  /** What is waited for, or a function that tells what is there instead. */
  readonly describe: string | (() => unknown);
}

type Truthy<T> = Exclude<T, false | 0 | 0n | '' | null | undefined>;

/**
 * Polls until the condition gives something true, and resolves with that. Rejects when the time is
 * over, saying what was waited for. An error of the condition itself is thrown at once.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 10_000, everyMs = 20, describe }: Patience,
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
