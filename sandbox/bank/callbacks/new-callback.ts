import { satangToBaht } from '../../../src/kernel/rules/money';
import { definitionOf } from '../../../src/orders/rules/kinds';
import { newId } from '../../../src/platform/new-id';
import type { CallbackDelays, PlannedCallback } from '../requests/scenarios';
import type { Callback, Decision, Instruction, Payment, Transfer } from '../records';

const requestOrders = { payout: 'withdrawal', refund: 'refund', charge: 'payment' } as const;

type CallbackFields = Pick<Callback, 'route' | 'body' | 'transfer'> & Partial<Callback>;

function newCallback(fields: CallbackFields, createdAt: string): Callback {
  return {
    callbackId: newId('sbc_', Date.parse(createdAt)),
    withWrongKey: false,
    createdAt,
    dueAt: null,
    afterId: null,
    state: 'waiting',
    stateSince: createdAt,
    attempts: 0,
    reason: null,
    ...fields,
  };
}

/** One callback per transfer, or one that reports the declined payment. */
export function paymentCallbacks(
  { orderId, purpose, payer, transfers }: Payment,
  paidAt: string,
): Callback[] {
  const route = definitionOf(purpose).callbackPath;
  if (transfers.length === 0) {
    const body = { orderId, status: 'failed' as const };
    return [newCallback({ route, body, transfer: null }, paidAt)];
  }
  return transfers.map((transfer) => {
    const { transactionId, amountSatang } = transfer;
    const amount = satangToBaht(amountSatang);
    const body = { orderId, status: 'success' as const, amount, transactionId, paidAt, payer };
    return newCallback({ route, body, transfer }, paidAt);
  });
}

/** The callbacks that a scenario plans for a decided request. */
export function requestCallbacks(
  { kind, orderId, amountSatang }: Instruction,
  { transactionId, decidedAt }: Decision,
  planned: readonly PlannedCallback[],
  delays: CallbackDelays,
): Callback[] {
  const transfer: Transfer = { transactionId, amountSatang };
  const amount = satangToBaht(amountSatang);
  const route = definitionOf(requestOrders[kind]).callbackPath;
  const callbacks: Callback[] = [];
  for (const { failure, delay, afterPrevious = false, withWrongKey = false } of planned) {
    const body =
      failure === null
        ? { orderId, status: 'success' as const, amount, transactionId, paidAt: decidedAt }
        : { orderId, status: 'failed' as const, amount, transactionId, failure };
    const dueMs = delay === undefined ? null : Date.parse(decidedAt) + delays[delay];
    const dueAt = dueMs === null ? null : new Date(dueMs).toISOString();
    const afterId = afterPrevious ? (callbacks.at(-1)?.callbackId ?? null) : null;
    const fields = { route, body, transfer, withWrongKey, dueAt, afterId };
    callbacks.push(newCallback(fields, decidedAt));
  }
  return callbacks;
}
