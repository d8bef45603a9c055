import type { ProviderOutcome } from '../../ledger/rules/movement';
import type { PostingKind } from '../../ledger/rules/ledger';
import {
  definitionOf,
  directionOf,
  isOpen,
  type OrderKind,
  type OrderState,
} from '../../orders/rules/kinds';

/** Reports of the provider that no rule can settle and an operator decides. */
export const exceptionKinds = [
  'conflict', // contradicts an order in a final state, or has too little information
  'amount_mismatch', // another amount than the order's, or than was booked
  'duplicate_payment', // a second transfer for one order
  'duplicate_payout', // a second transfer out for one order
  'duplicate_transaction', // a bank's transaction id that another order has
  'too_many_movements', // more movements than are recorded for one order
  'unknown_outcome', // the provider's outcome cannot be determined
  'unknown_order', // money for an order that does not exist here
  'beyond_link', // money for a payment link that is sold out or stopped
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

/**
 * `refund` credits the merchant and refunds the same amount to the account that sent it; the
 * payment keeps its status. `release` fails an order and voids its hold; `complete` ends an order
 * whose money has left according to the operator. `pay_elsewhere` has another account make a payout
 * that its account denies.
 */
export const resolutions = [
  'accept',
  'refund',
  'return',
  'write_off',
  'assign',
  'credit',
  'charge',
  'absorb',
  'lose',
  'release',
  'complete',
  'pay_elsewhere',
  'dismiss',
] as const satisfies readonly (
  | PostingKind
  | 'refund'
  | 'release'
  | 'complete'
  | 'pay_elsewhere'
  | 'dismiss'
)[];
export type Resolution = (typeof resolutions)[number];

export const isResolution = (word: string): word is Resolution =>
  (resolutions as readonly string[]).includes(word);

/** Characters of the reason of a resolution. */
export const REASON_LENGTH_MIN = 10;

export interface ExceptedOrder {
  readonly id: string;
  readonly kind: OrderKind;
  readonly status: OrderState;
  readonly amountSatang: number;
  /** Credited for the order; 0 for a payout. */
  readonly creditedSatang: number;
  /** The part of the outcome that resolutions have reversed. */
  readonly reversedSatang: number;
  /** Charged and absorbed by resolutions, including what a refund has already paid out. */
  readonly chargedSatang: number;
  /** Of a payout: the net amount that has left, by the ledger. */
  readonly leftSatang: number;
  /** Of an incoming order: the net amount that has arrived, by the ledger. */
  readonly arrivedSatang: number;
}

export interface OpenException {
  readonly kind: ExceptionKind;
  /** 0 when nothing was booked. */
  readonly suspendedSatang: number;
  readonly order: ExceptedOrder | null;
  /** The callback that opened the exception; null when none did. */
  readonly callback: {
    readonly reported: ProviderOutcome;
    readonly amountSatang: number | null;
    readonly transactionId: string | null;
  } | null;
  /** The movement in question; null when none is. */
  readonly movement: {
    readonly direction: 'in' | 'out';
    readonly transactionId: string | null;
    readonly amountSatang: number;
    /** The net amount by the ledger, less what has moved back. */
    readonly bookedSatang: number;
    /** Of an incoming movement: the part neither in suspense nor reversed. */
    readonly creditedSatang: number;
    /** Returned from suspense before the report of the exception, and not lost since. */
    readonly returnedSatang: number;
    /**
     * What the bank has taken back of an incoming movement, by the reports about it that stand: at
     * most its amount.
     */
    readonly takenSatang: number;
    /** Returned from suspense since the report of the exception. */
    readonly returnedSinceSatang: number;
  } | null;
  /**
   * An earlier open exception about the same movement, which has to be resolved first: reports of
   * one movement are followed in the order of their arrival. Null for none.
   */
  readonly waitsFor: string | null;
}

/**
 * An amount and the resolutions that divide it. The parts of a resolution with these ways add up to
 * the amount if `exactly`, else to at most the amount. If `exactly`, at least one is required. A
 * later share may limit some ways of an earlier one.
 */
export interface Share {
  readonly ways: readonly Resolution[];
  readonly satang: number;
  readonly exactly: boolean;
}

/**
 * The resolutions that credit the merchant. `refund` requires a payment that is paid, or that must
 * not be paid because its link has ended: any other may still succeed by the money.
 */
function credits({ kind, order }: OpenException): Resolution[] {
  const isPaid = order !== null && order.status === 'succeeded';
  // Another payment under the checkout is paid.
  const isSecond = kind === 'duplicate_payment' && !isPaid;
  if (kind === 'beyond_link' || isSecond) return ['refund', 'accept'];
  return isPaid && definitionOf(order.kind).refundable ? ['accept', 'refund'] : ['accept'];
}
const upTo = (satang: number, ...ways: Resolution[]): Share[] =>
  satang > 0 ? [{ ways, satang, exactly: false }] : [];

/**
 * The amounts that an exception puts in question, as shares for a resolution to divide. Money in
 * suspense must be divided completely. Otherwise the shares are the difference between what was
 * reported and what the ledger has: `credit` where it came in, or came back, `charge` and `absorb`
 * where it left. An exception without shares can only be dismissed.
 */
export function sharesOf(exception: OpenException): readonly Share[] {
  const { kind, suspendedSatang, order, callback } = exception;
  if (kind === 'unknown_order') return sharesOfUnknown(exception);
  if (exception.waitsFor !== null) return [];
  if (suspendedSatang > 0) return sharesOfSuspense(exception);
  if (order === null || kind === 'too_many_movements') return [];
  const leaves = directionOf(order.kind) === 'out';
  if (isOpen(order.kind, order.status)) {
    if (leaves) return sharesOfHold(order, callback?.amountSatang ?? order.amountSatang);
    if (kind === 'unknown_outcome') return upTo(order.amountSatang, 'release', 'credit');
  }
  return leaves ? sharesOut(exception, order) : sharesIn(exception, order);
}

/** What the bank has taken back is taken from suspense first, and cannot be credited. */
function sharesOfSuspense(exception: OpenException): Share[] {
  const { suspendedSatang, movement } = exception;
  const inSuspense: Resolution[] = [...credits(exception), 'return', 'write_off'];
  const whole = { satang: suspendedSatang, exactly: true };
  if (movement === null || movement.takenSatang === 0) return [{ ways: inSuspense, ...whole }];
  const { amountSatang, takenSatang, creditedSatang } = movement;
  const keptSatang = amountSatang - takenSatang - creditedSatang;
  if (keptSatang <= 0) return [{ ways: ['return'], ...whole }];
  if (keptSatang >= suspendedSatang) return [{ ways: inSuspense, ...whole }];
  return [{ ways: inSuspense, ...whole }, ...upTo(keptSatang, ...credits(exception), 'write_off')];
}

/** True when the callback has the movement's bank transaction id. */
export const isNamedBy = ({ movement, callback }: Pick<OpenException, 'movement' | 'callback'>) =>
  movement !== null &&
  movement.transactionId !== null &&
  movement.transactionId === callback?.transactionId;

/**
 * The hold of an open payout is posted, voided or divided. A larger amount than the hold may have
 * left.
 */
function sharesOfHold({ amountSatang }: ExceptedOrder, reportedSatang: number): Share[] {
  return [
    { ways: ['complete', 'release'], satang: amountSatang, exactly: true },
    ...upTo(reportedSatang - amountSatang, 'charge', 'absorb'),
  ];
}

/**
 * The difference between what has left by the report, or else by the order's status, and by the
 * ledger. Without a movement the shares are those of the whole order.
 */
function sharesOut(exception: OpenException, order: ExceptedOrder): Share[] {
  const { movement, callback } = exception;
  const { status, amountSatang } = order;
  const leftSatang = movement?.bookedSatang ?? order.leftSatang;
  const outcome = callback?.reported ?? status;
  const backSatang = callback?.amountSatang ?? (movement === null ? amountSatang : leftSatang);
  const reportedSatang =
    outcome === 'succeeded' ? reportedBy(exception, order) : Math.max(0, leftSatang - backSatang);
  const knownSatang = isOfAnother(exception) ? 0 : leftSatang;
  // No more can be credited than has left and has not come back.
  const creditSatang = Math.min(leftSatang - reportedSatang, order.leftSatang);
  return [
    ...upTo(reportedSatang - knownSatang, 'charge', 'absorb'),
    ...upTo(creditSatang, 'credit'),
  ];
}

/**
 * True when another amount has a bank transaction id and the known movement has none: the report
 * corrects the known movement, or is about another one.
 */
const isOfAnother = (exception: OpenException): boolean =>
  exception.kind === 'amount_mismatch' &&
  exception.movement?.transactionId === null &&
  (exception.callback?.transactionId ?? null) !== null;

/** A success without an amount has that of its movement or order. */
function reportedBy(exception: OpenException, { amountSatang }: ExceptedOrder): number {
  const { callback, movement } = exception;
  const named = isNamedBy(exception) ? movement?.amountSatang : null;
  return callback?.amountSatang ?? named ?? amountSatang;
}

/** The bank takes back at most what was credited, once. A refund of it does not count. */
const uncharged = ({ creditedSatang, chargedSatang }: ExceptedOrder): number =>
  creditedSatang - chargedSatang;

/** The difference between the report and the ledger. */
function sharesIn(exception: OpenException, order: ExceptedOrder): Share[] {
  const { movement, callback } = exception;
  if (callback !== null && callback.reported !== 'succeeded') {
    // The money of another order.
    if (exception.kind === 'duplicate_transaction') return [];
    // Money in suspense is returned by the exception that it opened.
    const heldSatang = Math.min(movement?.creditedSatang ?? Infinity, uncharged(order));
    const returnedSatang = movement?.returnedSatang ?? 0;
    const reportedSatang = callback.amountSatang ?? heldSatang + returnedSatang;
    const takenSatang = Math.min(reportedSatang, unbookedOf(movement));
    return [
      ...upTo(Math.min(heldSatang, takenSatang), 'charge', 'absorb'),
      // Money that had been returned to its payer has left twice.
      ...upTo(Math.min(returnedSatang, takenSatang - heldSatang), 'lose'),
    ];
  }
  const reportedSatang = reportedBy(exception, order);
  if (movement === null) return upTo(reportedSatang - order.arrivedSatang, 'credit');
  // Another amount without the bank's transaction id may also be another movement.
  const isOther = exception.kind === 'amount_mismatch' && !isNamedBy(exception);
  const moreSatang = reportedSatang - (isOther ? 0 : movement.bookedSatang);
  const lostSatang = Math.min(movement.bookedSatang - reportedSatang, uncharged(order));
  return [...upTo(moreSatang, 'credit'), ...upTo(lostSatang, 'charge', 'absorb')];
}

/**
 * What the bank has taken back and the ledger has not booked, where money in suspense was returned
 * because of the report.
 */
function unbookedOf(movement: OpenException['movement']): number {
  if (movement === null || movement.returnedSinceSatang === 0) return Infinity;
  const { bookedSatang, returnedSinceSatang, amountSatang, takenSatang } = movement;
  return Math.max(0, bookedSatang - returnedSinceSatang - (amountSatang - takenSatang));
}

function sharesOfUnknown({ suspendedSatang, movement, callback }: OpenException): Share[] {
  if (suspendedSatang > 0) {
    const ways: readonly Resolution[] =
      movement !== null && movement.takenSatang >= movement.amountSatang
        ? ['return']
        : ['assign', 'return', 'write_off'];
    return [{ ways, satang: suspendedSatang, exactly: true }];
  }
  const satang = movement?.amountSatang ?? callback?.amountSatang ?? 0;
  if (satang === 0) return [];
  const ways: Resolution[] = movement?.direction === 'out' ? ['assign', 'absorb'] : ['assign'];
  return [{ ways, satang, exactly: true }];
}

/**
 * `dismiss` is the last, and only without money in suspense. Empty while another exception has to
 * be resolved first.
 */
export function resolutionsOf(exception: OpenException): readonly Resolution[] {
  const ways = [...new Set(sharesOf(exception).flatMap((share) => share.ways))];
  if (exception.suspendedSatang > 0 || exception.waitsFor !== null) return ways;
  return [...ways, ...(isPayableElsewhere(exception) ? ['pay_elsewhere' as const] : []), 'dismiss'];
}

/** True for a resolution that posts nothing. */
export const hasNoAmount = (way: Resolution): boolean =>
  way === 'dismiss' || way === 'pay_elsewhere';

/** A refund never changes its account. */
function isPayableElsewhere({ kind, order }: OpenException): boolean {
  if (kind !== 'unknown_outcome' || order === null) return false;
  const { direction, reducesPayment } = definitionOf(order.kind);
  return direction === 'out' && !reducesPayment && isOpen(order.kind, order.status);
}

export interface Part {
  readonly as: Resolution;
  /** 0 for `dismiss` and `pay_elsewhere`, which post nothing. */
  readonly amountSatang: number;
  /** Of a `refund`, once the refund is created. */
  readonly refundId?: string;
}

/**
 * One way, with the largest amount that it allows. Of money in suspense that the bank has taken
 * back in part, the rest is returned.
 */
export function wholeOf(exception: OpenException, as: Resolution): readonly Part[] {
  const [share, limit] = sharesOf(exception).filter(({ ways }) => ways.includes(as));
  const whole = share?.satang ?? 0;
  if (limit === undefined) return [{ as, amountSatang: whole }];
  return [
    { as, amountSatang: limit.satang },
    { as: 'return', amountSatang: whole - limit.satang },
  ];
}

/** The parts are a valid division of the exception's shares. */
export function fits(exception: OpenException, parts: readonly Part[]): boolean {
  if (exception.waitsFor !== null) return false;
  if (parts.length === 1 && parts[0]?.as === 'dismiss') {
    return exception.suspendedSatang === 0 && parts[0].amountSatang === 0;
  }
  if (parts.length === 1 && parts[0]?.as === 'pay_elsewhere') {
    return isPayableElsewhere(exception) && parts[0].amountSatang === 0;
  }
  // An assigned movement is booked with its whole amount.
  const isDivided = parts.length > 1 && parts.some(({ as }) => as === 'assign');
  if (isDivided && exception.suspendedSatang > 0) return false;
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

/** Null when the resolution ends no order. */
export function endingOf(parts: readonly Part[]): 'fail' | 'complete' | null {
  if (parts.some(({ as }) => as === 'complete')) return 'complete';
  return parts.some(({ as }) => as === 'release') ? 'fail' : null;
}

/** The name that is displayed and stored. */
export const nameOf = (parts: readonly Part[]): string => parts.map(({ as }) => as).join('+');

/** The resolution must then say what happens to the remaining amount of an incoming order. */
export function requiresRest(order: ExceptedOrder | null, parts: readonly Part[]): boolean {
  if (order === null || directionOf(order.kind) === 'out' || order.status === 'succeeded') {
    return false;
  }
  const paidSatang = paidSatangOf(parts);
  const keptSatang = order.creditedSatang - order.reversedSatang + paidSatang;
  return paidSatang > 0 && keptSatang < order.amountSatang;
}

/** Credited to the merchant of an incoming order. */
export const creditedBy = (parts: readonly Part[]): number =>
  sumOf(parts, 'accept') + sumOf(parts, 'refund') + sumOf(parts, 'credit');

/** The part of it that pays for the order: what is refunded at once does not. */
export const paidSatangOf = (parts: readonly Part[]): number =>
  creditedBy(parts) - sumOf(parts, 'refund');

export const sumOf = (parts: readonly Part[], as: Resolution): number =>
  parts.reduce((sum, part) => (part.as === as ? sum + part.amountSatang : sum), 0);
