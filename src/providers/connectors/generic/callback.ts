import { z } from 'zod';
import {
  baht,
  filled,
  moment,
  notBlank,
  optional,
  parse,
  says,
  text,
} from '../../../contract/fields';
import { demandJson, parseJsonObject } from '../../../contract/json-body';
import {
  plainFailure,
  readStatus,
  statusMeanings,
  type StatusMeaning,
} from '../../../orders/rules/callback';
import { satangToBaht } from '../../../kernel/rules/money';
import { MOVEMENT_MAX_SATANG } from '../../../ledger/rules/movement';
import { orderKinds } from '../../../orders/rules/kinds';
import { Problem } from '../../../kernel/rules/problem';
import type { CallbackPayer, CallbackReading, RawCallback } from '../connector';

const NAME_LENGTH_MAX = 200;
const CURRENCY_LENGTH_MAX = 20;

const status = z
  .union([z.string(), z.number()], says('invalid_status'))
  .transform((word, context): StatusMeaning => {
    const meaning = readStatus(word);
    if (meaning !== null) return meaning;
    context.addIssue({ code: 'custom', message: 'invalid_status' });
    return z.NEVER;
  })
  .meta({
    enum: [...Object.keys(statusMeanings), 1001],
    description: 'The outcome. `pending` and `processing` report none.',
  });

const failedStatuses = Object.keys(statusMeanings).filter(
  (word) => statusMeanings[word] === 'failed',
);

/*
 * `amount`, `currency` and `transactionId` are documented more narrowly than they are parsed: see
 * `refusalOf`.
 */
const amount = baht.meta({
  maximum: satangToBaht(MOVEMENT_MAX_SATANG),
  description: 'What moved, in baht. Absent: the amount of the order.',
});

const orderId = filled(100).describe("The order's id, or the reference in its QR code.");
const TRANSACTION_ID_LENGTH_MAX = 64;
const transactionId = text(TRANSACTION_ID_LENGTH_MAX).describe(
  "The bank's id of the transfer, unique over all orders.",
);

/** They decide about money: a callback with an unreadable one is refused. */
const decisive = z
  .object({
    orderId,
    status,
    amount: optional(amount),
    currency: optional(text(CURRENCY_LENGTH_MAX)).meta({
      enum: ['THB', null],
      description: 'Absent: `THB`.',
    }),
    transactionId: optional(transactionId).meta({
      minLength: 1,
      pattern: notBlank(TRANSACTION_ID_LENGTH_MAX),
    }),
  })
  // A successful transfer of 0 is an error; failures often carry the amount 0.
  .refine(({ status: meaning, amount: satang }) => meaning !== 'succeeded' || satang !== 0, {
    error: 'invalid_amount',
    path: ['amount'],
  });
type Decisive = z.output<typeof decisive>;

const payerText = (description: string) => optional(text(NAME_LENGTH_MAX).describe(description));
const payerFields = {
  bankName: payerText('The bank of the payer.'),
  accountNumber: payerText('The account number of the payer.'),
  accountName: payerText('The holder of the account.'),
};
const paidAt = moment('invalid_request').describe('When the money moved.');
const failure = z.object({
  code: text(64).describe('The reason for programs.'),
  message: optional(text(NAME_LENGTH_MAX).describe('The reason for humans.')),
});

/** For the API's description. */
export const callbackRequest: z.ZodType = z
  .object({
    ...decisive.shape,
    paidAt: optional(paidAt),
    failure: optional(failure.describe('Why it failed.')),
    payer: optional(z.object(payerFields).describe('Who paid.')),
  })
  .meta({
    id: 'CallbackRequest',
    anyOf: [
      { properties: { status: { enum: failedStatuses, description: 'No success.' } } },
      { properties: { amount: { not: { const: 0 }, description: 'Not 0 with a success.' } } },
    ],
  });

export function readCallback(raw: RawCallback): CallbackReading {
  const orderKind = orderKinds.find((kind) => kind === raw.topic);
  if (orderKind === undefined) return { kind: 'unreadable', problem: new Problem('not_found') };
  const fields = problemOr(() => {
    demandJson(raw.headers);
    return parseJsonObject(raw.body);
  });
  if (fields instanceof Problem) return { kind: 'unreadable', problem: fields };
  const body = problemOr(() => parse(decisive, fields, 'invalid_request'));
  const problem = body instanceof Problem ? body : refusalOf(body);
  if (body instanceof Problem || problem !== null) {
    const report = { orderKind, ...recognized(fields) };
    return { kind: 'refused', problem: problem ?? new Problem('invalid_request'), report };
  }
  const { status: outcome, amount: amountSatang } = body;
  if (outcome === 'waiting') return { kind: 'ignored', reason: 'no_outcome' };
  const { orderId: id, transactionId: transferId } = body;
  const report = { orderKind, orderId: id, outcome, transactionId: transferId, amountSatang };
  return { kind: 'reports', reports: [{ ...report, ...describe(fields) }] };
}

function problemOr<T>(read: () => T): T | Problem {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** The readable fields of a refused callback. */
function recognized(fields: Readonly<Record<string, unknown>>) {
  const meaning = readStatus(fields['status']);
  return {
    orderId: orderId.safeParse(fields['orderId']).data ?? '',
    outcome: meaning === 'waiting' ? null : meaning,
    transactionId: transactionId.safeParse(fields['transactionId']).data ?? null,
  };
}

/** Fields that describe a movement. `unread` are the paths of those that cannot be read. */
function describe(fields: Readonly<Record<string, unknown>>) {
  const unread: string[] = [];
  function read<T>(path: string, schema: z.ZodType<T>, value: unknown): T | null {
    if (value === undefined || value === null) return null;
    const parsed = schema.safeParse(value);
    if (!parsed.success) unread.push(path);
    return parsed.data ?? null;
  }
  const payer = read('payer', z.looseObject({}), fields['payer']);
  const [bankName, accountNumber, accountName] = (
    ['bankName', 'accountNumber', 'accountName'] as const
  ).map((name) => read(`payer.${name}`, payerFields[name], payer?.[name]));
  const reason = read('failure', failure, fields['failure']);
  return {
    movedAt: read('paidAt', paidAt, fields['paidAt']),
    // Empty text names nothing.
    payer: payer && {
      bankName: bankName || null,
      accountNumber: accountNumber || null,
      accountName: accountName || null,
    },
    failure: failureOf(reason),
    unread,
  };
}

/** Null when a readable callback is not refused. */
function refusalOf({ amount: satang, currency, transactionId: id }: Decisive): Problem | null {
  if (currency !== null && currency.toUpperCase() !== 'THB') {
    return new Problem('foreign_currency', { param: 'currency' });
  }
  if (satang !== null && satang > MOVEMENT_MAX_SATANG) {
    const message = 'No bank moves more than 20,000,000 baht at once.';
    return new Problem('invalid_amount', { param: 'amount', message });
  }
  if (id === '') {
    const message = 'transactionId must not be empty: leave it out where there is none.';
    return new Problem('invalid_request', { param: 'transactionId', message });
  }
  return null;
}

/** Null when the provider gave no code. */
function failureOf(reason: z.output<typeof failure> | null) {
  if (reason === null || reason.code === '') return null;
  return plainFailure({ code: reason.code, message: reason.message ?? '' });
}

const filledText = z.string().normalize('NFC').trim().min(1).nullish().catch(null);
const storedBody = z.object({
  payer: z.object({ bankName: filledText, accountNumber: filledText, accountName: filledText }),
});

/** Answers to inquiries are stored like callbacks, and name no payer. */
export function readPayer(body: string): CallbackPayer | null {
  const payer = storedBody.safeParse(JSON.parse(body.replace(/^\uFEFF/, ''))).data?.payer;
  if (payer === undefined) return null;
  const { bankName = null, accountNumber = null, accountName = null } = payer;
  return { bankName, accountNumber, accountName };
}
