import type { Entry, Outcome, Payment } from './entry';

/** A payment in the book: scheduled while `settledAt` is null. */
export interface BookedPayment {
  readonly payment: Payment;
  readonly settledAt: string | null;
}

export type CallbackState = 'waiting' | 'delivered' | 'undelivered';

/** What is known of telling the gateway of one outcome. */
export interface Callback {
  readonly callbackId: string;
  readonly payment: Payment;
  readonly transfer: Outcome['transfer'];
  readonly settledAt: string;
  readonly state: CallbackState;
  /** When that state began. */
  readonly at: string;
  /** Why it was given up; null otherwise. */
  readonly reason: string | null;
}

/** Sums over everything the bank ever booked, also what has left the window. */
export interface BookTotals {
  readonly payments: number;
  readonly declined: number;
  readonly transfers: number;
  readonly amountSatang: number;
  readonly scheduled: number;
  readonly waiting: number;
  readonly delivered: number;
  readonly undelivered: number;
}

/** What can be asked of the book without waiting for the disk. */
export interface BookView {
  payment(paymentId: string): BookedPayment | null;
  /** The payment that was made under a key. */
  madeUnder(onceKey: string): BookedPayment | null;
  callback(callbackId: string): Callback | null;
  /** Callbacks the gateway has yet to be told, oldest first. */
  waiting(): Callback[];
  /** Payments whose time has not come, in the order they were asked for. */
  scheduled(): Payment[];
  /** Callbacks of the last settled payments, newest first. */
  newest(count: number): Callback[];
  totals(): BookTotals;
}

/**
 * The book in memory: the fold of the journal. It keeps every scheduled payment, every payment with
 * a callback that waits, and the newest `keptMax` of the others; the totals cover all of them.
 */
export class BookState implements BookView {
  readonly #keptMax: number;
  readonly #payments = new Map<string, BookedPayment>();
  readonly #scheduled = new Map<string, Payment>();
  readonly #paymentIds = new Map<string, string>();
  readonly #callbacks = new Map<string, Callback>();
  readonly #waiting = new Set<string>();
  readonly #sums = { payments: 0, declined: 0, transfers: 0, amountSatang: 0 };
  readonly #ended = { delivered: 0, undelivered: 0 };

  constructor(keptMax: number) {
    this.#keptMax = keptMax;
  }

  apply(entry: Entry): void {
    switch (entry.kind) {
      case 'scheduled':
        this.#scheduled.set(entry.payment.paymentId, entry.payment);
        return this.#remember({ payment: entry.payment, settledAt: null });
      case 'settled':
        return this.#settle(entry.payment, entry.settledAt);
      case 'delivered':
        return this.#turn(entry.callbackId, 'delivered', entry.at, null);
      case 'undelivered':
        return this.#turn(entry.callbackId, 'undelivered', entry.at, entry.reason);
      case 'reopened':
        return this.#turn(entry.callbackId, 'waiting', entry.at, null);
    }
  }

  payment(paymentId: string): BookedPayment | null {
    return this.#payments.get(paymentId) ?? null;
  }

  madeUnder(onceKey: string): BookedPayment | null {
    return this.payment(this.#paymentIds.get(onceKey) ?? '');
  }

  callback(callbackId: string): Callback | null {
    return this.#callbacks.get(callbackId) ?? null;
  }

  waiting(): Callback[] {
    return [...this.#waiting].flatMap((callbackId) => this.callback(callbackId) ?? []);
  }

  scheduled(): Payment[] {
    return [...this.#scheduled.values()];
  }

  newest(count: number): Callback[] {
    return [...this.#callbacks.values()].slice(-count).reverse();
  }

  totals(): BookTotals {
    const open = { scheduled: this.#scheduled.size, waiting: this.#waiting.size };
    return { ...this.#sums, ...this.#ended, ...open };
  }

  #settle(payment: Payment, settledAt: string): void {
    this.#scheduled.delete(payment.paymentId);
    this.#remember({ payment, settledAt });
    this.#sums.payments += 1;
    if (payment.mode === 'decline') this.#sums.declined += 1;
    for (const { callbackId, transfer } of payment.outcomes) {
      if (transfer !== null) {
        this.#sums.transfers += 1;
        this.#sums.amountSatang += transfer.amountSatang;
      }
      const news = { state: 'waiting', at: settledAt, reason: null } as const;
      this.#callbacks.set(callbackId, { callbackId, payment, transfer, settledAt, ...news });
      this.#waiting.add(callbackId);
    }
    this.#forgetOldest();
  }

  #remember(booked: BookedPayment): void {
    const { paymentId, onceKey } = booked.payment;
    // A scheduled payment moves to the end: it counts as new from when its money moved.
    this.#payments.delete(paymentId);
    this.#payments.set(paymentId, booked);
    if (onceKey !== null) this.#paymentIds.set(onceKey, paymentId);
  }

  #forgetOldest(): void {
    for (const { payment, settledAt } of this.#payments.values()) {
      if (this.#payments.size - this.#scheduled.size <= this.#keptMax) return;
      const open = payment.outcomes.some(({ callbackId }) => this.#waiting.has(callbackId));
      if (settledAt === null || open) continue;
      this.#payments.delete(payment.paymentId);
      if (payment.onceKey !== null) this.#paymentIds.delete(payment.onceKey);
      for (const { callbackId } of payment.outcomes) this.#callbacks.delete(callbackId);
    }
  }

  #turn(callbackId: string, state: CallbackState, at: string, reason: string | null): void {
    const callback = this.callback(callbackId);
    // None: an entry of a bank that kept more in memory. The same state: said twice.
    if (callback === null || callback.state === state) return;
    if (callback.state === 'waiting') this.#waiting.delete(callbackId);
    else this.#ended[callback.state] -= 1;
    if (state === 'waiting') this.#waiting.add(callbackId);
    else this.#ended[state] += 1;
    this.#callbacks.set(callbackId, { ...callback, state, at, reason });
  }
}
