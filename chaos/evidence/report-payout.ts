import { tell } from '../callbacks/tell';
import type { Subject } from '../callbacks/tell';
import type { Field } from '../load/field';
import { watchEnd } from '../load/watch';
import type { Operation } from '../plan/operation';
import type { PayoutEvidence } from './evidence';

/** A payout that the bank makes twice, or in part. */
export async function reportPayout(
  field: Field,
  operation: Operation,
  subject: Subject,
  evidence: PayoutEvidence,
): Promise<void> {
  const { bank } = field;
  const { orderId } = subject;
  if ((await bank.taken('payout', orderId)) === null) return;
  if (evidence === 'paid out twice') await payTwice(field, operation, subject);
  else await payPart(field, operation, subject);
}

async function payTwice(field: Field, operation: Operation, subject: Subject): Promise<void> {
  const { amountSatang } = operation;
  await field.bank.decide('payout', subject.orderId, 'succeed');
  if ((await watchEnd(field, operation, subject)) === null) return;
  await leave(field, operation, subject, amountSatang);
  decide(field, operation, subject, 'duplicate_payout', [['charge', amountSatang]]);
}

async function payPart(field: Field, operation: Operation, subject: Subject): Promise<void> {
  const { amountSatang } = operation;
  const part = Math.floor(amountSatang * 0.6);
  await leave(field, operation, subject, part);
  await field.bank.decide('payout', subject.orderId, 'fail');
  const rest = amountSatang - part;
  const parts = [['complete', part] as const, ['release', rest] as const];
  decide(field, operation, subject, 'amount_mismatch', parts);
}

/** Money leaves that the sandbox bank's own book does not have, and the provider reports it. */
async function leave(
  field: Field,
  { mark, shop }: Operation,
  subject: Subject,
  amountSatang: number,
): Promise<void> {
  const { merchantId } = field.shops[shop];
  const transactionId = `${mark}-out`;
  const { orderId } = subject;
  const direction = 'out' as const;
  field.notes.moved.push({ direction, transactionId, amountSatang, orderId, merchantId });
  const word = { heard: 'succeeded', transactionId, amountSatang } as const;
  await tell(field, subject, word);
  await tell(field, subject, word);
}

function decide(
  { notes, shops }: Field,
  { shop }: Operation,
  { orderId }: Subject,
  kind: string,
  parts: readonly (readonly [as: string, satang: number])[],
): void {
  notes.decisions.set(orderId, {
    merchantId: shops[shop].merchantId,
    status: 'succeeded',
    creditedSatang: 0,
    ways: [
      { kind, isSuspended: false, parts, rest: null },
      { kind: 'conflict', isSuspended: false, parts: [['dismiss', 0]], rest: null },
    ],
  });
}
