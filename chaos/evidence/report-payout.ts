import { sendCallback, type OrderRef } from '../callbacks/send-callback';
import { waitForRequest } from '../load/bank';
import type { RunContext } from '../load/run-context';
import { watchEnd } from '../load/watch';
import type { Operation } from '../plan/operation';
import type { PayoutEvidence } from './evidence';

/** A payout that the bank executes twice or partially. */
export async function reportPayout(
  context: RunContext,
  operation: Operation,
  subject: OrderRef,
  evidence: PayoutEvidence,
): Promise<void> {
  const { bank } = context;
  const { orderId } = subject;
  if (!(await waitForRequest(bank, 'payout', orderId, async () => false))) return;
  if (evidence === 'paid out twice') await payTwice(context, operation, subject);
  else await payPart(context, operation, subject);
}

async function payTwice(
  context: RunContext,
  operation: Operation,
  subject: OrderRef,
): Promise<void> {
  const { amountSatang } = operation;
  await context.bank.decide('payout', subject.orderId, 'succeed');
  if ((await watchEnd(context, operation, subject)) === null) return;
  await leave(context, operation, subject, amountSatang);
  decide(context, operation, subject, 'duplicate_payout', [['charge', amountSatang]]);
}

async function payPart(
  context: RunContext,
  operation: Operation,
  subject: OrderRef,
): Promise<void> {
  const { amountSatang } = operation;
  const part = Math.floor(amountSatang * 0.6);
  await leave(context, operation, subject, part);
  await context.bank.decide('payout', subject.orderId, 'fail');
  const rest = amountSatang - part;
  const parts = [['complete', part] as const, ['release', rest] as const];
  decide(context, operation, subject, 'amount_mismatch', parts);
}

/** Records and reports a movement that is not in the sandbox bank's book. */
async function leave(
  context: RunContext,
  { mark, merchant }: Operation,
  subject: OrderRef,
  amountSatang: number,
): Promise<void> {
  const { merchantId } = context.merchants[merchant];
  const transactionId = `${mark}-out`;
  const { orderId } = subject;
  const direction = 'out' as const;
  context.log.moved.push({ direction, transactionId, amountSatang, orderId, merchantId });
  const content = { outcome: 'succeeded', transactionId, amountSatang } as const;
  await sendCallback(context, subject, content);
  await sendCallback(context, subject, content);
}

function decide(
  { log, merchants }: RunContext,
  { merchant }: Operation,
  { orderId }: OrderRef,
  kind: string,
  parts: readonly (readonly [as: string, satang: number])[],
): void {
  log.decisions.set(orderId, {
    merchantId: merchants[merchant].merchantId,
    status: 'succeeded',
    creditedSatang: 0,
    ways: [
      { kind, isSuspended: false, parts, rest: null },
      { kind: 'conflict', isSuspended: false, parts: [['dismiss', 0]], rest: null },
    ],
  });
}
