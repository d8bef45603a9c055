import { setTimeout as pause } from 'node:timers/promises';

interface Waiting {
  readonly timeoutMs: number;
  readonly everyMs?: number;
}

type Condition<T> = () => T | Promise<T>;

/** Asks again and again until the answer is something; null when the time is over before. */
export async function eventually<T>(
  condition: Condition<T>,
  { timeoutMs, everyMs = 50 }: Waiting,
): Promise<NonNullable<T> | null> {
  const untilMs = performance.now() + timeoutMs;
  for (;;) {
    const found = await condition();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > untilMs) return null;
    await pause(everyMs);
  }
}

/** The same, but rejects when the time is over. */
export async function until<T>(
  condition: Condition<T>,
  { describe, ...waiting }: Waiting & { readonly describe: () => string },
): Promise<NonNullable<T>> {
  const found = await eventually(condition, waiting);
  if (found !== null) return found;
  throw new Error(`not within ${Math.round(waiting.timeoutMs / 1_000)} s: ${describe()}`);
}
