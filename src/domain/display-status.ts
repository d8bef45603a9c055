import { definitionOf, orderKinds } from './orders';
import type { OrderKind, OrderState } from './orders';

/** A state, or `refunded`: a payment of which all has been given back. */
export type DisplayStatus = OrderState | 'refunded';

/** How an order stands for its merchant. What lists show, filter and count goes by it. */
export interface OrderDisplayStatus {
  readonly kind: OrderKind;
  readonly status: DisplayStatus;
}

/** How an order is shown; the database says the same as `shown_status`. */
export const displayStatusOf = (order: {
  readonly kind: OrderKind;
  readonly status: OrderState;
  readonly amountSatang: number;
  readonly refundedSatang: number;
}): DisplayStatus =>
  definitionOf(order.kind).refundable && order.refundedSatang === order.amountSatang
    ? 'refunded'
    : order.status;

/**
 * The standings that orders of a kind can have; of those in a state, if one is named, and among
 * them those refunded for `refunded`.
 */
export function displayStatusesOf(
  kind: OrderKind,
  named?: DisplayStatus,
): readonly OrderDisplayStatus[] {
  return definitionOf(kind)
    .machine.states.flatMap((state) => shownAs(kind, state).map((status) => ({ state, status })))
    .filter(({ state, status }) => named === undefined || named === state || named === status)
    .map(({ status }) => ({ kind, status }));
}

const shownAs = (kind: OrderKind, state: OrderState): readonly DisplayStatus[] =>
  definitionOf(kind).refundable && state === 'succeeded' ? ['succeeded', 'refunded'] : [state];

export const allDisplayStatuses: readonly OrderDisplayStatus[] = orderKinds.flatMap((kind) =>
  displayStatusesOf(kind),
);
