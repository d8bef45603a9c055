import { z } from 'zod';
import { bankTitle } from '../../../kernel/rules/banks';
import { readMoment } from '../../../kernel/rules/moment';
import type { CallbackPayer, FoundMovement } from '../connector';
import type { HttpResult } from '../http-client';
import { receivedAmount } from '../received-amount';
import type { NamedTransfer } from '../slip';
import { transactionId } from '../transaction-id';

/** The documented form of references 1 to 3. */
export const referenceForm = /^[A-Z0-9]{1,20}$/;
export const BAHT = '764';

/** SCB writes codes as numbers and as text. */
const code = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]);
const envelope = z.object({
  status: z.object({ code, description: z.string().catch('') }),
  data: z.unknown().optional(),
});

export type Answer =
  | { readonly kind: 'succeeded'; readonly data: unknown }
  /** `code` is null for an answer that is not in SCB's form, such as a proxy's. */
  | {
      readonly kind: 'failed';
      readonly code: number | null;
      readonly statusCode: number;
      readonly message: string;
      /** For logs. */
      readonly reason: string;
    }
  | Exclude<HttpResult, { kind: 'answered' }>;

const SUCCESS = 1000;

export function readAnswer(result: HttpResult): Answer {
  if (result.kind !== 'answered') return result;
  const { statusCode, body } = result;
  const read = envelope.safeParse(body).data;
  const isSuccess = statusCode >= 200 && statusCode < 300;
  if (read === undefined) {
    const reason = isSuccess ? 'unreadable_answer' : `HTTP ${statusCode}`;
    return { kind: 'failed', code: null, statusCode, message: '', reason };
  }
  const { code: given, description: message } = read.status;
  if (isSuccess && given === SUCCESS) return { kind: 'succeeded', data: read.data };
  const reason = `HTTP ${statusCode}, code ${given}`;
  return { kind: 'failed', code: given, statusCode, message, reason };
}

type Failed = Extract<Answer, { kind: 'failed' }>;

/** A credential, a right or a header is missing or wrong. */
export const isCredentialRefused = ({ code: given, statusCode }: Failed): boolean =>
  [401, 403].includes(statusCode) || [9100, 9300, 9500, 9503].includes(given ?? 0);

/** A new token may be accepted. */
export const isTokenRefused = ({ code: given, statusCode }: Failed): boolean =>
  given === 9300 || (statusCode === 401 && given !== 9500);

/** For logs. */
export const reasonOf = (answer: Exclude<Answer, { kind: 'succeeded' }>): string =>
  answer.kind === 'failed' && isCredentialRefused(answer) ? 'credentials' : answer.reason;

/** Times of Tag 30 payments are in Bangkok; the offset is optional. */
const BANGKOK = '+07:00';

const text = z.string().trim().min(1).nullish().catch(null);
const payerFields = { payerName: text, payerAccountNumber: text, sendingBankCode: text };
const payerBody = z.object(payerFields);

/** The payer that a confirmation or a record of an inquiry names; null when it names none. */
export function readPayerOf(body: unknown): CallbackPayer | null {
  const read = payerBody.safeParse(body).data;
  if (read === undefined) return null;
  const { payerName = null, payerAccountNumber = null, sendingBankCode = null } = read;
  if (payerName === null && payerAccountNumber === null) return null;
  const bankName = sendingBankCode && (bankTitle(sendingBankCode, 'en') ?? sendingBankCode);
  return { bankName, accountNumber: payerAccountNumber, accountName: payerName };
}

const payment = z.object({
  payeeProxyId: z.string(),
  billPaymentRef1: z.string(),
  currencyCode: z.literal(BAHT),
  amount: receivedAmount,
  transactionId,
  transactionDateandTime: text,
  reverseFlag: z.string().nullish(),
  ...payerFields,
});

export interface Payment {
  readonly movement: FoundMovement;
  /** The money was returned to its payer. */
  readonly isReversed: boolean;
}

/** Null when a record is unreadable or of another biller or order. */
export function readPayments(data: unknown, billerId: string, ref: string): Payment[] | null {
  const read = z.array(payment).safeParse(data ?? []);
  if (!read.success) return null;
  const isOurs = read.data.every(
    (one) => one.payeeProxyId === billerId && one.billPaymentRef1 === ref,
  );
  if (!isOurs) return null;
  return read.data.map((one) => ({
    movement: {
      transactionId: one.transactionId,
      amountSatang: one.amount,
      movedAt: readMoment(one.transactionDateandTime ?? '', BANGKOK),
      payer: readPayerOf(one),
    },
    isReversed: one.reverseFlag === 'R',
  }));
}

const transfer = z.object({
  transRef: z.string(),
  sendingBank: z.string(),
  receiver: z.object({ proxy: z.object({ value: text }).nullish() }),
  amount: receivedAmount,
  paidLocalCurrency: z.literal(BAHT),
  ref1: text,
});

/** Null when the answer is unreadable or about another transfer. */
export function readTransfer(data: unknown, { sendingBank, transRef }: NamedTransfer) {
  const read = transfer.safeParse(data).data;
  if (read?.transRef !== transRef || read.sendingBank !== sendingBank) return null;
  const receiver = read.receiver.proxy?.value ?? null;
  return { amountSatang: read.amount, paidTo: read.ref1 ?? '', receiver };
}
