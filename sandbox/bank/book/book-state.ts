import { CallbackShelf } from './callback-shelf';
import type { Callback, CallbackTotals } from './callback-shelf';
import type { Entry, GatewayRequest, Payment, RequestKind, RequestPlural } from './entry';
import { RequestShelf } from './request-shelf';
import type { BookedRequest, RequestTotals } from './request-shelf';

/** A payment in the book: scheduled while `settledAt` is null. */
export interface BookedPayment {
  readonly payment: Payment;
  readonly settledAt: string | null;
}

/**
 * Sums over everything the bank ever booked, also what has left the window: of what customers paid,
 * and of what the gateway asked for, by kind and by what became of it.
 */
export interface BookTotals extends CallbackTotals, Readonly<Record<RequestPlural, RequestTotals>> {
  readonly payments: number;
  readonly declined: number;
  readonly transfers: number;
  readonly amountSatang: number;
  readonly scheduled: number;
}

/** What can be asked of the book without waiting for the disk. */
export interface BookView {
  payment(paymentId: string): BookedPayment | null;
  /** The payment that was made under a key. */
  madeUnder(onceKey: string): BookedPayment | null;
  /** The payment of which a transfer is part. */
  paymentOf(transactionId: string): BookedPayment | null;
  request(kind: RequestKind, orderId: string): BookedRequest | null;
  callback(callbackId: string): Callback | null;
  /** Callbacks the gateway has yet to be told, oldest first. */
  waiting(): Callback[];
  /** Payments whose time has not come, in the order they were asked for. */
  scheduled(): Payment[];
  /** Requests that wait for somebody to decide them, oldest first. */
  undecided(): GatewayRequest[];
  /** The last callbacks that came to be, newest first. */
  newest(count: number): Callback[];
  totals(): BookTotals;
}

/**
 * The book in memory: the fold of the journal. It keeps every request, every scheduled payment,
 * every payment with a callback that waits, and the newest `keptMax` of the others; the totals
 * cover all of them.
 */
export class BookState implements BookView {
  readonly #keptMax: number;
  readonly #payments = new Map<string, BookedPayment>();
  readonly #scheduled = new Map<string, Payment>();
  readonly #paymentIds = {
    byKey: new Map<string, string>(),
    byTransfer: new Map<string, string>(),
  };
  readonly #callbacks = new CallbackShelf();
  readonly #requests: RequestShelf;
  readonly #sums = { payments: 0, declined: 0, transfers: 0, amountSatang: 0 };

  constructor(keptMax: number) {
    this.#keptMax = keptMax;
    this.#requests = new RequestShelf(keptMax, this.#callbacks);
  }

  apply(entry: Entry): void {
    switch (entry.kind) {
      case 'scheduled':
        this.#scheduled.set(entry.payment.paymentId, entry.payment);
        return this.#remember({ payment: entry.payment, settledAt: null });
      case 'settled':
        return this.#settle(entry.payment, entry.settledAt);
      case 'request_taken':
        return this.#requests.take(entry.request);
      case 'request_decided':
        return this.#requests.decide(entry.request, entry.decision);
      case 'delivered':
        return this.#callbacks.turn(entry.callbackId, 'delivered', entry.at, null);
      case 'undelivered':
        return this.#callbacks.turn(entry.callbackId, 'undelivered', entry.at, entry.reason);
      case 'reopened':
        return this.#callbacks.turn(entry.callbackId, 'waiting', entry.at, null);
    }
  }

  payment(paymentId: string): BookedPayment | null {
    return this.#payments.get(paymentId) ?? null;
  }

  madeUnder(onceKey: string): BookedPayment | null {
    return this.payment(this.#paymentIds.byKey.get(onceKey) ?? '');
  }

  paymentOf(transactionId: string): BookedPayment | null {
    return this.payment(this.#paymentIds.byTransfer.get(transactionId) ?? '');
  }

  request(kind: RequestKind, orderId: string): BookedRequest | null {
    return this.#requests.get(kind, orderId);
  }

  /** All that were ever taken. */
  get requestCount(): number {
    return this.#requests.size;
  }

  callback(callbackId: string): Callback | null {
    return this.#callbacks.get(callbackId);
  }

  waiting(): Callback[] {
    return this.#callbacks.waiting();
  }

  scheduled(): Payment[] {
    return [...this.#scheduled.values()];
  }

  undecided(): GatewayRequest[] {
    return this.#requests.waiting();
  }

  newest(count: number): Callback[] {
    return this.#callbacks.newest(count);
  }

  totals(): BookTotals {
    return {
      ...this.#sums,
      ...this.#callbacks.totals(),
      scheduled: this.#scheduled.size,
      payouts: this.#requests.totals('payout'),
      refunds: this.#requests.totals('refund'),
      charges: this.#requests.totals('charge'),
    };
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
      this.#callbacks.add(callbackId, { kind: 'payment', payment, transfer }, settledAt);
    }
    this.#forgetOldest();
  }

  #remember(booked: BookedPayment): void {
    const { paymentId, onceKey, outcomes } = booked.payment;
    // A scheduled payment moves to the end: it counts as new from when its money moved.
    this.#payments.delete(paymentId);
    this.#payments.set(paymentId, booked);
    if (onceKey !== null) this.#paymentIds.byKey.set(onceKey, paymentId);
    for (const { transfer } of outcomes) {
      if (transfer !== null) this.#paymentIds.byTransfer.set(transfer.transactionId, paymentId);
    }
  }

  #forgetOldest(): void {
    for (const { payment, settledAt } of this.#payments.values()) {
      if (this.#payments.size - this.#scheduled.size <= this.#keptMax) return;
      if (settledAt === null) continue;
      const callbackIds = payment.outcomes.map(({ callbackId }) => callbackId);
      if (!this.#callbacks.forget(callbackIds)) continue;
      this.#payments.delete(payment.paymentId);
      if (payment.onceKey !== null) this.#paymentIds.byKey.delete(payment.onceKey);
      for (const { transfer } of payment.outcomes) {
        if (transfer !== null) this.#paymentIds.byTransfer.delete(transfer.transactionId);
      }
    }
  }
}
