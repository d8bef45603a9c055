import type { CallbackShelf } from './callback-shelf';
import type { Decision, Payout } from './entry';

/** A payout in the book: it waits for somebody while `decision` is null. */
export interface BookedPayout {
  readonly payout: Payout;
  readonly decision: Decision | null;
}

export const payoutStates = ['waiting', 'succeeded', 'failed'] as const;
export type PayoutState = (typeof payoutStates)[number];

export interface PayoutSum {
  readonly count: number;
  readonly amountSatang: number;
}

export type PayoutTotals = Readonly<Record<PayoutState, PayoutSum>>;

export function payoutState({ decision }: BookedPayout): PayoutState {
  if (decision === null) return 'waiting';
  return decision.failure === null ? 'succeeded' : 'failed';
}

/**
 * The payouts of the book. None is ever forgotten, as its reference must never pay again; only the
 * callbacks of old ones are.
 */
export class PayoutShelf {
  readonly #keptMax: number;
  readonly #callbacks: CallbackShelf;
  readonly #payouts = new Map<string, BookedPayout>();
  readonly #waiting = new Map<string, Payout>();
  /** Of the decided payouts whose callbacks are kept. */
  readonly #callbackIds = new Map<string, readonly string[]>();
  readonly #sums = {
    waiting: { count: 0, amountSatang: 0 },
    succeeded: { count: 0, amountSatang: 0 },
    failed: { count: 0, amountSatang: 0 },
  };

  constructor(keptMax: number, callbacks: CallbackShelf) {
    this.#keptMax = keptMax;
    this.#callbacks = callbacks;
  }

  get size(): number {
    return this.#payouts.size;
  }

  get(orderId: string): BookedPayout | null {
    return this.#payouts.get(orderId) ?? null;
  }

  take(payout: Payout): void {
    this.#payouts.set(payout.orderId, { payout, decision: null });
    this.#waiting.set(payout.orderId, payout);
    this.#count('waiting', payout, 1);
  }

  decide(payout: Payout, decision: Decision): void {
    const { orderId } = payout;
    if (this.#waiting.delete(orderId)) this.#count('waiting', payout, -1);
    const booked: BookedPayout = { payout, decision };
    this.#payouts.set(orderId, booked);
    this.#count(payoutState(booked), payout, 1);
    for (const telling of decision.tellings) {
      const about = { kind: 'payout', payout, decision, telling } as const;
      this.#callbacks.add(telling.callbackId, about, decision.decidedAt);
    }
    this.#callbackIds.set(
      orderId,
      decision.tellings.map(({ callbackId }) => callbackId),
    );
    this.#forgetOldest();
  }

  /** Payouts that nobody has decided, oldest first. */
  waiting(): Payout[] {
    return [...this.#waiting.values()];
  }

  totals(): PayoutTotals {
    const { waiting, succeeded, failed } = this.#sums;
    return { waiting: { ...waiting }, succeeded: { ...succeeded }, failed: { ...failed } };
  }

  #count(state: PayoutState, { amountSatang }: Payout, times: 1 | -1): void {
    this.#sums[state].count += times;
    this.#sums[state].amountSatang += times * amountSatang;
  }

  #forgetOldest(): void {
    for (const [orderId, callbackIds] of this.#callbackIds) {
      if (this.#callbackIds.size <= this.#keptMax) return;
      if (this.#callbacks.forget(callbackIds)) this.#callbackIds.delete(orderId);
    }
  }
}
