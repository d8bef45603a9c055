import { z } from 'zod';
import { Problem } from '../../../kernel/rules/problem';
import type { CallbackReading, CallbackReply, CallbackResult, RawCallback } from '../connector';
import { readBody } from '../read-body';
import { transactionId } from '../transaction-id';
import { BAHT, readPayerOf, referenceForm } from './wire';

const confirmation = z.object({
  payeeProxyId: z.string(),
  billPaymentRef1: z.string().regex(referenceForm),
  currencyCode: z.coerce.string(),
  transactionId: transactionId.nullable().catch(null),
});

/**
 * SCB signs nothing, so a confirmation is only a hint; its amount is not used. Confirmations of
 * card and wallet payments name no biller.
 */
export function readConfirmation(
  { body }: RawCallback,
  billerId: string,
  aboutOf: (ref: string) => Extract<CallbackReading, { kind: 'hint' }>['about'],
): CallbackReading {
  // The bank's test of the URL in UAT is a GET.
  if (body.length === 0) return { kind: 'ignored', reason: 'no_body' };
  const fields = readBody(body);
  if (fields instanceof Problem) return { kind: 'unreadable', problem: fields };
  if (fields['payeeProxyId'] === undefined) return { kind: 'ignored', reason: 'other_product' };
  const read = confirmation.safeParse(fields);
  const param = read.success ? 'payeeProxyId' : String(read.error.issues[0]?.path[0]);
  if (!read.success || read.data.payeeProxyId !== billerId) {
    return { kind: 'unreadable', problem: new Problem('invalid_request', { param }) };
  }
  const { billPaymentRef1: orderId, currencyCode, transactionId: id } = read.data;
  if (currencyCode === BAHT) return { kind: 'hint', about: aboutOf(orderId) };
  const problem = new Problem('foreign_currency', { param: 'currencyCode' });
  const outcome = 'succeeded';
  const report = { orderKind: 'incoming', orderId, outcome, transactionId: id } as const;
  return { kind: 'refused', problem, report };
}

/** SCB sends a confirmation again, three times in 36 s, unless it is answered in this form. */
export function replyToConfirmation({ body }: RawCallback, result: CallbackResult): CallbackReply {
  const fields = readBody(body);
  const named = fields instanceof Problem ? '' : fields['transactionId'];
  const id = typeof named === 'string' ? named : '';
  if (result.kind === 'problem') {
    const { status, code } = result.problem;
    return { status, body: { resCode: '99', resDesc: code, transactionId: id, confirmId: '' } };
  }
  const confirmId = result.kind === 'stored' ? result.callbackId : '';
  return { status: 200, body: { resCode: '00', resDesc: 'success', transactionId: id, confirmId } };
}

export const readPayer = (body: string) => readPayerOf(JSON.parse(body));
