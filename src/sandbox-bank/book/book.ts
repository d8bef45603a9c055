import { openJournal } from '../journal';
import type { Journal } from '../journal';
import { Refusal } from '../refusal';
import { BookState } from './book-state';
import type { BookView } from './book-state';
import { parseEntry } from './entry';
import type { Entry, Payment } from './entry';

export interface BookLimits {
  /** How many finished payments are kept in memory. */
  readonly keptMax: number;
  /** How many callbacks may wait before new payments are refused. */
  readonly waitingMax: number;
  readonly scheduledMax: number;
}

const bookLimits: BookLimits = { keptMax: 10_000, waitingMax: 10_000, scheduledMax: 1_000 };

/** One transfer as the book's readers see it. */
export interface BookTransfer {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
  readonly paidAt: string;
}

export interface BookPage {
  readonly transfers: readonly BookTransfer[];
  /** Where the next page begins. */
  readonly next: number;
  readonly hasMore: boolean;
}

export interface Accepted {
  readonly payment: Payment;
  /** False when the key had made the payment before. */
  readonly isNew: boolean;
}

/** The bank's own book: nothing that it promised is forgotten, and nothing is written twice. */
export class Book {
  readonly #state: BookState;
  readonly #journal: Journal<Entry>;
  readonly #limits: BookLimits;
  readonly #accepting = new Map<string, Promise<void>>();

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
    await this.#quiet(onceKey);
    const known = this.#state.madeUnder(onceKey);
    if (known !== null) return { payment: known.payment, isNew: false };
    const writing = this.#write(payment).finally(() => this.#accepting.delete(onceKey));
    this.#accepting.set(onceKey, writing);
    await writing;
    return { payment, isNew: true };
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
   * Transfers after a position (0, or a page's `next`), a payment's together, so perhaps one more
   * than `limit`. Rejects with a RangeError when the position is no page's.
   */
  async transfersAfter(position: number, limit: number): Promise<BookPage> {
    const transfers: BookTransfer[] = [];
    let next = position;
    for await (const { entry, endByte } of this.#journal.read(position)) {
      next = endByte;
      if (entry.kind === 'settled') transfers.push(...transfersOf(entry));
      if (transfers.length >= limit) break;
    }
    return { transfers, next, hasMore: next < this.#journal.endByte };
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await this.#journal.close();
  }

  /** Until nobody is writing under the key. How that went concerns the one who wrote. */
  async #quiet(onceKey: string): Promise<void> {
    for (;;) {
      const writing = this.#accepting.get(onceKey);
      if (writing === undefined) return;
      await Promise.allSettled([writing]);
    }
  }

  async #write(payment: Payment): Promise<void> {
    const { scheduled, waiting } = this.#state.totals();
    const { scheduledMax, waitingMax } = this.#limits;
    if (payment.dueAt === null ? waiting >= waitingMax : scheduled >= scheduledMax) {
      throw new Refusal(503, 'bank_busy', 'Too many payments wait already. Try again later.');
    }
    await this.#journal.append(
      payment.dueAt === null
        ? { kind: 'settled', payment, settledAt: payment.acceptedAt }
        : { kind: 'scheduled', payment },
    );
  }
}

function transfersOf(entry: Extract<Entry, { kind: 'settled' }>): BookTransfer[] {
  const { orderId, outcomes } = entry.payment;
  return outcomes.flatMap(({ transfer }) =>
    transfer === null ? [] : [{ ...transfer, orderId, paidAt: entry.settledAt }],
  );
}
