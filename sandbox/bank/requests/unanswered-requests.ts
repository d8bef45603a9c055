import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Longer than any client waits. */
const HOLD_MS_MAX = 300_000;

/** Requests that get no response. */
export class UnansweredRequests {
  readonly #held = new Set<ServerResponse>();
  #isClosed = false;

  /** Resolves when the connection is closed: by the client, by `close`, or after 5 minutes. */
  async hold(response: ServerResponse): Promise<void> {
    if (response.destroyed) return;
    const closed = once(response, 'close');
    this.#held.add(response);
    const timer = setTimeout(() => response.destroy(), HOLD_MS_MAX);
    if (this.#isClosed) response.destroy();
    await closed;
    clearTimeout(timer);
    this.#held.delete(response);
  }

  close(): void {
    this.#isClosed = true;
    for (const response of this.#held) response.destroy();
  }
}
