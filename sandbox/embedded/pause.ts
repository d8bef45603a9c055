import { setTimeout as sleep } from 'node:timers/promises';

/** Waits. Throws the reason of the signal on abort. */
export async function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
