import type { Decision, GatewayRequest, Outcome, Payment, Telling } from './entry';

export type CallbackState = 'waiting' | 'delivered' | 'undelivered';

/** What a callback is about: a customer's payment, or what the gateway had asked for. */
export type About =
  | {
      readonly kind: 'payment';
      readonly payment: Payment;
      readonly transfer: Outcome['transfer'];
    }
  | {
      readonly kind: 'request';
      readonly request: GatewayRequest;
      readonly decision: Decision;
      readonly telling: Telling;
    };

/** What is known of telling the gateway of one outcome. */
export interface Callback {
  readonly callbackId: string;
  readonly about: About;
  /** When what it tells of happened. */
  readonly settledAt: string;
  readonly state: CallbackState;
  /** When that state began. */
  readonly at: string;
  /** Why it was given up; null otherwise. */
  readonly reason: string | null;
}

export interface CallbackTotals {
  readonly waiting: number;
  readonly delivered: number;
  readonly undelivered: number;
}

/** The callbacks of the book, in the order in which they came to be. */
export class CallbackShelf {
  readonly #callbacks = new Map<string, Callback>();
  readonly #waiting = new Set<string>();
  readonly #ended = { delivered: 0, undelivered: 0 };

  get(callbackId: string): Callback | null {
    return this.#callbacks.get(callbackId) ?? null;
  }

  /** A callback that the gateway has yet to be told. */
  add(callbackId: string, about: About, settledAt: string): void {
    const news = { state: 'waiting', at: settledAt, reason: null } as const;
    this.#callbacks.set(callbackId, { callbackId, about, settledAt, ...news });
    this.#waiting.add(callbackId);
  }

  turn(callbackId: string, state: CallbackState, at: string, reason: string | null): void {
    const callback = this.get(callbackId);
    // None: an entry of a bank that kept more in memory. The same state: said twice.
    if (callback === null || callback.state === state) return;
    if (callback.state === 'waiting') this.#waiting.delete(callbackId);
    else this.#ended[callback.state] -= 1;
    if (state === 'waiting') this.#waiting.add(callbackId);
    else this.#ended[state] += 1;
    this.#callbacks.set(callbackId, { ...callback, state, at, reason });
  }

  /** Drops them all, unless one of them waits: then none. */
  forget(callbackIds: readonly string[]): boolean {
    if (callbackIds.some((callbackId) => this.#waiting.has(callbackId))) return false;
    for (const callbackId of callbackIds) this.#callbacks.delete(callbackId);
    return true;
  }

  waiting(): Callback[] {
    return [...this.#waiting].flatMap((callbackId) => this.get(callbackId) ?? []);
  }

  newest(count: number): Callback[] {
    return [...this.#callbacks.values()].slice(-count).reverse();
  }

  totals(): CallbackTotals {
    return { ...this.#ended, waiting: this.#waiting.size };
  }
}
