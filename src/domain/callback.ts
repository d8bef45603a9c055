import type { ExceptionKind } from './exception';
import type { Transfer } from './ledger';
import type { Evidence, KnownMovement, Match, ProviderOutcome } from './movement';
import type { OrderKind, OrderState, OrderStep, PaymentMethod } from './orders';
import type { Failure } from './orders/definition';

/** What the provider can write, and what it means. */
export const statusWords: Readonly<Record<string, ProviderOutcome>> = {
  success: 'succeeded',
  succeeded: 'succeeded',
  '1001': 'succeeded',
  paid: 'succeeded',
  failed: 'failed',
  declined: 'failed',
  rejected: 'failed',
  cancelled: 'failed',
};

/** The provider's word for a status, in any case, string or number; null when it is not one. */
export function readStatus(status: unknown): ProviderOutcome | null {
  if (typeof status !== 'string' && typeof status !== 'number') return null;
  const word = String(status).trim().toLowerCase();
  return Object.hasOwn(statusWords, word) ? (statusWords[word] ?? null) : null;
}

/** The provider's words are kept and shown: short, without what may be an account's number. */
export function plainFailure({ code, message }: Failure): Failure {
  const shown = message.replace(/\p{Cc}+/gu, ' ').replace(/\d(?:[ -]?\d){5,}/g, 'xxxxxx');
  return { code: code.slice(0, 64), message: shown.slice(0, 200) };
}

export interface IncomingOrder {
  readonly kind: OrderKind;
  /** Null for what is no payment. */
  readonly method: PaymentMethod | null;
  readonly status: OrderState;
  readonly amountSatang: number;
  /** What has been credited to the merchant for this order. */
  readonly creditedSatang: number;
  /** The movements of this order, oldest first. */
  readonly movements: readonly KnownMovement[];
}

export interface IncomingCallback extends Evidence {
  readonly heard: ProviderOutcome;
  /** The bank's transaction id belongs to a movement of another order. */
  readonly isElsewhere: boolean;
  /**
   * The id of a movement that was recorded while the order was unknown and that is assigned to the
   * order by this callback; null for all other callbacks.
   */
  readonly assigns: string | null;
}

/** A movement to record. */
export interface NewMovement {
  readonly transactionId: string | null;
  readonly amountSatang: number;
}

/** What applying a callback does. Empty parts do nothing. */
export interface CallbackDecision {
  readonly outcome:
    | 'moved'
    | 'repeat'
    | 'conflict'
    | 'short'
    | 'duplicate'
    | 'mismatch'
    | 'overflow';
  readonly step: OrderStep | null;
  /** They book `movement`, or, of a payout, the movement that completes it. */
  readonly transfers: readonly Transfer[];
  readonly exception: ExceptionKind | null;
  readonly movement: NewMovement | null;
  /** The known movement that the callback is evidence about. */
  readonly about: KnownMovement | null;
  /** The bank's id that `about` turns out to have. */
  readonly names: string | null;
}

/** What became of a stored callback; `refused` callbacks were answered 400 and kept. */
export type CallbackOutcome = CallbackDecision['outcome'] | 'refused';

export const noChange: CallbackDecision = {
  outcome: 'repeat',
  step: null,
  transfers: [],
  exception: null,
  movement: null,
  about: null,
  names: null,
};
export const conflict: CallbackDecision = {
  ...noChange,
  outcome: 'conflict',
  exception: 'conflict',
};
/** The bank's transaction id has been booked for another order, which keeps it. */
export const bookedForOtherOrder: CallbackDecision = {
  ...noChange,
  outcome: 'duplicate',
  exception: 'duplicate_transaction',
};
/** The order has as many movements as are recorded for one. */
export const tooManyMovements: CallbackDecision = {
  ...noChange,
  outcome: 'overflow',
  exception: 'too_many_movements',
};

/** Evidence about a known movement: that it took place, and the id that the bank knows it by. */
export function knownMovement(
  { movement, names }: Match & { kind: 'same' },
  callback: Evidence,
): CallbackDecision {
  return { ...noChange, about: movement, names: names ? callback.transactionId : null };
}

/**
 * Evidence of another amount for a known movement. An id that no movement has yet is recorded
 * without being booked, so that no other order can use it.
 */
export function amountDiffers(
  { movement: about }: Match & { kind: 'differs' },
  { transactionId, amountSatang }: Evidence,
): CallbackDecision {
  const isNew = transactionId !== null && transactionId !== about.transactionId;
  return {
    ...noChange,
    outcome: 'mismatch',
    exception: 'amount_mismatch',
    about,
    movement: isNew ? { transactionId, amountSatang: amountSatang ?? about.amountSatang } : null,
  };
}

/** The movements of an order once a callback has been applied. */
export function movementsAfter(
  known: readonly KnownMovement[],
  { movement, about, names }: CallbackDecision,
  callback: Evidence & { readonly id: string; readonly movementId: string | null },
): readonly KnownMovement[] {
  const named =
    names === null
      ? known
      : known.map((one) => (one === about ? { ...one, transactionId: names } : one));
  if (movement === null) return named;
  const { id: callbackId, movementId: id, payer, movedAt } = callback;
  return [...named, { ...movement, id, callbackId, payer, movedAt, isDismissed: false }];
}
