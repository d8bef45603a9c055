import { setTimeout as sleep } from 'node:timers/promises';

/** Waits; when the signal says that nobody is interested any more, throws its reason. */
export async function pause(delayMs: number, signal?: AbortSignal): Promise<void> {
  try {
    await sleep(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
