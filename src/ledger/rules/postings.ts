import { endingOf, sumOf, type ExceptedOrder, type Part } from '../../exceptions/rules/exception';
import type { PostingKind, Transfer } from './ledger';
import { directionOf, type OrderStep } from '../../orders/rules/kinds';

/*
 * Every transfer of an order is decided here: for callbacks, for operators' resolutions and for
 * payouts. A hold is written by the statement that creates the order
 * (orders/store/create-orders.ts).
 */

interface PostedOrder {
  readonly amountSatang: number;
  /** Credited to the merchant so far. */
  readonly creditedSatang: number;
  /** The part of it that the bank has taken back. */
  readonly reversedSatang: number;
  /** The part of it that refunds have. */
  readonly refundingSatang: number;
}

/** Of an incoming order. What was given back is due again. */
export const dueOf = (order: PostedOrder): number =>
  order.amountSatang - order.creditedSatang + order.reversedSatang + order.refundingSatang;

/** Empty unless the transition posts or voids the hold. */
export const postHold = (
  { amountSatang }: Pick<PostedOrder, 'amountSatang'>,
  step: OrderStep | null,
): readonly Transfer[] =>
  step?.transfer === 'post' || step?.transfer === 'void'
    ? [{ kind: step.transfer, amountSatang }]
    : [];

/** Credits the amount still due. The excess, or all without a transition, goes to suspense. */
export function postReceived(
  order: PostedOrder,
  step: OrderStep | null,
  receivedSatang: number,
): readonly Transfer[] {
  if (step === null) return [{ kind: 'suspend', amountSatang: receivedSatang }];
  const dueSatang = dueOf(order);
  const excessSatang = receivedSatang - dueSatang;
  const credited: Transfer = { kind: 'receive', amountSatang: dueSatang };
  return excessSatang > 0
    ? [credited, { kind: 'suspend', amountSatang: excessSatang }]
    : [credited];
}

/**
 * Excludes the end of a hold, and the hold of a refund. The part of a completed payout that did not
 * leave is credited.
 */
export function postResolution(
  parts: readonly Part[],
): readonly (Transfer & { readonly kind: PostingKind })[] {
  const isDivided = endingOf(parts) === 'complete';
  const acceptedSatang = sumOf(parts, 'accept') + sumOf(parts, 'refund');
  const accepted = { kind: 'accept', amountSatang: acceptedSatang } as const;
  const others = parts.flatMap(({ as, amountSatang }) => {
    if (as === 'dismiss' || as === 'pay_elsewhere' || as === 'complete') return [];
    if (as === 'accept' || as === 'refund') return [];
    if (as !== 'release') return [{ kind: as, amountSatang }];
    return isDivided ? [{ kind: 'credit' as const, amountSatang }] : [];
  });
  return acceptedSatang > 0 ? [accepted, ...others] : others;
}

/** Includes the end of the order's hold. */
export function postingsOfResolution(
  order: Pick<ExceptedOrder, 'kind' | 'amountSatang'> | null,
  parts: readonly Part[],
): readonly Transfer[] {
  const ending = endingOf(parts);
  const holds = ending !== null && order !== null && directionOf(order.kind) === 'out';
  const kind = ending === 'complete' ? 'post' : 'void';
  return [
    ...(holds ? [{ kind, amountSatang: order.amountSatang } as const] : []),
    ...postResolution(parts),
  ];
}

export const undoOf = (kind: PostingKind, amountSatang: number) =>
  ({ kind: `undo_${kind}`, amountSatang }) as const;

/**
 * Returns the transfers that reverse a resolution. A posted or voided hold cannot be restored: the
 * merchant is credited for a posted hold and charged for a voided one.
 */
export function postCorrection(
  parts: readonly Part[],
  { postedSatang, freedSatang }: { readonly postedSatang: number; readonly freedSatang: number },
): readonly Transfer[] {
  const transfers: Transfer[] = postResolution(parts).map(({ kind, amountSatang }) =>
    undoOf(kind, amountSatang),
  );
  if (postedSatang > 0) transfers.push({ kind: 'credit', amountSatang: postedSatang });
  if (freedSatang > 0) transfers.push({ kind: 'charge', amountSatang: freedSatang });
  return transfers;
}
