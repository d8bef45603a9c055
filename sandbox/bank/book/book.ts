import { openJournal } from '../journal';
import type { Journal } from '../journal';
import { Refusal } from '../refusal';
import { BookState } from './book-state';
import type { BookView } from './book-state';
import { parseEntry, requestPlurals } from './entry';
import type { Decision, Entry, GatewayRequest, Payment, RequestKind, RequestPlural } from './entry';
import { requestName } from './request-shelf';
import type { BookedRequest, RequestState } from './request-shelf';
import { createTurns } from './keyed-mutex';

export interface BookLimits {
  /** How many finished payments are kept in memory. */
  readonly keptMax: number;
  /** How many callbacks may wait before new payments are refused. */
  readonly waitingMax: number;
  readonly scheduledMax: number;
  /** How many requests the book holds before new ones are refused: none is ever forgotten. */
  readonly requestsMax: number;
}

const bookLimits: BookLimits = {
  keptMax: 10_000,
  waitingMax: 10_000,
  scheduledMax: 1_000,
  requestsMax: 100_000,
};

/** One transfer as the book's readers see it. */
export interface BookTransfer {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
  readonly paidAt: string;
}

/** One decided request as the book's readers see it. */
export interface DecidedRequest {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
  readonly state: Exclude<RequestState, 'waiting'>;
  readonly decidedAt: string;
}

/** Decided requests, by kind. */
export type DecidedRequests = Readonly<Record<RequestPlural, readonly DecidedRequest[]>>;

export interface BookPage extends DecidedRequests {
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

export interface TakenRequest extends BookedRequest {
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
   * Books a request, decided already or (null) for somebody to decide. A reference that is in the
   * book stays as it is. Rejects with a 503 Refusal when the book is full.
   */
  async take(request: GatewayRequest, decision: Decision | null): Promise<TakenRequest> {
    return this.#inTurn(requestName(request), async () => {
      const known = this.#state.request(request.kind, request.orderId);
      if (known !== null) return { ...known, isNew: false };
      if (this.#state.requestCount >= this.#limits.requestsMax) {
        throw busy('requests are in the book');
      }
      this.#demandRoomForCallbacks();
      await this.#journal.append(
        decision === null
          ? { kind: 'request_taken', request }
          : { kind: 'request_decided', request, decision },
      );
      return { request, decision, isNew: true };
    });
  }

  /** Decides a request, unless it has been: then it stays. Null when it is not in the book. */
  async decide(
    kind: RequestKind,
    orderId: string,
    decision: Decision,
  ): Promise<TakenRequest | null> {
    return this.#inTurn(requestName({ kind, orderId }), async () => {
      const known = this.#state.request(kind, orderId);
      if (known === null) return null;
      if (known.decision !== null) return { ...known, isNew: false };
      this.#demandRoomForCallbacks();
      const { request } = known;
      await this.#journal.append({ kind: 'request_decided', request, decision });
      return { request, decision, isNew: true };
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
   * Transfers and decided requests after a position (0, or a page's `next`), a payment's transfers
   * together, so perhaps one more than `limit`. Rejects with a RangeError when the position is no
   * page's.
   */
  async pageAfter(position: number, limit: number): Promise<BookPage> {
    const transfers: BookTransfer[] = [];
    const decided: Record<RequestPlural, DecidedRequest[]> = {
      payouts: [],
      refunds: [],
      charges: [],
    };
    let decidedCount = 0;
    let next = position;
    for await (const { entry, endByte } of this.#journal.read(position)) {
      next = endByte;
      if (entry.kind === 'settled') transfers.push(...transfersOf(entry));
      if (entry.kind === 'request_decided') {
        decided[requestPlurals[entry.request.kind]].push(decidedRequestOf(entry));
        decidedCount += 1;
      }
      if (transfers.length + decidedCount >= limit) break;
    }
    return { transfers, ...decided, next, hasMore: next < this.#journal.endByte };
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

function decidedRequestOf(entry: Extract<Entry, { kind: 'request_decided' }>): DecidedRequest {
  const { request, decision } = entry;
  const { orderId, amountSatang } = request;
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
