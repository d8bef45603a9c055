import { machines, orderKinds } from './order';
import type { OrderKind, OrderState } from './order';

/** A state, or `refunded`: a payment of which all has been given back. */
export type ShownStatus = OrderState | 'refunded';

/** How an order stands for its merchant. What lists show, filter and count goes by it. */
export interface Standing {
  readonly kind: OrderKind;
  readonly status: ShownStatus;
}

/** How an order is shown; the database says the same as `shown_status`. */
export const shownStatusOf = (order: {
  readonly kind: OrderKind;
  readonly status: OrderState;
  readonly amountSatang: number;
  readonly refundedSatang: number;
}): ShownStatus =>
  order.kind === 'payment' && order.refundedSatang === order.amountSatang
    ? 'refunded'
    : order.status;

/**
 * The standings that orders of a kind can have; of those in a state, if one is named, and among
 * them those refunded for `refunded`.
 */
export function standingsOf(kind: OrderKind, named?: ShownStatus): readonly Standing[] {
  return machines[kind].states
    .flatMap((state) => shownAs(kind, state).map((status) => ({ state, status })))
    .filter(({ state, status }) => named === undefined || named === state || named === status)
    .map(({ status }) => ({ kind, status }));
}

const shownAs = (kind: OrderKind, state: OrderState): readonly ShownStatus[] =>
  kind === 'payment' && state === 'succeeded' ? ['succeeded', 'refunded'] : [state];

export const allStandings: readonly Standing[] = orderKinds.flatMap((kind) => standingsOf(kind));
