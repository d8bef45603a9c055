import { z } from 'zod';
import { baht, filled, moment, notBlank, optional, parse, says, text } from '../../contract/fields';
import { demandJson, parseJsonObject } from '../../contract/json-body';
import { plainFailure, readStatus, statusOutcomes } from '../../domain/callback';
import { satangToBaht } from '../../domain/money';
import { MOVEMENT_MAX_SATANG } from '../../domain/movement';
import type { ProviderOutcome } from '../../domain/movement';
import { orderKinds } from '../../domain/orders';
import { Problem } from '../../domain/problem';
import type { CallbackPayer, CallbackReading, RawCallback } from '../connector';

const NAME_LENGTH_MAX = 200;
const CURRENCY_LENGTH_MAX = 20;

const status = z
  .union([z.string(), z.number()], says('invalid_status'))
  .transform((word, context): ProviderOutcome => {
    const outcome = readStatus(word);
    if (outcome !== null) return outcome;
    context.addIssue({ code: 'custom', message: 'invalid_status' });
    return z.NEVER;
  })
  .meta({ enum: [...Object.keys(statusOutcomes), 1001] });

const failedStatuses = Object.keys(statusOutcomes).filter(
  (word) => statusOutcomes[word] === 'failed',
);

/*
 * `amount`, `currency` and `transactionId` are documented more narrowly than they are parsed: what
 * `refusalOf` refuses is answered 400 and stored for operators.
 */
const amount = baht.meta({ maximum: satangToBaht(MOVEMENT_MAX_SATANG) });

const callbackBody = z
  .object({
    /** The order's id, or the reference in its QR code. */
    orderId: filled(100),
    status,
    amount: optional(amount),
    currency: optional(text(CURRENCY_LENGTH_MAX)).meta({ enum: ['THB', null] }),
    /** The bank's id of the transfer, unique over all orders. */
    transactionId: optional(text(64)).meta({ minLength: 1, pattern: notBlank }),
    paidAt: optional(moment('invalid_request')),
    /** The reason of a failure. */
    failure: optional(
      z.object(
        { code: text(64), message: optional(text(NAME_LENGTH_MAX)) },
        says('invalid_request'),
      ),
    ),
    payer: optional(
      z.object(
        {
          bankName: optional(text(NAME_LENGTH_MAX)),
          accountNumber: optional(text(NAME_LENGTH_MAX)),
          accountName: optional(text(NAME_LENGTH_MAX)),
        },
        says('invalid_request'),
      ),
    ),
  })
  // A successful transfer of 0 is an error; failures often carry the amount 0.
  .refine(({ status: outcome, amount: satang }) => outcome === 'failed' || satang !== 0, {
    error: 'invalid_amount',
    path: ['amount'],
  })
  .meta({
    id: 'CallbackRequest',
    anyOf: [
      { properties: { status: { enum: failedStatuses } } },
      { properties: { amount: { not: { const: 0 } } } },
    ],
  });
type CallbackBody = z.output<typeof callbackBody>;

/** The schema of a callback's body, for the API's description. */
export const callbackRequest: z.ZodType = callbackBody;

export function readCallback(raw: RawCallback): CallbackReading {
  const orderKind = orderKinds.find((kind) => kind === raw.topic);
  if (orderKind === undefined) return { kind: 'unreadable', problem: new Problem('not_found') };
  const body = parseBody(raw);
  if (body instanceof Problem) return { kind: 'unreadable', problem: body };
  const report = {
    orderKind,
    orderId: body.orderId,
    outcome: body.status,
    transactionId: body.transactionId,
  };
  const problem = refusalOf(body);
  if (problem !== null) return { kind: 'refused', problem, report };
  const { amount: amountSatang, paidAt: movedAt } = body;
  const more = { amountSatang, movedAt, payer: payerIn(body), failure: failureOf(body) };
  return { kind: 'reports', reports: [{ ...report, ...more }] };
}

function parseBody({ headers, body }: RawCallback): CallbackBody | Problem {
  try {
    demandJson(headers);
    return parse(callbackBody, parseJsonObject(body), 'invalid_request');
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** Why a readable callback is refused; null when it is not. */
function refusalOf({ amount: satang, currency, transactionId }: CallbackBody): Problem | null {
  if (currency !== null && currency.toUpperCase() !== 'THB') {
    return new Problem('foreign_currency', { param: 'currency' });
  }
  if (satang !== null && satang > MOVEMENT_MAX_SATANG) {
    const message = 'No bank moves more than 20,000,000 baht at once.';
    return new Problem('invalid_amount', { param: 'amount', message });
  }
  if (transactionId === '') {
    const message = 'transactionId must not be empty: leave it out where there is none.';
    return new Problem('invalid_request', { param: 'transactionId', message });
  }
  return null;
}

/** Empty text names nothing. */
function payerIn({ payer }: CallbackBody): CallbackPayer | null {
  if (payer === null) return null;
  const { bankName, accountNumber, accountName } = payer;
  return {
    bankName: bankName || null,
    accountNumber: accountNumber || null,
    accountName: accountName || null,
  };
}

/** Null when the provider gave no code. */
function failureOf({ failure }: CallbackBody) {
  if (failure === null || failure.code === '') return null;
  return plainFailure({ code: failure.code, message: failure.message ?? '' });
}

const filledText = z.string().normalize('NFC').trim().min(1).nullish().catch(null);
const storedBody = z.object({
  payer: z.object({ bankName: filledText, accountNumber: filledText, accountName: filledText }),
});

/** Answers to inquiries are stored like callbacks, and name no payer. */
export function readPayer(body: string): CallbackPayer | null {
  const payer = storedBody.safeParse(JSON.parse(body)).data?.payer;
  if (payer === undefined) return null;
  const { bankName = null, accountNumber = null, accountName = null } = payer;
  return { bankName, accountNumber, accountName };
}
