import { z } from 'zod';
import { parseJsonObject } from '../../../contract/json-body';
import { Problem } from '../../../kernel/rules/problem';
import type { CallbackReading, RawCallback } from '../connector';
import { verifyJwt } from './jwt';
import { payload } from './messages';
import type { TwoC2pSettings } from './settings';

const notification = z.object({ merchantID: z.string(), invoiceNo: z.string() });

/** Null for a body that is not a signed notification. */
function claimsIn({ body }: RawCallback, { secretKeys }: TwoC2pSettings): unknown {
  try {
    const token = payload.safeParse(parseJsonObject(body)).data?.payload;
    return token === undefined ? null : verifyJwt(token, secretKeys);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

export const verifyCallback = (raw: RawCallback, settings: TwoC2pSettings): boolean =>
  claimsIn(raw, settings) !== null;

/** A notification is only a hint: its result codes are not documented for every outcome. */
export function readCallback(raw: RawCallback, settings: TwoC2pSettings): CallbackReading {
  const read = notification.safeParse(claimsIn(raw, settings)).data;
  if (read?.merchantID !== settings.merchantId) {
    const message = 'The body is not a notification of this merchant.';
    return { kind: 'unreadable', problem: new Problem('invalid_request', { message }) };
  }
  const { invoiceNo } = read;
  if (!/^[0-9A-Z]{20}$/.test(invoiceNo)) return { kind: 'ignored', reason: 'other_reference' };
  return { kind: 'hint', about: { providerRef: invoiceNo } };
}
