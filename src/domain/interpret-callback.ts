import type { CallbackDecision, IncomingCallback, IncomingOrder } from './callback';
import { interpretPaymentCallback } from './interpret-money';
import { interpretPayoutCallback } from './interpret-payout';
import { directionOf } from './orders';

/** Interprets a provider callback for an order of any kind. Pure and total. */
export function interpretCallback(
  order: IncomingOrder,
  callback: IncomingCallback,
): CallbackDecision {
  return directionOf(order.kind) === 'in'
    ? interpretPaymentCallback(order, callback)
    : interpretPayoutCallback(order, callback);
}
