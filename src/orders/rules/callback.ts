import type { ExceptionKind } from '../../exceptions/rules/exception';
import type { Transfer } from '../../ledger/rules/ledger';
import {
  isDoubted,
  type Evidence,
  type KnownMovement,
  type Match,
  type ProviderOutcome,
} from '../../ledger/rules/movement';
import type { OrderKind, OrderState, OrderStep, PaymentMethod } from './kinds';
import type { Failure } from './kinds/definition';

/** `waiting`: there is no outcome yet, and nothing moves. */
export type StatusMeaning = 'succeeded' | 'failed' | 'waiting';

/** By the provider's status value. */
export const statusMeanings: Readonly<Record<string, StatusMeaning>> = {
  success: 'succeeded',
  succeeded: 'succeeded',
  '1001': 'succeeded',
  paid: 'succeeded',
  failed: 'failed',
  declined: 'failed',
  rejected: 'failed',
  cancelled: 'failed',
  pending: 'waiting',
  processing: 'waiting',
};

/** In any case, as string or number; null for an unknown status. */
export function readStatus(status: unknown): StatusMeaning | null {
  if (typeof status !== 'string' && typeof status !== 'number') return null;
  const word = String(status).trim().toLowerCase();
  return Object.hasOwn(statusMeanings, word) ? (statusMeanings[word] ?? null) : null;
}

/**
 * Shortens a provider's text, removes control characters, which Postgres may not store, and masks
 * possible account numbers: the failure is stored and shown.
 */
export function plainFailure({ code, message }: Failure): Failure {
  const plain = (text: string) => text.replace(/\p{Cc}+/gu, ' ');
  const shown = plain(message).replace(/\d(?:[ -]?\d){5,}/g, 'xxxxxx');
  return { code: plain(code).slice(0, 64), message: shown.slice(0, 200) };
}

export interface IncomingOrder {
  /** After a failover, other accounts may report about the order too. */
  readonly accountId: string;
  readonly kind: OrderKind;
  /** Null for other kinds than a payment. */
  readonly method: PaymentMethod | null;
  readonly status: OrderState;
  readonly amountSatang: number;
  /** Credited to the merchant. */
  readonly creditedSatang: number;
  /** The part of the outcome that resolutions have reversed. */
  readonly reversedSatang: number;
  /** Pending and succeeded refunds. */
  readonly refundingSatang: number;
  /** Oldest first. */
  readonly movements: readonly KnownMovement[];
}

export interface IncomingCallback extends Evidence {
  /** The account that reported the callback. */
  readonly accountId: string;
  readonly reported: ProviderOutcome;
  /** The bank's transaction id belongs to a movement of another order. */
  readonly isElsewhere: boolean;
  /**
   * The id of a movement that was recorded while the order was unknown, and that this callback
   * assigns to the order; null for all other callbacks.
   */
  readonly assigns: string | null;
  /**
   * Money under the order's name, recorded while the order was unknown, that the callback is
   * evidence about: the bank took it back or, after such a report, has it. Null for none.
   */
  readonly unassigned: KnownMovement | null;
}

export interface NewMovement {
  readonly transactionId: string | null;
  readonly amountSatang: number;
  /** Absent: the order's direction. */
  readonly direction?: 'in' | 'out';
  /** The known movement whose money this one moved back, or once more. */
  readonly follows?: string;
}

/** The effect of a callback. Empty parts do nothing. */
export interface CallbackDecision {
  readonly outcome:
    | 'moved'
    | 'repeat'
    | 'conflict'
    | 'short'
    | 'duplicate'
    | 'mismatch'
    | 'overflow'
    | 'beyond_link';
  readonly step: OrderStep | null;
  /** They book `movement`, or for a payout the movement that completes it. */
  readonly transfers: readonly Transfer[];
  readonly exception: ExceptionKind | null;
  readonly movement: NewMovement | null;
  /** The known movement that the callback is evidence about. */
  readonly about: KnownMovement | null;
  /** A bank transaction id to add to `about`. */
  readonly names: string | null;
}

/** A `refused` callback was answered 400 and stored. */
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
/** The bank's transaction id is booked for another order, which keeps it. */
export const bookedForOtherOrder: CallbackDecision = {
  ...noChange,
  outcome: 'duplicate',
  exception: 'duplicate_transaction',
};
/** The order has reached `MOVEMENTS_MAX`. */
export const tooManyMovements: CallbackDecision = {
  ...noChange,
  outcome: 'overflow',
  exception: 'too_many_movements',
};

/**
 * Evidence confirms a known movement and may add the bank's transaction id. It is a conflict while
 * the movement is in question, and after its reversal was booked.
 */
export function knownMovement(
  { movement, names }: Match & { kind: 'same' },
  callback: Evidence,
): CallbackDecision {
  const decision = isDoubted(movement) ? conflict : noChange;
  return { ...decision, about: movement, names: names ? callback.transactionId : null };
}

/** Matches by the bank transaction id; null when none has it. */
export const namedBy = (
  { movements }: Pick<IncomingOrder, 'movements'>,
  { transactionId, accountId }: Pick<IncomingCallback, 'transactionId' | 'accountId'>,
): KnownMovement | null =>
  movements.find(
    (one) =>
      transactionId !== null && one.transactionId === transactionId && one.accountId === accountId,
  ) ?? null;

/**
 * A known movement has another amount. A bank transaction id that no movement has yet is recorded
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

/** The order's movements after a callback has been applied. */
export function movementsAfter(
  known: readonly KnownMovement[],
  { movement, about, names, transfers, exception }: CallbackDecision,
  callback: Evidence & {
    readonly id: string;
    readonly accountId: string;
    readonly movementId: string | null;
  },
): readonly KnownMovement[] {
  const isInQuestion = exception !== null && transfers.length === 0;
  const told = known.map((one) =>
    one === about
      ? {
          ...one,
          transactionId: names ?? one.transactionId,
          isInQuestion: one.isInQuestion || isInQuestion,
        }
      : one,
  );
  if (movement === null) return told;
  const { id: callbackId, movementId: id, accountId, payer, movedAt } = callback;
  if (id === null) throw new Error(`${callbackId} records a movement without an id`);
  const evidence = { id, accountId, callbackId, payer, movedAt };
  const bookedSatang = transfers.length > 0 ? movement.amountSatang : 0;
  const state = { isDismissed: false, isReversed: false, isInQuestion, bookedSatang };
  return [...told, { ...movement, ...evidence, ...state }];
}
