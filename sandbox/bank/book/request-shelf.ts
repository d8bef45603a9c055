import type { CallbackShelf } from './callback-shelf';
import type { Decision, GatewayRequest, RequestKind } from './entry';

/** A request in the book: it waits for somebody while `decision` is null. */
export interface BookedRequest {
  readonly request: GatewayRequest;
  readonly decision: Decision | null;
}

export type RequestState = 'waiting' | 'succeeded' | 'failed';

export interface RequestSum {
  readonly count: number;
  readonly amountSatang: number;
}

export type RequestTotals = Readonly<Record<RequestState, RequestSum>>;

export function requestState({ decision }: BookedRequest): RequestState {
  if (decision === null) return 'waiting';
  return decision.failure === null ? 'succeeded' : 'failed';
}

/** What tells requests apart: a reference counts once for each kind. */
export function requestName({ kind, orderId }: Pick<GatewayRequest, 'kind' | 'orderId'>): string {
  return `${kind} ${orderId}`;
}

/**
 * The requests of the book. None is ever forgotten, as its reference must never move money again;
 * only the callbacks of old ones are.
 */
export class RequestShelf {
  readonly #keptMax: number;
  readonly #callbacks: CallbackShelf;
  readonly #requests = new Map<string, BookedRequest>();
  readonly #waiting = new Map<string, GatewayRequest>();
  /** Of the decided requests whose callbacks are kept. */
  readonly #callbackIds = new Map<string, readonly string[]>();
  readonly #sums = { payout: newSums(), refund: newSums(), charge: newSums() };

  constructor(keptMax: number, callbacks: CallbackShelf) {
    this.#keptMax = keptMax;
    this.#callbacks = callbacks;
  }

  get size(): number {
    return this.#requests.size;
  }

  get(kind: RequestKind, orderId: string): BookedRequest | null {
    return this.#requests.get(requestName({ kind, orderId })) ?? null;
  }

  take(request: GatewayRequest): void {
    const name = requestName(request);
    this.#requests.set(name, { request, decision: null });
    this.#waiting.set(name, request);
    this.#count('waiting', request, 1);
  }

  decide(request: GatewayRequest, decision: Decision): void {
    const name = requestName(request);
    if (this.#waiting.delete(name)) this.#count('waiting', request, -1);
    const booked: BookedRequest = { request, decision };
    this.#requests.set(name, booked);
    this.#count(requestState(booked), request, 1);
    for (const telling of decision.tellings) {
      const about = { kind: 'request', request, decision, telling } as const;
      this.#callbacks.add(telling.callbackId, about, decision.decidedAt);
    }
    this.#callbackIds.set(
      name,
      decision.tellings.map(({ callbackId }) => callbackId),
    );
    this.#forgetOldest();
  }

  /** Requests that nobody has decided, oldest first. */
  waiting(): GatewayRequest[] {
    return [...this.#waiting.values()];
  }

  totals(kind: RequestKind): RequestTotals {
    const { waiting, succeeded, failed } = this.#sums[kind];
    return { waiting: { ...waiting }, succeeded: { ...succeeded }, failed: { ...failed } };
  }

  #count(state: RequestState, { kind, amountSatang }: GatewayRequest, times: 1 | -1): void {
    const sum = this.#sums[kind][state];
    sum.count += times;
    sum.amountSatang += times * amountSatang;
  }

  #forgetOldest(): void {
    for (const [name, callbackIds] of this.#callbackIds) {
      if (this.#callbackIds.size <= this.#keptMax) return;
      if (this.#callbacks.forget(callbackIds)) this.#callbackIds.delete(name);
    }
  }
}

function newSums() {
  return {
    waiting: { count: 0, amountSatang: 0 },
    succeeded: { count: 0, amountSatang: 0 },
    failed: { count: 0, amountSatang: 0 },
  };
}
