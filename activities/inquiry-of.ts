import type { RequestProgress } from '../src/orders/store/provider-requests';
import { definitionOf } from '../src/orders/rules/kinds';
import type { Inquiry } from '../src/providers/connectors/connector';

/** A call to a provider takes 10 seconds at most. */
const TURN_RETRY_MS = 5_000;

/** The random part spreads the orders that wait for the same account. */
export const nextTurnMs = (): number => Math.ceil(TURN_RETRY_MS * (1 + Math.random()));

export function inquiryOf(orderId: string, request: RequestProgress): Inquiry {
  const { kind, amountSatang, createdAt, sentForMs, providerRef, paymentRef } = request;
  return {
    kind: definitionOf(kind).request,
    orderId,
    amountSatang,
    createdAt,
    sentForMs,
    expiresAt: null,
    ref: null,
    providerRef,
    paymentRef,
  };
}
