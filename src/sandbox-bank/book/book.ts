import { openJournal } from '../journal';
import type { Journal } from '../journal';
import { Refusal } from '../refusal';
import { BookState } from './book-state';
import type { BookView } from './book-state';
import { parseEntry } from './entry';
import type { Decision, Entry, Payment, Payout } from './entry';
import type { BookedPayout, PayoutState } from './payout-shelf';
import { createTurns } from './turns';

export interface BookLimits {
  /** How many finished payments are kept in memory. */
  readonly keptMax: number;
  /** How many callbacks may wait before new payments are refused. */
  readonly waitingMax: number;
  readonly scheduledMax: number;
  /** How many payouts the book holds before new ones are refused: none is ever forgotten. */
  readonly payoutsMax: number;
}

const bookLimits: BookLimits = {
  keptMax: 10_000,
  waitingMax: 10_000,
  scheduledMax: 1_000,
  payoutsMax: 100_000,
};

/** One transfer as the book's readers see it. */
export interface BookTransfer {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
  readonly paidAt: string;
}

/** One decided payout as the book's readers see it. */
export interface DecidedPayout {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
  readonly state: Exclude<PayoutState, 'waiting'>;
  readonly decidedAt: string;
}

export interface BookPage {
  readonly transfers: readonly BookTransfer[];
  readonly payouts: readonly DecidedPayout[];
  /** Where the next page begins. */
  readonly next: number;
  readonly hasMore: boolean;
}

export interface Accepted {
  readonly payment: Payment;
  /** False when the key had made the payment before. */
  readonly isNew: boolean;
}

export interface TakenPayout extends BookedPayout {
  /** False when the reference had been booked before. */
  readonly isNew: boolean;
}

/** The bank's own book: nothing that it promised is forgotten, and nothing is written twice. */
export class Book {
  readonly #state: BookState;
  readonly #journal: Journal<Entry>;
  readonly #limits: BookLimits;
  readonly #inTurn = createTurns();

  private constructor(state: BookState, journal: Journal<Entry>, limits: BookLimits) {
    this.#state = state;
    this.#journal = journal;
    this.#limits = limits;
  }

  /** Opens the book that `file` holds, or begins one. Throws when the file cannot be read. */
  static async open(file: string, limits: BookLimits = bookLimits): Promise<Book> {
    const state = new BookState(limits.keptMax);
    const apply = (entry: Entry) => state.apply(entry);
    return new Book(state, await openJournal({ file, parse: parseEntry, apply }), limits);
  }

  /** What the book says now. */
  get view(): BookView {
    return this.#state;
  }

  /** Why the book takes nothing any more; null while all is well. */
  get failure(): Error | null {
    return this.#journal.failure;
  }

  /**
   * Books a payment: at once, or for its `dueAt`. The same `onceKey` again books nothing and
   * returns the payment that it made. Resolves when the book is on the disk; rejects with a 503
   * Refusal when too much waits already.
   */
  async accept(payment: Payment): Promise<Accepted> {
    const { onceKey } = payment;
    if (onceKey === null) {
      await this.#write(payment);
      return { payment, isNew: true };
    }
    return this.#inTurn(`payment ${onceKey}`, async () => {
      const known = this.#state.madeUnder(onceKey);
      if (known !== null) return { payment: known.payment, isNew: false };
      await this.#write(payment);
      return { payment, isNew: true };
    });
  }

  /**
   * Books a payout, decided already or (null) for somebody to decide. A reference that is in the
   * book stays as it is. Rejects with a 503 Refusal when the book is full.
   */
  async takePayout(payout: Payout, decision: Decision | null): Promise<TakenPayout> {
    return this.#inTurn(`payout ${payout.orderId}`, async () => {
      const known = this.#state.payout(payout.orderId);
      if (known !== null) return { ...known, isNew: false };
      if (this.#state.payoutCount >= this.#limits.payoutsMax) throw busy('payouts are in the book');
      this.#demandRoomForCallbacks();
      await this.#journal.append(
        decision === null
          ? { kind: 'payout_taken', payout }
          : { kind: 'payout_decided', payout, decision },
      );
      return { payout, decision, isNew: true };
    });
  }

  /** Decides a payout, unless it has been: then it stays. Null when it is not in the book. */
  async decidePayout(orderId: string, decision: Decision): Promise<TakenPayout | null> {
    return this.#inTurn(`payout ${orderId}`, async () => {
      const known = this.#state.payout(orderId);
      if (known === null) return null;
      if (known.decision !== null) return { ...known, isNew: false };
      this.#demandRoomForCallbacks();
      const { payout } = known;
      await this.#journal.append({ kind: 'payout_decided', payout, decision });
      return { payout, decision, isNew: true };
    });
  }

  /** The money of a scheduled payment moves now. */
  async settle(payment: Payment, settledAt: string): Promise<void> {
    await this.#journal.append({ kind: 'settled', payment, settledAt });
  }

  /** Writes down what became of a callback. */
  async record(entry: Extract<Entry, { callbackId: string }>): Promise<void> {
    await this.#journal.append(entry);
  }

  /**
   * Transfers and decided payouts after a position (0, or a page's `next`), a payment's transfers
   * together, so perhaps one more than `limit`. Rejects with a RangeError when the position is no
   * page's.
   */
  async pageAfter(position: number, limit: number): Promise<BookPage> {
    const transfers: BookTransfer[] = [];
    const payouts: DecidedPayout[] = [];
    let next = position;
    for await (const { entry, endByte } of this.#journal.read(position)) {
      next = endByte;
      if (entry.kind === 'settled') transfers.push(...transfersOf(entry));
      if (entry.kind === 'payout_decided') payouts.push(decidedPayoutOf(entry));
      if (transfers.length + payouts.length >= limit) break;
    }
    return { transfers, payouts, next, hasMore: next < this.#journal.endByte };
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await this.#journal.close();
  }

  async #write(payment: Payment): Promise<void> {
    if (payment.dueAt === null) this.#demandRoomForCallbacks();
    else if (this.#state.totals().scheduled >= this.#limits.scheduledMax) {
      throw busy('payments wait already');
    }
    await this.#journal.append(
      payment.dueAt === null
        ? { kind: 'settled', payment, settledAt: payment.acceptedAt }
        : { kind: 'scheduled', payment },
    );
  }

  #demandRoomForCallbacks(): void {
    if (this.#state.totals().waiting >= this.#limits.waitingMax)
      throw busy('callbacks wait already');
  }
}

function busy(what: string): Refusal {
  return new Refusal(503, 'bank_busy', `Too many ${what}. Try again later.`);
}

function decidedPayoutOf(entry: Extract<Entry, { kind: 'payout_decided' }>): DecidedPayout {
  const { payout, decision } = entry;
  const { orderId, amountSatang } = payout;
  const { transactionId, decidedAt, failure } = decision;
  const state = failure === null ? 'succeeded' : 'failed';
  return { transactionId, orderId, amountSatang, state, decidedAt };
}

function transfersOf(entry: Extract<Entry, { kind: 'settled' }>): BookTransfer[] {
  const { orderId, outcomes } = entry.payment;
  return outcomes.flatMap(({ transfer }) =>
    transfer === null ? [] : [{ ...transfer, orderId, paidAt: entry.settledAt }],
  );
}
