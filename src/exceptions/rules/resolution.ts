import type { NewMovement } from '../../orders/rules/callback';
import {
  creditedBy,
  endingOf,
  isNamedBy,
  paidSatangOf,
  sumOf,
  type ExceptedOrder,
  type OpenException,
  type Part,
} from './exception';
import { changes, type PostingKind, type Transfer } from '../../ledger/rules/ledger';
import type { KnownMovement } from '../../ledger/rules/movement';
import { definitionOf, directionOf } from '../../orders/rules/kinds';
import { dueOf, postCorrection, postResolution } from '../../ledger/rules/postings';

/** Applies to the remaining amount of an order that a resolution credits in part. */
export const rests = ['paid_in_full', 'leave_open'] as const;
export type Rest = (typeof rests)[number];

/** Changes of an order's totals by a resolution or its correction. */
export interface Sums {
  readonly receivedSatang: number;
  readonly creditedSatang: number;
  readonly reversedSatang: number;
  /** Of a refund's payment: the change of `refundingSatang` and `refundedSatang`. */
  readonly refundingSatang: number;
}

export const noSums: Sums = {
  receivedSatang: 0,
  creditedSatang: 0,
  reversedSatang: 0,
  refundingSatang: 0,
};

export interface ResolutionPlan extends Sums {
  /** Ends the order; null when its status stays. */
  readonly transition: 'pay' | 'complete' | 'fail' | null;
  /** Excludes the transfer that posts or voids the order's hold. */
  readonly transfers: readonly (Transfer & { readonly kind: PostingKind })[];
  /** Credited in order to be returned to its sender: it costs no fee. Negative in a correction. */
  readonly returnedSatang: number;
  /** About a wrong amount: nothing is charged back. */
  readonly isOfAmount: boolean;
  /** Booked by the transfers: the id of a movement, one to record, or null. */
  readonly movement: string | NewMovement | null;
}

/** The order as read under its lock. */
export interface ResolvedOrder extends ExceptedOrder {
  readonly refundingSatang: number;
  readonly movements: readonly KnownMovement[];
  /** Of a refund's payment: the amount that no refund has; else 0. */
  readonly unrefundedSatang: number;
  /** Of a payment: paid out by its refunds beyond their shares; else 0. */
  readonly lostSatang: number;
}

export interface ResolvedException extends OpenException {
  readonly movement:
    | (NonNullable<OpenException['movement']> & {
        readonly id: string;
        /** The movement's own transfers book its whole amount. */
        readonly isBooked: boolean;
      })
    | null;
  readonly callback: (OpenException['callback'] & { readonly movementId: string | null }) | null;
}

/** The resolution must be valid. Pure. */
export function planResolution(
  order: ResolvedOrder,
  exception: ResolvedException,
  parts: readonly Part[],
  rest: Rest | null,
): ResolutionPlan {
  const transfers = postResolution(parts);
  const isIn = directionOf(order.kind) === 'in';
  return {
    ...(isIn ? sumsIn(order, parts) : sumsOut(endedBy(order, parts), transfers)),
    transition: transitionOf(order, parts, rest),
    transfers,
    returnedSatang: sumOf(parts, 'refund'),
    isOfAmount: exception.kind === 'amount_mismatch',
    movement: movementOf(order, exception, parts),
  };
}

/**
 * Reported by an operator: the transfers' net amount at the bank, without a transaction id. Null
 * when they move nothing there.
 */
function movementBy(transfers: readonly Transfer[]): NewMovement | null {
  const outSatang = changes(transfers).provider_clearing;
  if (outSatang === 0) return null;
  const direction = outSatang > 0 ? 'out' : 'in';
  return { transactionId: null, amountSatang: Math.abs(outSatang), direction };
}

function transitionOf(
  order: ResolvedOrder,
  parts: readonly Part[],
  rest: Rest | null,
): ResolutionPlan['transition'] {
  const paidSatang = paidSatangOf(parts);
  const waits = directionOf(order.kind) === 'in' && order.status !== 'succeeded';
  if (!waits || paidSatang === 0) return endingOf(parts);
  const isWhole = paidSatang >= dueOf(order);
  return isWhole || rest === 'paid_in_full' ? 'pay' : null;
}

type ReversedOrder = Pick<
  ResolvedOrder,
  'creditedSatang' | 'chargedSatang' | 'lostSatang' | 'reversedSatang' | 'refundingSatang'
>;

/**
 * The change of the reversed amount of an incoming order. Charged and absorbed amounts, and those
 * that refunds have paid out beyond their shares, count as reversed as far as they are credited and
 * not refunded. The excess is a loss that only the ledger records, until a refund fails or more is
 * credited: received − reversed ≥ refunded, always.
 */
export function reversalOf(
  order: ReversedOrder,
  change: Pick<ReversedOrder, 'creditedSatang' | 'chargedSatang'>,
): number {
  const creditedSatang = order.creditedSatang + change.creditedSatang;
  const chargedSatang = order.chargedSatang + change.chargedSatang;
  const mostSatang = Math.max(0, creditedSatang - order.refundingSatang);
  return Math.min(chargedSatang + order.lostSatang, mostSatang) - order.reversedSatang;
}

const chargedBy = (parts: readonly Part[]): number =>
  sumOf(parts, 'charge') + sumOf(parts, 'absorb');

function sumsIn(order: ResolvedOrder, parts: readonly Part[]): Sums {
  const creditedSatang = creditedBy(parts);
  return {
    receivedSatang: sumOf(parts, 'credit'),
    creditedSatang,
    reversedSatang: reversalOf(order, { creditedSatang, chargedSatang: chargedBy(parts) }),
    refundingSatang: 0,
  };
}

/** Nothing has left for a payout that ends as failed. */
function endedBy(order: ResolvedOrder, parts: readonly Part[]): ResolvedOrder {
  const ending = endingOf(parts);
  if (ending === null) return order;
  return ending === 'complete'
    ? { ...order, status: 'succeeded', leftSatang: order.leftSatang + order.amountSatang }
    : { ...order, status: 'failed' };
}

type PaidOutOrder = Pick<
  ResolvedOrder,
  'kind' | 'status' | 'amountSatang' | 'reversedSatang' | 'leftSatang' | 'unrefundedSatang'
>;

/**
 * The changes of a payout's sums by transfers that follow its end. Its share is the part of its
 * amount that has left: all of it but the reversed part when it has succeeded, the reversed part
 * when it has failed. What leaves beyond the amount is no part of it. The share of a refund grows
 * at most by the amount of its payment that no refund has; the excess is a loss (`lostOf`).
 */
function sumsOut(order: PaidOutOrder, transfers: readonly Transfer[]): Sums {
  const { status, amountSatang, reversedSatang, unrefundedSatang } = order;
  const { reducesPayment } = definitionOf(order.kind);
  const leftSatang = order.leftSatang + changes(transfers).provider_clearing;
  const shareSatang = status === 'failed' ? reversedSatang : amountSatang - reversedSatang;
  const mostSatang = reducesPayment ? shareSatang + unrefundedSatang : amountSatang;
  const changeSatang = Math.min(Math.max(0, leftSatang), amountSatang, mostSatang) - shareSatang;
  return {
    receivedSatang: 0,
    creditedSatang: 0,
    reversedSatang: status === 'failed' ? changeSatang : -changeSatang,
    refundingSatang: reducesPayment ? changeSatang : 0,
  };
}

/**
 * Null when the resolution books none. A known movement that was not booked, or was booked with
 * another amount, is the known one. Money that went the other way, or moved once more, is a
 * movement of its own.
 */
function movementOf(
  order: ResolvedOrder,
  exception: ResolvedException,
  parts: readonly Part[],
): ResolutionPlan['movement'] {
  const { kind, movement, callback } = exception;
  if (endingOf(parts) === 'complete') {
    const known = order.movements.find(({ isDismissed }) => !isDismissed);
    const amountSatang = sumOf(parts, 'complete') + chargedBy(parts);
    return movement?.id ?? known?.id ?? { transactionId: null, amountSatang };
  }
  const own = movementBy(postResolution(parts));
  if (own === null || movement === null || exception.suspendedSatang > 0) return own;
  if (kind === 'amount_mismatch') {
    // A payout left once more when more is charged than its amount can have been wrong by.
    const isOther =
      directionOf(order.kind) === 'in'
        ? sumOf(parts, 'credit') > 0
        : chargedBy(parts) > Math.max(0, (callback?.amountSatang ?? 0) - movement.bookedSatang);
    return (isOther && !isNamedBy(exception) ? callback?.movementId : null) ?? movement.id;
  }
  const isKnown =
    kind !== 'conflict' || (own.direction === movement.direction && !movement.isBooked);
  return isKnown ? movement.id : { ...own, follows: movement.id };
}

/** What a correction needs of the resolution that it reverses. */
export interface ReversedResolution extends Pick<Sums, 'creditedSatang'> {
  readonly parts: readonly Part[];
  /** Booked by the resolution; null when it booked none. */
  readonly movementId: string | null;
  /** The movement of the exception; null when it has none. */
  readonly aboutId: string | null;
  readonly isOfAmount: boolean;
}

export interface CorrectionPlan extends Omit<ResolutionPlan, 'transfers'> {
  readonly transfers: readonly Transfer[];
}

/**
 * Plans the reversal of a resolution. A hold that was posted or voided cannot be restored: the
 * reversal credits the merchant for a posted hold and charges the merchant for a voided one, which
 * books the movement that is in question, or records one. Pure.
 */
export function correctionOf(
  order: ReversedOrder & PaidOutOrder,
  { parts, creditedSatang, movementId, aboutId, isOfAmount }: ReversedResolution,
): CorrectionPlan {
  const isIn = directionOf(order.kind) === 'in';
  const ending = endingOf(parts);
  const releasedSatang = sumOf(parts, 'release');
  // The whole hold was posted, also where a part of it was credited back.
  const postedSatang = ending === 'complete' ? sumOf(parts, 'complete') + releasedSatang : 0;
  const freedSatang = ending === 'fail' && !isIn ? releasedSatang : 0;
  const transfers = postCorrection(parts, { postedSatang, freedSatang });
  // The movement is not booked any more, so its amount is in question again.
  const known = movementId ?? (isIn ? null : aboutId);
  const returnedSatang = -sumOf(parts, 'refund');
  const movement = known ?? movementBy(transfers);
  const plan = { transition: null, transfers, returnedSatang, isOfAmount, movement };
  if (!isIn) return { ...sumsOut(order, transfers), ...plan };
  const undone = { creditedSatang: -creditedSatang, chargedSatang: -chargedBy(parts) };
  return {
    receivedSatang: -sumOf(parts, 'credit'),
    creditedSatang: -creditedSatang,
    reversedSatang: reversalOf(order, undone),
    refundingSatang: 0,
    ...plan,
  };
}
