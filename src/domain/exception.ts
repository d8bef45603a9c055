import type { ProviderOutcome } from './movement';
import type { PostingKind } from './ledger';
import type { OrderKind, OrderState } from './orders';
import { directionOf, isOpen } from './orders';

/** What the provider reported that no rule can settle: an operator decides. */
export const exceptionKinds = [
  'conflict', // it contradicts an order that has ended, or is too little to act on
  'amount_mismatch', // another amount than the order's, or than was booked
  'duplicate_payment', // a second transfer for one order
  'duplicate_payout', // a second transfer out for one order
  'duplicate_transaction', // a bank's transaction id that another order has
  'too_many_movements', // more movements than are recorded for one order
  'unknown_outcome', // nobody can say whether the provider did it
  'unknown_order', // money for an order that does not exist here
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/**
 * The ways to resolve an exception. `release` fails an order and frees its hold; `complete` ends an
 * order of which the operator knows that its money has left.
 */
export const resolutions = [
  'accept',
  'return',
  'write_off',
  'assign',
  'credit',
  'charge',
  'absorb',
  'release',
  'complete',
  'dismiss',
] as const satisfies readonly (PostingKind | 'release' | 'complete' | 'dismiss')[];
export type Resolution = (typeof resolutions)[number];

export const isResolution = (word: string): word is Resolution =>
  (resolutions as readonly string[]).includes(word);

/** A resolution must say why: at least so many characters. */
export const REASON_LENGTH_MIN = 10;

/** The order that an exception is about. */
export interface ExceptedOrder {
  readonly id: string;
  readonly kind: OrderKind;
  readonly status: OrderState;
  readonly amountSatang: number;
  /** Credited to the merchant for it; 0 for a payout. */
  readonly creditedSatang: number;
  /** How much of its outcome resolutions have reversed. */
  readonly reversedSatang: number;
}

export interface OpenException {
  readonly kind: ExceptionKind;
  /** Satang of it in suspense; 0 where no money was booked. */
  readonly suspendedSatang: number;
  readonly order: ExceptedOrder | null;
  /** The callback that opened it; null when none did. */
  readonly callback: {
    readonly heard: ProviderOutcome;
    readonly amountSatang: number | null;
    readonly transactionId: string | null;
  } | null;
  /** The movement that it is about; null when it is about none. */
  readonly movement: {
    readonly direction: 'in' | 'out';
    readonly transactionId: string | null;
    readonly amountSatang: number;
    /** Net amount of the transfers that book it. */
    readonly bookedSatang: number;
  } | null;
}

/**
 * A group of ways that share one amount. The parts of a resolution that use the group add up to the
 * amount exactly, or at most to it; a group of the first sort has to be used.
 */
export interface Share {
  readonly ways: readonly Resolution[];
  readonly satang: number;
  readonly exactly: boolean;
}

const inSuspense: readonly Resolution[] = ['accept', 'return', 'write_off'];
const upTo = (satang: number, ...ways: Resolution[]): Share[] =>
  satang > 0 ? [{ ways, satang, exactly: false }] : [];

/**
 * What an exception puts in question, as shares that a resolution divides. Money in suspense goes
 * somewhere, whole. Money that may have moved without being booked is followed by `credit` (it came
 * in, or came back), `charge` and `absorb` (it left). An empty list can only be dismissed.
 */
export function sharesOf(exception: OpenException): readonly Share[] {
  const { kind, suspendedSatang, order, movement, callback } = exception;
  if (kind === 'unknown_order') return sharesOfUnknown(exception);
  if (suspendedSatang > 0) return [{ ways: inSuspense, satang: suspendedSatang, exactly: true }];
  if (order === null || kind === 'too_many_movements') return [];
  const toldSatang = callback?.amountSatang ?? order.amountSatang;
  const leaves = directionOf(order.kind) === 'out';
  if (leaves && isOpen(order.kind, order.status)) return sharesOfHold(order, toldSatang);
  switch (kind) {
    case 'unknown_outcome':
      if (!isOpen(order.kind, order.status)) return [];
      return upTo(order.amountSatang, 'release', 'credit');
    case 'amount_mismatch':
      return sharesOfCorrection(exception, leaves, toldSatang);
    case 'duplicate_payout':
      return upTo(movement?.amountSatang ?? toldSatang, 'charge', 'absorb');
    case 'duplicate_payment':
    case 'duplicate_transaction':
      // Booked for this order as well, before ids were unique over all orders.
      if (!leaves && movement !== null && movement.bookedSatang > 0) {
        return upTo(movement.bookedSatang, 'charge', 'absorb');
      }
      return leaves ? upTo(toldSatang, 'charge', 'absorb') : upTo(toldSatang, 'credit');
    case 'conflict':
      return sharesOfConflict(exception, order, toldSatang);
  }
}

/** Whether an exception's callback is about its movement by the bank's id. */
export const isNamedBy = ({ movement, callback }: Pick<OpenException, 'movement' | 'callback'>) =>
  movement !== null &&
  movement.transactionId !== null &&
  movement.transactionId === callback?.transactionId;

/**
 * Another amount was reported for a movement: the difference moved, or did not. Where no bank id
 * says that it is the same movement, it can be a movement of its own.
 */
function sharesOfCorrection(
  exception: OpenException,
  leaves: boolean,
  toldSatang: number,
): Share[] {
  const bookedSatang = exception.movement?.bookedSatang ?? 0;
  const moreSatang = isNamedBy(exception) ? toldSatang - bookedSatang : toldSatang;
  const lessSatang = bookedSatang - toldSatang;
  return leaves
    ? [...upTo(moreSatang, 'charge', 'absorb'), ...upTo(lessSatang, 'credit')]
    : [...upTo(moreSatang, 'credit'), ...upTo(lessSatang, 'charge', 'absorb')];
}

/** The hold of an open payout is posted or freed, or divided; more than it may have left. */
function sharesOfHold({ amountSatang }: ExceptedOrder, toldSatang: number): Share[] {
  return [
    { ways: ['complete', 'release'], satang: amountSatang, exactly: true },
    ...upTo(toldSatang - amountSatang, 'charge', 'absorb'),
  ];
}

/** What contradicts an order that has ended, or is too little to act on. */
function sharesOfConflict(
  { movement, callback }: OpenException,
  order: ExceptedOrder,
  toldSatang: number,
): Share[] {
  const { status, amountSatang, creditedSatang, reversedSatang } = order;
  if (directionOf(order.kind) === 'in') {
    if (callback?.heard === 'succeeded') return upTo(toldSatang, 'credit');
    return upTo(creditedSatang - reversedSatang, 'charge', 'absorb');
  }
  // The money came back although the payout had succeeded, or left although it had failed.
  if (status === 'succeeded') return upTo(amountSatang - reversedSatang, 'credit');
  const leftSatang =
    movement === null ? toldSatang - reversedSatang : movement.amountSatang - movement.bookedSatang;
  return upTo(leftSatang, 'charge', 'absorb');
}

function sharesOfUnknown({ suspendedSatang, movement, callback }: OpenException): Share[] {
  if (suspendedSatang > 0) {
    return [{ ways: ['assign', 'return', 'write_off'], satang: suspendedSatang, exactly: true }];
  }
  const satang = movement?.amountSatang ?? callback?.amountSatang ?? 0;
  if (satang === 0) return [];
  const ways: Resolution[] = movement?.direction === 'out' ? ['assign', 'absorb'] : ['assign'];
  return [{ ways, satang, exactly: true }];
}

/** The ways that an exception can be resolved in, `dismiss` last where nothing is in suspense. */
export function resolutionsOf(exception: OpenException): readonly Resolution[] {
  const ways = sharesOf(exception).flatMap((share) => share.ways);
  return exception.suspendedSatang > 0 ? ways : [...ways, 'dismiss'];
}

/** A part of a resolution: how much is resolved in which way. */
export interface Part {
  readonly as: Resolution;
  /** 0 for `dismiss`. */
  readonly amountSatang: number;
}

/** All of an exception in one way: the largest amount that the way allows. */
export function wholeOf(exception: OpenException, as: Resolution): readonly Part[] {
  const share = sharesOf(exception).find(({ ways }) => ways.includes(as));
  return [{ as, amountSatang: share?.satang ?? 0 }];
}

/** Whether the parts divide what an exception puts in question. */
export function fits(exception: OpenException, parts: readonly Part[]): boolean {
  if (parts.length === 1 && parts[0]?.as === 'dismiss') {
    return exception.suspendedSatang === 0 && parts[0].amountSatang === 0;
  }
  const shares = sharesOf(exception);
  const isKnown = ({ as, amountSatang }: Part) =>
    Number.isSafeInteger(amountSatang) &&
    amountSatang > 0 &&
    shares.some(({ ways }) => ways.includes(as));
  if (parts.length === 0 || new Set(parts.map(({ as }) => as)).size < parts.length) return false;
  if (!parts.every(isKnown)) return false;
  return shares.every(({ ways, satang, exactly }) => {
    const used = parts.filter(({ as }) => ways.includes(as));
    const sum = used.reduce((total, { amountSatang }) => total + amountSatang, 0);
    if (used.length === 0) return !exactly;
    return exactly ? sum === satang : sum <= satang;
  });
}

/** The transition by which a resolution ends its order; null for none. */
export function endingOf(parts: readonly Part[]): 'fail' | 'complete' | null {
  if (parts.some(({ as }) => as === 'complete')) return 'complete';
  return parts.some(({ as }) => as === 'release') ? 'fail' : null;
}

/** How a resolution is shown in one word, and stored beside its exception. */
export const nameOf = (parts: readonly Part[]): string => parts.map(({ as }) => as).join('+');

/** Whether an order that waits for money needs to know what becomes of the rest. */
export function asksForRest(order: ExceptedOrder | null, parts: readonly Part[]): boolean {
  if (order === null || directionOf(order.kind) === 'out' || order.status === 'succeeded') {
    return false;
  }
  const credited = creditedBy(parts);
  return credited > 0 && order.creditedSatang + credited < order.amountSatang;
}

/** What a resolution credits to the merchant for an order that waits for money. */
export const creditedBy = (parts: readonly Part[]): number =>
  sumOf(parts, 'accept') + sumOf(parts, 'credit');

export const sumOf = (parts: readonly Part[], as: Resolution): number =>
  parts.reduce((sum, part) => (part.as === as ? sum + part.amountSatang : sum), 0);
