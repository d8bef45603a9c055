import type { IncomingCallback } from '../../src/orders/rules/callback';
import { directionOf } from '../../src/orders/rules/kinds';
import type { Random } from './random';
import type { Store } from './store';

/** The transfers of a payout; a repeated request pays again. */
interface Paid {
  times: number;
  outcome: 'waiting' | 'succeeded' | 'failed';
}

export interface Message {
  readonly order: number;
  readonly callback: IncomingCallback;
}

/** A callback with default values. */
const callbackOf = (
  part: Partial<IncomingCallback> & Pick<IncomingCallback, 'reported'>,
): IncomingCallback => ({
  accountId: 'acc_1',
  transactionId: null,
  amountSatang: null,
  payer: null,
  movedAt: null,
  isElsewhere: false,
  assigns: null,
  unassigned: null,
  ...part,
});

/**
 * A bank without idempotency: it pays at every request. It moves money and reports it twice, late
 * or out of order, but always correctly.
 */
export class Bank {
  /** Transfers that customers made, by order. */
  readonly received: { readonly order: number; readonly amountSatang: number }[] = [];
  readonly payouts: Paid[] = [];
  /** Callbacks to send; each can be sent again. */
  readonly messages: Message[] = [];

  constructor(
    private readonly random: Random,
    private readonly store: Store,
  ) {}

  /** A customer pays, usually once and the right amount. */
  receive(order: number): void {
    const { amountSatang } = this.store.row(order);
    const paid = amountSatang + this.random.one([0, 0, 0, -1_000, 1_000]);
    const transactionId = `T${this.received.length}`;
    this.received.push({ order, amountSatang: paid });
    this.messages.push({
      order,
      callback: callbackOf({ reported: 'succeeded', transactionId, amountSatang: paid }),
    });
  }

  /** A customer gives up without a payment. */
  decline(order: number): void {
    const callback = callbackOf({ reported: 'failed' });
    this.messages.push({ order, callback });
  }

  /** The request may be lost. */
  send(order: number): void {
    if (this.random.happens(0.2)) return;
    const paid = (this.payouts[order] ??= { times: 0, outcome: 'waiting' });
    paid.times += 1;
  }

  find(order: number): 'not_found' | Paid['outcome'] {
    return this.payouts[order]?.outcome ?? 'not_found';
  }

  /** The answer to an inquiry is stored like a callback. */
  answer(order: number, reported: 'succeeded' | 'failed'): void {
    const callback = callbackOf({ reported });
    this.store.inbox.push({ order, callback, isApplied: false });
  }

  /** Decides pending payouts and reports them. */
  decide(): void {
    for (const [order, paid] of this.payouts.entries()) {
      if (paid?.outcome !== 'waiting') continue;
      paid.outcome = this.random.one(['succeeded', 'failed']);
      const callback = callbackOf({ reported: paid.outcome });
      this.messages.push({ order, callback });
    }
  }

  awaits(order: number): boolean {
    return directionOf(this.store.row(order).kind) === 'in';
  }
}
