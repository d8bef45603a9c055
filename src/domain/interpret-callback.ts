import type { Hearing, IncomingCallback, IncomingOrder } from './callback';
import { hearMoney } from './interpret-money';
import { hearPayout } from './interpret-payout';
import { directionOf } from './order';

/** What the provider's word means for an order, of whichever kind. Pure and total. */
export function hear(order: IncomingOrder, callback: IncomingCallback): Hearing {
  return directionOf(order.kind) === 'in'
    ? hearMoney(order, callback)
    : hearPayout(order, callback);
}
