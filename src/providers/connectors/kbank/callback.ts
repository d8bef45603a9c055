import { z } from 'zod';
import { Problem } from '../../../kernel/rules/problem';
import type { CallbackReading, CallbackReply, CallbackResult, RawCallback } from '../connector';
import { readBodyAs } from '../read-body';
import type { KbankSettings } from './settings';

const notification = z.object({
  partnerId: z.string(),
  merchantId: z.string().nullish(),
  partnerTxnUid: z.string(),
  origPartnerTxnUid: z.string().nullish(),
});

/** A notification carries no proof: only its reference is read. */
export function readNotification(
  { body }: RawCallback,
  { partnerId, merchantId }: KbankSettings,
): CallbackReading {
  const read = readBodyAs(notification, body, 'The body is not a payment notification.');
  if (read instanceof Problem) return { kind: 'unreadable', problem: read };
  const isOurs = read.partnerId === partnerId && (read.merchantId ?? merchantId) === merchantId;
  if (!isOurs) {
    const message = 'It is of another merchant.';
    return { kind: 'unreadable', problem: new Problem('invalid_request', { message }) };
  }
  const providerRef = read.origPartnerTxnUid ?? read.partnerTxnUid;
  if (!/^[0-9A-Z]{15}$/.test(providerRef)) return { kind: 'ignored', reason: 'other_reference' };
  return { kind: 'hint', about: { providerRef } };
}

export function replyToNotification(_: RawCallback, result: CallbackResult): CallbackReply {
  if (result.kind !== 'problem') {
    return { status: 200, body: { statusCode: '00', errorCode: null, errorDesc: null } };
  }
  const { status, code, message } = result.problem;
  return { status, body: { statusCode: '10', errorCode: code, errorDesc: message } };
}
