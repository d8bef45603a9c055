import { setTimeout as pause } from 'node:timers/promises';

interface Waiting {
  readonly timeoutMs: number;
  readonly everyMs?: number;
}

type Condition<T> = () => T | Promise<T>;

/** Polls until the condition returns a value. Null after `timeoutMs`. */
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

/** Polls until the condition returns a value. Rejects after `timeoutMs`. */
export async function until<T>(
  condition: Condition<T>,
  { describe, ...waiting }: Waiting & { readonly describe: () => string },
): Promise<NonNullable<T>> {
  const found = await eventually(condition, waiting);
  if (found !== null) return found;
  throw new Error(`not within ${Math.round(waiting.timeoutMs / 1_000)} s: ${describe()}`);
}
