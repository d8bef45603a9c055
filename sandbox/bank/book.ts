import { ApiError } from '../web/api-error';
import { RecordFiles } from '../web/record-files';
import {
  requestKinds,
  requestPlurals,
  requestState,
  type BankRecord,
  type Callback,
  type CallbackState,
  type GatewayRequest,
  type Payment,
  type RequestKind,
  type RequestPlural,
  type RequestState,
} from './records';

/** Maximum number of records. All are kept in memory, at about 1 kB each. */
const RECORDS_MAX = 100_000;

export interface RequestTotal {
  readonly count: number;
  readonly amountSatang: number;
}

export type RequestTotals = Readonly<Record<RequestState, RequestTotal>>;

export interface BookTotals
  extends Readonly<Record<CallbackState, number>>, Readonly<Record<RequestPlural, RequestTotals>> {
  readonly payments: number;
  readonly declined: number;
  readonly scheduled: number;
  /** Transfers of customers, and their sum. */
  readonly transfers: number;
  readonly amountSatang: number;
}

/** All records of the bank, in memory and on disk. Every method is synchronous. */
export class Book {
  readonly #files: RecordFiles<BankRecord>;
  readonly #records = new Map<string, BankRecord>();
  /** Keys of records, by idempotency key, by transfer, and by callback in order of creation. */
  readonly #byIdempotencyKey = new Map<string, string>();
  readonly #byTransfer = new Map<string, string>();
  readonly #byCallback = new Map<string, string>();
  readonly #waiting = new Set<string>();
  readonly #scheduled = new Set<string>();

  /** Reads the folder, or creates it. Throws when a record cannot be read. */
  constructor(
    folder: string,
    private readonly recordsMax = RECORDS_MAX,
  ) {
    this.#files = new RecordFiles(folder, keyOf);
    const records = this.#files.readAll();
    for (const record of records) this.#index(record);
    const callbacks = records
      .flatMap((record) => record.callbacks)
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    for (const { callbackId } of callbacks) {
      const key = this.#byCallback.get(callbackId) ?? '';
      this.#byCallback.delete(callbackId);
      this.#byCallback.set(callbackId, key);
    }
  }

  payment(paymentId: string): Payment | null {
    return this.#paymentUnder(`payment ${paymentId}`);
  }

  paymentWithKey(idempotencyKey: string): Payment | null {
    return this.#paymentUnder(this.#byIdempotencyKey.get(idempotencyKey));
  }

  paymentOfTransfer(transactionId: string): Payment | null {
    return this.#paymentUnder(this.#byTransfer.get(transactionId));
  }

  request(kind: RequestKind, orderId: string): GatewayRequest | null {
    const record = this.#records.get(`${kind} ${orderId}`);
    return record?.type === 'request' ? record : null;
  }

  callback(
    callbackId: string,
  ): { readonly callback: Callback; readonly record: BankRecord } | null {
    const record = this.#records.get(this.#byCallback.get(callbackId) ?? '');
    const callback = record?.callbacks.find((one) => one.callbackId === callbackId);
    return record === undefined || callback === undefined ? null : { callback, record };
  }

  /** Callbacks that are still to be delivered, oldest first. */
  waitingCallbacks(): Callback[] {
    return [...this.#waiting].flatMap((id) => this.callback(id)?.callback ?? []);
  }

  newestCallbacks(count: number) {
    const ids = [...this.#byCallback.keys()].slice(-count).toReversed();
    return ids.flatMap((id) => this.callback(id) ?? []);
  }

  scheduledPayments(): Payment[] {
    return [...this.#scheduled].flatMap((key) => this.#paymentUnder(key) ?? []);
  }

  payments(): Payment[] {
    return [...this.#records.values()].filter((record) => record.type === 'payment');
  }

  /** Requests in the order of their arrival. */
  requests(): GatewayRequest[] {
    return [...this.#records.values()].filter((record) => record.type === 'request');
  }

  /** Stores a new record or replaces the one with its id. Throws a 503 ApiError when full. */
  put(record: BankRecord): void {
    if (!this.#records.has(keyOf(record)) && this.#records.size >= this.recordsMax) {
      throw new ApiError(503, 'bank_full', 'The sandbox bank stores no more records.');
    }
    this.#files.write(record);
    this.#index(record);
  }

  updateCallback(callbackId: string, change: Partial<Callback>): void {
    const found = this.callback(callbackId);
    if (found === null) throw new Error(`no callback ${callbackId}`);
    const callbacks = found.record.callbacks.map((callback) =>
      callback.callbackId === callbackId ? { ...callback, ...change } : callback,
    );
    this.put({ ...found.record, callbacks });
  }

  totals(): BookTotals {
    const payments = this.payments().filter(({ settledAt }) => settledAt !== null);
    const transfers = payments.flatMap((payment) => payment.transfers);
    const requests = this.requests();
    const states = { waiting: 0, delivered: 0, undelivered: 0 };
    for (const { callbacks } of this.#records.values()) {
      for (const { state } of callbacks) states[state] += 1;
    }
    const totalsOf = (kind: RequestKind) =>
      requestTotals(requests.filter(({ instruction }) => instruction.kind === kind));
    return {
      ...states,
      payments: payments.length,
      declined: payments.filter(({ mode }) => mode === 'decline').length,
      scheduled: this.#scheduled.size,
      transfers: transfers.length,
      amountSatang: sumOf(transfers),
      ...(Object.fromEntries(
        requestKinds.map((kind) => [requestPlurals[kind], totalsOf(kind)]),
      ) as Record<RequestPlural, RequestTotals>),
    };
  }

  #paymentUnder(key: string | undefined): Payment | null {
    const record = this.#records.get(key ?? '');
    return record?.type === 'payment' ? record : null;
  }

  #index(record: BankRecord): void {
    const key = keyOf(record);
    this.#records.set(key, record);
    for (const { callbackId, state } of record.callbacks) {
      this.#byCallback.set(callbackId, key);
      if (state === 'waiting') this.#waiting.add(callbackId);
      else this.#waiting.delete(callbackId);
    }
    if (record.type === 'request') return;
    if (record.idempotencyKey !== null) this.#byIdempotencyKey.set(record.idempotencyKey, key);
    for (const { transactionId } of record.transfers) this.#byTransfer.set(transactionId, key);
    if (record.settledAt === null) this.#scheduled.add(key);
    else this.#scheduled.delete(key);
  }
}

/** An order id may occur once for each kind of request. */
function keyOf(record: BankRecord): string {
  if (record.type === 'payment') return `payment ${record.paymentId}`;
  return `${record.instruction.kind} ${record.instruction.orderId}`;
}

function requestTotals(requests: readonly GatewayRequest[]): RequestTotals {
  const totalOf = (state: RequestState): RequestTotal => {
    const found = requests.filter((request) => requestState(request) === state);
    return { count: found.length, amountSatang: sumOf(found.map((one) => one.instruction)) };
  };
  return {
    waiting: totalOf('waiting'),
    succeeded: totalOf('succeeded'),
    failed: totalOf('failed'),
  };
}

const sumOf = (amounts: readonly { readonly amountSatang: number }[]): number =>
  amounts.reduce((sum, { amountSatang }) => sum + amountSatang, 0);
