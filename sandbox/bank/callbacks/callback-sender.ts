import { setMaxListeners } from 'node:events';
import type { Logger } from '../../../src/lib/log';
import type { Book } from '../book/book';
import type { Callback } from '../book/callback-shelf';
import type { Answer, Gateway } from '../gateway';
import { Refusal } from '../refusal';
import { messageOf } from './message';
import { createSlots } from './slots';

/** When a callback that failed is tried again, and how often. */
export interface RetryPlan {
  /** The wait after so many failed attempts, counted from 1. */
  readonly delayMs: (attempts: number) => number;
  readonly attemptsMax: number;
}

/** 1 s, 2 s, 4 s … 60 s: twenty tries take a quarter of an hour. */
export const retryPlan: RetryPlan = {
  delayMs: (attempts) => Math.min(60_000, 1_000 * 2 ** (attempts - 1)),
  attemptsMax: 20,
};

/** How far the delivery of a waiting callback has come since the bank was started. */
export interface Progress {
  readonly attempts: number;
  /** Why the last attempt failed; null before it. */
  readonly reason: string | null;
}

export interface CallbackSenderDeps {
  readonly book: Book;
  readonly gateway: Gateway;
  readonly retry: RetryPlan;
  readonly clock: () => number;
  readonly log: Logger;
}

interface Delivery extends Progress {
  attempts: number;
  reason: string | null;
  /** Ends the pause between two attempts. */
  wake: () => void;
  firstAttempt: () => void;
  readonly tried: Promise<void>;
}

const parallelMax = 32;
const closeGraceMs = 3_000;

/**
 * Tells the gateway of what is in the book, at least once, until it has taken it. What it has to
 * send and what came of it is in the book, so that a restart continues, with a fresh retry plan.
 */
export class CallbackSender {
  readonly #deps: CallbackSenderDeps;
  readonly #inSlot = createSlots(parallelMax);
  readonly #deliveries = new Map<string, Delivery>();
  readonly #running = new Set<Promise<void>>();
  readonly #hardStop = new AbortController();
  #closing = false;

  constructor(deps: CallbackSenderDeps) {
    this.#deps = deps;
    // One signal for all that is under way: Node takes more than ten listeners for a leak.
    setMaxListeners(parallelMax, this.#hardStop.signal);
  }

  /** Starts to deliver all that the book holds undone. */
  resume(): void {
    for (const callback of this.#deps.book.view.waiting()) this.#send(callback);
  }

  /**
   * Starts to deliver callbacks of what has been booked: each when it is due, and after the one
   * that it is to follow.
   */
  sendAll(callbacks: readonly { readonly callbackId: string }[]): void {
    for (const { callbackId } of callbacks) {
      const callback = this.#deps.book.view.callback(callbackId);
      if (callback !== null) this.#send(callback);
    }
  }

  /** Sends one now, also one that ended. Rejects with a 404 Refusal when it is not known. */
  async sendAgain(callbackId: string): Promise<Callback> {
    const { book, clock } = this.#deps;
    const callback = book.view.callback(callbackId);
    if (callback === null) throw new Refusal(404, 'callback_not_found', 'No such callback.');
    if (callback.state !== 'waiting') {
      await book.record({ kind: 'reopened', callbackId, at: new Date(clock()).toISOString() });
    }
    this.#deliveries.get(callbackId)?.wake();
    this.#start(callback, 0);
    return book.view.callback(callbackId) ?? callback;
  }

  /** Resolves when those callbacks that are being sent have been tried once, or have ended. */
  async firstAttempts(callbacks: readonly { readonly callbackId: string }[]): Promise<void> {
    for (const { callbackId } of callbacks) await this.#deliveries.get(callbackId)?.tried;
  }

  /** Null for a callback that nothing is being done about. */
  progress(callbackId: string): Progress | null {
    return this.#deliveries.get(callbackId) ?? null;
  }

  /** Ends the waiting at once and what is being sent after a few seconds. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const { wake } of this.#deliveries.values()) wake();
    const timer = setTimeout(() => this.#hardStop.abort(), closeGraceMs);
    await Promise.all(this.#running);
    clearTimeout(timer);
  }

  #send(callback: Callback): void {
    const { about } = callback;
    if (about.kind === 'payment') return this.#start(callback, 0);
    const { afterId, dueAt } = about.telling;
    // Its turn comes when the other has ended.
    if (afterId !== null && this.#deps.book.view.callback(afterId)?.state === 'waiting') return;
    this.#start(callback, dueAt === null ? 0 : Date.parse(dueAt) - this.#deps.clock());
  }

  #start(callback: Callback, delayMs: number): void {
    const { callbackId } = callback;
    if (this.#closing || this.#deliveries.has(callbackId)) return;
    const delivery = newDelivery();
    this.#deliveries.set(callbackId, delivery);
    const work = this.#deliver(callback, delivery, delayMs)
      // Only the book can fail here. The callback stays open in it, for the next start.
      .catch((err: unknown) => this.#deps.log.error({ err, callbackId }, 'callback not recorded'))
      .finally(() => {
        this.#deliveries.delete(callbackId);
        delivery.firstAttempt();
        this.#running.delete(work);
        this.#sendFollowers(callback);
      });
    this.#running.add(work);
  }

  #sendFollowers({ callbackId, about }: Callback): void {
    if (about.kind === 'payment') return;
    const followers = about.decision.tellings.filter(({ afterId }) => afterId === callbackId);
    for (const follower of followers) {
      const callback = this.#deps.book.view.callback(follower.callbackId);
      if (callback?.state === 'waiting') this.#send(callback);
    }
  }

  async #deliver(callback: Callback, delivery: Delivery, delayMs: number): Promise<void> {
    const { book, retry, clock, log } = this.#deps;
    const { callbackId } = callback;
    if (delayMs > 0) await this.#pause(delivery, delayMs);
    while (!this.#closing) {
      const answer = await this.#inSlot(() => this.#attempt(callback, delivery));
      if (answer === null) return;
      const at = new Date(clock()).toISOString();
      if (answer.kind === 'accepted') return book.record({ kind: 'delivered', callbackId, at });
      const { reason } = answer;
      log.warn({ callbackId, attempts: delivery.attempts, reason }, 'callback not accepted');
      if (answer.kind === 'refused' || delivery.attempts >= retry.attemptsMax) {
        return book.record({ kind: 'undelivered', callbackId, at, reason });
      }
      delivery.reason = reason;
      delivery.firstAttempt();
      await this.#pause(delivery, retry.delayMs(delivery.attempts));
    }
  }

  /** Null when the bank closed before the gateway had taken it: the next start sends it. */
  async #attempt(callback: Callback, delivery: Delivery): Promise<Answer | null> {
    if (this.#closing) return null;
    delivery.attempts += 1;
    const answer = await this.#deps.gateway.sendCallback(
      messageOf(callback),
      this.#hardStop.signal,
    );
    return answer.kind !== 'accepted' && this.#closing ? null : answer;
  }

  #pause(delivery: Delivery, delayMs: number): Promise<void> {
    if (this.#closing) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      delivery.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function newDelivery(): Delivery {
  let firstAttempt = (): void => undefined;
  const tried = new Promise<void>((resolve) => {
    firstAttempt = resolve;
  });
  return { attempts: 0, reason: null, wake: () => undefined, firstAttempt, tried };
}
