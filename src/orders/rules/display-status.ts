import { definitionOf, orderKinds, type OrderKind, type OrderState } from './kinds';

/**
 * `refunded`: a payment of whose credited amount nothing is left to refund. That is less than its
 * amount when an operator accepted less.
 */
export type DisplayStatus = OrderState | 'refunded';

/** Lists display, filter and count by it. */
export interface OrderDisplayStatus {
  readonly kind: OrderKind;
  readonly status: DisplayStatus;
}

/** The column `shown_status` has the same value. */
export const displayStatusOf = (order: {
  readonly kind: OrderKind;
  readonly status: OrderState;
  readonly creditedSatang: number;
  readonly reversedSatang: number;
  readonly refundedSatang: number;
}): DisplayStatus => {
  const { kind, status, creditedSatang, reversedSatang, refundedSatang } = order;
  const isRefunded = refundedSatang > 0 && refundedSatang === creditedSatang - reversedSatang;
  const [, refunded = status] = shownAs(kind, status);
  return isRefunded ? refunded : status;
};

/** `named` selects a state, with all its display statuses, or one display status. */
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
