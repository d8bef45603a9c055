import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../../../src/platform/observe/log';
import { ApiError } from '../../web/api-error';
import type { Book } from '../book';
import type { Gateway } from '../gateway';
import type { Callback } from '../records';

export interface RetryPolicy {
  /** Delay after failed attempt number `attempts`, counted from 1. */
  readonly delayMs: (attempts: number) => number;
  readonly attemptsMax: number;
}

/** 1 s, 2 s, 4 s … 60 s: 20 attempts take about 15 minutes. */
export const retryPolicy: RetryPolicy = {
  delayMs: (attempts) => Math.min(60_000, 1_000 * 2 ** (attempts - 1)),
  attemptsMax: 20,
};

export interface CallbackSenderDeps {
  readonly book: Book;
  readonly gateway: Gateway;
  readonly retry: RetryPolicy;
  readonly clock: () => number;
  readonly log: Logger;
}

const IN_FLIGHT_MAX = 32;
const CLOSE_GRACE_MS = 3_000;
/** Node fires longer timers at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Delivers callbacks at least once. The book stores the state of each, so a restarted bank
 * continues; the delay before the next attempt is in memory only, so it then retries at once.
 */
export class CallbackSender {
  readonly #deps: CallbackSenderDeps;
  readonly #retryAtMs = new Map<string, number>();
  readonly #inFlight = new Map<string, Promise<void>>();
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(deps: CallbackSenderDeps) {
    this.#deps = deps;
    // The requests in flight share one signal. By default Node warns at more than ten listeners.
    setMaxListeners(IN_FLIGHT_MAX, this.#abort.signal);
  }

  /** Starts an attempt for each callback that is due, and sets a timer for the next one. */
  poll(): void {
    if (this.#isClosing) return;
    clearTimeout(this.#timer);
    const nowMs = this.#deps.clock();
    let nextMs = Infinity;
    for (const callback of this.#deps.book.waitingCallbacks()) {
      if (this.#inFlight.size >= IN_FLIGHT_MAX) return;
      if (this.#inFlight.has(callback.callbackId) || this.#isBlocked(callback)) continue;
      const atMs = this.#attemptAtMs(callback);
      if (atMs <= nowMs) this.#start(callback);
      else nextMs = Math.min(nextMs, atMs);
    }
    if (nextMs === Infinity) return;
    this.#timer = setTimeout(() => this.poll(), Math.min(nextMs - nowMs, TIMER_MS_MAX));
  }

  /** Sends a callback now, in any state. Throws a 404 ApiError for an unknown one. */
  sendAgain(callbackId: string): Callback {
    const { book, clock } = this.#deps;
    const found = book.callback(callbackId);
    if (found === null) throw new ApiError(404, 'callback_not_found', 'No such callback.');
    if (found.callback.state !== 'waiting') {
      const stateSince = new Date(clock()).toISOString();
      book.updateCallback(callbackId, { state: 'waiting', stateSince, attempts: 0, reason: null });
    }
    this.#retryAtMs.set(callbackId, 0);
    this.poll();
    return book.callback(callbackId)?.callback ?? found.callback;
  }

  /** Resolves when the attempts in flight have ended, or after `timeoutMs`. */
  async attempted(callbacks: readonly Callback[], timeoutMs: number): Promise<void> {
    const attempts = callbacks.flatMap(({ callbackId }) => this.#inFlight.get(callbackId) ?? []);
    await Promise.race([Promise.all(attempts), pause(timeoutMs, undefined, { ref: false })]);
  }

  /** Starts no more attempts, and aborts those in flight after 3 s. */
  async close(): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#timer);
    const timer = setTimeout(() => this.#abort.abort(), CLOSE_GRACE_MS);
    await Promise.all(this.#inFlight.values());
    clearTimeout(timer);
  }

  #isBlocked({ callbackId, afterId }: Callback): boolean {
    if (afterId === null || this.#retryAtMs.has(callbackId)) return false;
    return this.#deps.book.callback(afterId)?.callback.state === 'waiting';
  }

  #attemptAtMs({ callbackId, dueAt }: Callback): number {
    return this.#retryAtMs.get(callbackId) ?? (dueAt === null ? 0 : Date.parse(dueAt));
  }

  #start(callback: Callback): void {
    const { callbackId } = callback;
    const attempt = this.#attempt(callback)
      // Only the disk can fail here. The callback stays in the state `waiting`.
      .catch((err: unknown) => {
        this.#retryAtMs.set(callbackId, this.#deps.clock() + this.#deps.retry.delayMs(1));
        this.#deps.log.error({ err, callbackId }, 'callback state not stored');
      })
      .finally(() => {
        this.#inFlight.delete(callbackId);
        this.poll();
      });
    this.#inFlight.set(callbackId, attempt);
  }

  async #attempt(callback: Callback): Promise<void> {
    const { book, gateway, retry, clock, log } = this.#deps;
    const { callbackId } = callback;
    const result = await gateway.sendCallback(callback, this.#abort.signal);
    const nowMs = clock();
    const stateSince = new Date(nowMs).toISOString();
    if (result.kind === 'accepted') {
      this.#retryAtMs.delete(callbackId);
      book.updateCallback(callbackId, { state: 'delivered', stateSince, reason: null });
      return;
    }
    // The restarted bank sends it again.
    if (this.#isClosing) return;
    const { reason } = result;
    const attempts = callback.attempts + 1;
    log.warn({ callbackId, attempts, reason }, 'callback not accepted');
    if (result.kind === 'rejected' || attempts >= retry.attemptsMax) {
      this.#retryAtMs.delete(callbackId);
      book.updateCallback(callbackId, { state: 'undelivered', stateSince, attempts, reason });
      return;
    }
    this.#retryAtMs.set(callbackId, nowMs + retry.delayMs(attempts));
    book.updateCallback(callbackId, { attempts, reason });
  }
}
