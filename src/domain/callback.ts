import type { ExceptionKind } from './exception';
import type { Transfer } from './ledger';
import type { OrderKind, OrderState, OrderStep } from './order';

/** What the provider can say of an order. */
export type Heard = 'succeeded' | 'failed';

/** What the provider can write, and what it means. */
export const statusWords: Readonly<Record<string, Heard>> = {
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
export function readStatus(status: unknown): Heard | null {
  if (typeof status !== 'string' && typeof status !== 'number') return null;
  const word = String(status).trim().toLowerCase();
  return Object.hasOwn(statusWords, word) ? (statusWords[word] ?? null) : null;
}

/** Why an order failed: a code for programs and a sentence for people. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** The provider's words are kept and shown: short, without what may be an account's number. */
export function plainFailure({ code, message }: Failure): Failure {
  const shown = message.replace(/\p{Cc}+/gu, ' ').replace(/\d(?:[ -]?\d){5,}/g, 'xxxxxx');
  return { code: code.slice(0, 64), message: shown.slice(0, 200) };
}

/** One bank transfer, as the provider told of it. */
export interface BankTransfer {
  /** The provider's id of the transfer; null where it sends none. */
  readonly transactionId: string | null;
  readonly amountSatang: number;
}

export interface IncomingOrder {
  readonly kind: OrderKind;
  readonly status: OrderState;
  readonly amountSatang: number;
  /** Transfers for this order that have been booked, to its credit or into suspense. */
  readonly booked: readonly BankTransfer[];
}

export interface IncomingCallback {
  readonly heard: Heard;
  readonly transactionId: string | null;
  /** Null where the provider sends none: then it means the amount of the order. */
  readonly amountSatang: number | null;
}

/** What hearing a callback does. Empty parts do nothing. */
export interface Hearing {
  readonly outcome: 'moved' | 'repeat' | 'conflict' | 'short' | 'duplicate' | 'mismatch';
  readonly step: OrderStep | null;
  readonly transfers: readonly Transfer[];
  readonly exception: ExceptionKind | null;
  /** The transfer to remember as booked. */
  readonly booked: BankTransfer | null;
  /** A transfer that was booked without an id, with the id that it turns out to have. */
  readonly named: BankTransfer | null;
}

export const noNews: Hearing = {
  outcome: 'repeat',
  step: null,
  transfers: [],
  exception: null,
  booked: null,
  named: null,
};
export const contradiction: Hearing = { ...noNews, outcome: 'conflict', exception: 'conflict' };
