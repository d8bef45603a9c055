import { z } from 'zod';
import { readStatus, statusWords } from '../../domain/callback';
import type { Heard } from '../../domain/callback';
import { satangToBaht } from '../../domain/money';
import { baht, filled, moment, optional, says, text } from '../fields';

const NAME_LENGTH_MAX = 200;

const status = z
  .union([z.string(), z.number()], says('invalid_status'))
  .transform((word, context): Heard => {
    const heard = readStatus(word);
    if (heard !== null) return heard;
    context.addIssue({ code: 'custom', message: 'invalid_status' });
    return z.NEVER;
  })
  .meta({ enum: [...Object.keys(statusWords), 1001] });

const failedWords = Object.keys(statusWords).filter((word) => statusWords[word] === 'failed');

/** More than any bank transfer, and so little that a thousand of them can still be added up. */
const AMOUNT_MAX_SATANG = 10 ** 13;
const amount = baht
  .refine((satang) => satang < AMOUNT_MAX_SATANG, says('invalid_amount'))
  .meta({ maximum: satangToBaht(AMOUNT_MAX_SATANG - 1) });

/** What the provider tells of an order, of whichever kind. */
export const callbackRequest = z
  .object({
    /** Our id of the order, or the ref that its QR code carries. */
    orderId: filled(100),
    status,
    amount: optional(amount),
    transactionId: optional(text(64)),
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

export const callbackAccepted = z
  .object({ status: z.literal(true), message: z.string() })
  .meta({ id: 'CallbackAccepted' });
