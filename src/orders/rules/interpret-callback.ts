import {
  namedBy,
  noChange,
  type CallbackDecision,
  type IncomingCallback,
  type IncomingOrder,
} from './callback';
import { interpretPaymentCallback } from './interpret-money';
import { interpretPayoutCallback } from './interpret-payout';
import { directionOf } from './kinds';

/**
 * For an order of any kind. The failure that a former account reports is not the order's, because
 * another account carries it out, unless it is of a movement that the former account has made. Pure
 * and total.
 */
export function interpretCallback(
  order: IncomingOrder,
  callback: IncomingCallback,
): CallbackDecision {
  const isOfFormer = callback.accountId !== order.accountId;
  const isNamed = namedBy(order, callback) !== null || callback.unassigned !== null;
  if (callback.reported === 'failed' && isOfFormer && !isNamed) return noChange;
  return directionOf(order.kind) === 'in'
    ? interpretPaymentCallback(order, callback)
    : interpretPayoutCallback(order, callback);
}
