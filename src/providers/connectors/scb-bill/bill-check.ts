import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { parseJsonObject } from '../../../contract/json-body';
import { formatBaht } from '../../../kernel/rules/money';
import { Problem } from '../../../kernel/rules/problem';
import type { BillCheck, BillVerdict, RawCallback } from '../connector';
import { receivedAmount } from '../received-amount';
import { referenceForm } from '../scb/wire';
import type { ScbBillSettings } from './settings';

const request = z.object({
  request: z.enum(['verify', 'confirm', 'cancel']),
  reference1: z.string().regex(referenceForm),
  amount: receivedAmount,
  tranID: z.string().regex(/^[!-~]{1,64}$/),
});

/** Interface specification 1.4, with the bank's own texts. */
const verdicts: Readonly<Record<BillVerdict, readonly [code: string, text: string]>> = {
  payable: ['0000', 'Success'],
  unknown_reference: ['1001', 'Invalid reference1'],
  wrong_amount: ['1004', 'Invalid amount'],
  already_paid: ['2001', 'Duplicate transaction'],
  expired: ['2002', 'Over due'],
  unavailable: ['9001', 'System is busy'],
};
const invalidData = ['1000', 'Invalid data'] as const;

/** Bill Payment Host-to-Host: JSON, with a user and a password in each request. */
export const scbBillCheck: BillCheck<ScbBillSettings> = {
  read(raw) {
    const { data } = request.safeParse(readFields(raw));
    if (data === undefined) return null;
    const { request: kind, reference1: ref, amount: amountSatang, tranID: transactionId } = data;
    return { kind, ref, amountSatang, transactionId };
  },
  reply(question, verdict) {
    const [resCode, resMesg] = question === null ? invalidData : verdicts[verdict];
    if (question === null) return { status: 200, body: { resCode, resMesg } };
    const { kind, transactionId, amountSatang } = question;
    const echo = {
      response: kind,
      tranID: transactionId,
      amount: Number(formatBaht(amountSatang)),
    };
    return { status: 200, body: { ...echo, resCode, resMesg } };
  },
};

/** The request carries the bank's user and password. */
export function isFromBank(raw: RawCallback, settings: ScbBillSettings): boolean {
  const { user, password } = readFields(raw);
  const isUser = isSame(user, settings.bankUser);
  const isPassword = isSame(password, settings.bankPassword);
  return isUser && isPassword;
}

function readFields({ body }: RawCallback): Readonly<Record<string, unknown>> {
  try {
    return parseJsonObject(body);
  } catch (error) {
    if (error instanceof Problem) return {};
    throw error;
  }
}

/** Compares digests of equal length in constant time. */
function isSame(given: unknown, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(expected));
}
