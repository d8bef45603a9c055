import type { Transfer } from './ledger';
import { decide } from './machine';
import type { Taken } from './machine';
import { paymentMachine } from './payment';
import type { PaymentMove, PaymentState } from './payment';

/** What the provider can say of an order. */
export type Heard = 'succeeded' | 'failed';

const words: Readonly<Record<string, Heard>> = {
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
  return Object.hasOwn(words, word) ? (words[word] ?? null) : null;
}

/** One bank transfer, as the provider told of it. */
export interface BankTransfer {
  /** The provider's id of the transfer; null where it sends none. */
  readonly transactionId: string | null;
  readonly amountSatang: number;
}

export interface IncomingOrder {
  readonly status: PaymentState;
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

export type ExceptionKind = 'conflict' | 'amount_mismatch' | 'duplicate_payment' | 'unknown_order';

/** What hearing a callback does. Empty parts do nothing. */
export interface Hearing {
  readonly outcome: 'moved' | 'repeat' | 'conflict' | 'short' | 'duplicate';
  readonly step: Taken<PaymentState, PaymentMove> | null;
  readonly transfers: readonly Transfer[];
  readonly exception: ExceptionKind | null;
  /** The transfer to remember as booked. */
  readonly booked: BankTransfer | null;
  /** A transfer that was booked without an id, with the id that it turns out to have. */
  readonly named: BankTransfer | null;
}

const nothing: Hearing = {
  outcome: 'repeat',
  step: null,
  transfers: [],
  exception: null,
  booked: null,
  named: null,
};
const conflict: Hearing = { ...nothing, outcome: 'conflict', exception: 'conflict' };

/** What a provider callback means for an order that waits for money. Pure and total. */
export function hear(order: IncomingOrder, callback: IncomingCallback): Hearing {
  if (callback.heard === 'succeeded') return hearMoney(order, callback);
  const decision = decide(paymentMachine, order.status, 'fail');
  if (decision.kind === 'conflict') return conflict;
  if (decision.kind === 'repeat') return nothing;
  return { ...nothing, outcome: 'moved', step: decision.step };
}

function hearMoney(order: IncomingOrder, callback: IncomingCallback): Hearing {
  const transfer: BankTransfer = {
    transactionId: callback.transactionId,
    amountSatang: callback.amountSatang ?? order.amountSatang,
  };
  const known = findBooked(order, callback);
  if (known !== null) {
    const { transactionId, amountSatang } = callback;
    if (amountSatang !== null && known.amountSatang !== amountSatang) return conflict;
    const names = transactionId !== null && known.transactionId === null;
    return names ? { ...nothing, named: { ...known, transactionId } } : nothing;
  }

  const decision = decide(paymentMachine, order.status, 'pay');
  if (decision.kind !== 'move') {
    return {
      ...nothing,
      outcome: 'duplicate',
      transfers: [{ kind: 'suspend', amountSatang: transfer.amountSatang }],
      exception: 'duplicate_payment',
      booked: transfer,
    };
  }
  const excessSatang = transfer.amountSatang - order.amountSatang;
  if (excessSatang < 0) {
    return {
      ...nothing,
      outcome: 'short',
      transfers: [{ kind: 'suspend', amountSatang: transfer.amountSatang }],
      exception: 'amount_mismatch',
      booked: transfer,
    };
  }
  const settle: Transfer = { kind: 'settle', amountSatang: order.amountSatang };
  const excess: Transfer = { kind: 'suspend', amountSatang: excessSatang };
  return {
    outcome: 'moved',
    step: decision.step,
    transfers: excessSatang > 0 ? [settle, excess] : [settle],
    exception: excessSatang > 0 ? 'amount_mismatch' : null,
    booked: transfer,
    named: null,
  };
}

/**
 * The booked transfer that a callback tells of again; null when it is another transfer. Where a
 * callback carries no id, the amount has to tell; where it carries no amount either, it can only
 * repeat a transfer that paid the order in full. A transfer that was told of without an id can turn
 * out to be one with an id, but only to be one.
 */
function findBooked(order: IncomingOrder, callback: IncomingCallback): BankTransfer | null {
  const { transactionId, amountSatang } = callback;
  const named = order.booked.find(
    (known) => transactionId !== null && known.transactionId === transactionId,
  );
  if (named !== undefined) return named;
  const alike = order.booked.find(
    (known) =>
      (transactionId === null || known.transactionId === null) &&
      (amountSatang === null
        ? known.amountSatang >= order.amountSatang
        : known.amountSatang === amountSatang),
  );
  return alike ?? null;
}
