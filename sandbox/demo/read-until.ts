import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const EVERY_MS = 50;

/** Polls until the condition holds. For changes without an event. */
export async function readUntil<Read>(
  read: () => Promise<Read>,
  isSo: (found: Read) => boolean,
  everyMs = EVERY_MS,
): Promise<Read> {
  const untilMs = performance.now() + TIMEOUT_MS;
  for (;;) {
    const found = await read();
    if (isSo(found)) return found;
    if (performance.now() > untilMs)
      throw new Error(`Timed out. Last value: ${JSON.stringify(found)}.`);
    await pause(everyMs);
  }
}
