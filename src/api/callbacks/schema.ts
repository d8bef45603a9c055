import { z } from 'zod';
import { readStatus, statusWords } from '../../domain/callback';
import type { ProviderOutcome } from '../../domain/movement';
import { satangToBaht } from '../../domain/money';
import { MOVEMENT_MAX_SATANG } from '../../domain/movement';
import { Problem } from '../../domain/problem';
import { baht, filled, moment, notBlank, optional, says, text } from '../../contract/fields';

const NAME_LENGTH_MAX = 200;
const CURRENCY_LENGTH_MAX = 20;

const status = z
  .union([z.string(), z.number()], says('invalid_status'))
  .transform((word, context): ProviderOutcome => {
    const heard = readStatus(word);
    if (heard !== null) return heard;
    context.addIssue({ code: 'custom', message: 'invalid_status' });
    return z.NEVER;
  })
  .meta({ enum: [...Object.keys(statusWords), 1001] });

const failedWords = Object.keys(statusWords).filter((word) => statusWords[word] === 'failed');

/*
 * `amount`, `currency` and `transactionId` are described more narrowly than they are parsed: what
 * `refusalOf` refuses is answered 400, and kept for operators.
 */
const amount = baht.meta({ maximum: satangToBaht(MOVEMENT_MAX_SATANG) });

/** What the provider tells of an order, of whichever kind. */
export const callbackRequest = z
  .object({
    /** Our id of the order, or the ref that its QR code carries. */
    orderId: filled(100),
    status,
    amount: optional(amount),
    currency: optional(text(CURRENCY_LENGTH_MAX)).meta({ enum: ['THB', null] }),
    /** The bank's id of the transfer, unique over all orders. */
    transactionId: optional(text(64)).meta({ minLength: 1, pattern: notBlank }),
    paidAt: optional(moment('invalid_request')),
    /** Why it failed. */
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
  // Money that came cannot be none; money that did not come is often written as 0.
  .refine(({ status: heard, amount: satang }) => heard === 'failed' || satang !== 0, {
    error: 'invalid_amount',
    path: ['amount'],
  })
  .meta({
    id: 'CallbackRequest',
    anyOf: [
      { properties: { status: { enum: failedWords } } },
      { properties: { amount: { not: { const: 0 } } } },
    ],
  });

/** Why a callback is refused although it can be read; null when it is not. */
export function refusalOf({
  amount: satang,
  currency,
  transactionId,
}: z.output<typeof callbackRequest>): Problem | null {
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

/**
 * What tells payers apart: the account number's digits, or where there is none the bank and the
 * name; null where the callback names no payer.
 */
export function payerOf({ payer }: z.output<typeof callbackRequest>): string | null {
  const digits = payer?.accountNumber?.replace(/[\s-]/g, '') ?? '';
  const bank = payer?.bankName?.toLowerCase() ?? '';
  if (digits !== '') return `account ${digits}`;
  const name = payer?.accountName?.toLowerCase() ?? '';
  return name === '' ? null : `name ${bank} ${name}`;
}

export const callbackAccepted = z
  .object({ status: z.literal(true), message: z.string() })
  .meta({ id: 'CallbackAccepted' });
