import { z } from 'zod';
import { says } from './fields';

/*
 * Fields that mean the same in several objects, each described once. Descriptions are Markdown of
 * the API's description and end with a full stop.
 */

export const currency = z.literal('THB').describe('Always `THB`, Thai baht.');
export const requestCurrency = z
  .literal('THB', says('invalid_currency', 'must be THB; got'))
  .describe('Always `THB`, Thai baht.');

export const createdAt = z.iso.datetime().describe('When the object was created.');
export const completedAt = z.iso
  .datetime()
  .nullable()
  .describe('When the money moved, as the provider reported it. Null until then.');
export const deadline = z.iso
  .datetime()
  .describe('Until when it can be paid. It then expires, and later money is credited as `late`.');

const failureCode = z
  .string()
  .describe('The reason for programs. Codes of providers are passed on as they are.');
const failureMessage = z.string().describe('The reason for humans; may change.');
export const failure = z
  .object({ code: failureCode, message: failureMessage })
  .nullable()
  .describe('Why the order failed. Null unless it failed.');

export const reference = z
  .string()
  .nullable()
  .describe('Your own order number, as you sent it. Null without one.');
export const bankName = z.string().describe('The name of the bank, as you sent it.');
export const bankCode = z
  .string()
  .nullable()
  .describe("The bank's three-digit code. Null for a bank name that the gateway does not know.");
export const requestBankName =
  'The name of the bank: its code such as `KBANK`, or its Thai or English name.';

export const orderAmount = 'The amount of the order in baht, without fees.';
export const amountReceived = z.number().describe('What the payer has paid, in baht.');
export const amountCredited = z
  .number()
  .describe('What the balance has of it, in baht: credited, and not reversed.');
export const amountRefunded = z.number().describe('What was refunded of it, in baht.');
export const amountReversed = z
  .number()
  .describe('What was reversed after it was credited, in baht, for example by a chargeback.');
export const payoutReversed = z
  .number()
  .describe(
    'What was returned after the payout had succeeded, or sent although it had failed, in baht.',
  );
export const late = z
  .boolean()
  .describe('True when the money arrived after the order had expired or failed.');

export const paymentStatus =
  '`pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or ' +
  'failed one `succeeded`.';
export const payoutStatus =
  '`pending`: held and not sent. `processing`: sent to the bank. `succeeded`: the bank has paid. ' +
  '`failed`: nothing was paid, and the amount is available again.';

const limit = z.int().describe('The page size that was applied.');
const nextCursor = 'Send it as `cursor` to read the next page. Null on the last page.';
const hasMore = 'Whether there are more objects after this page.';
/** Of a list that is read by cursor only. */
export const cursorFields = {
  limit,
  has_more: z.boolean().describe(hasMore),
  next_cursor: z.string().nullable().describe(nextCursor),
};
const totalCount = z.int().describe('How many objects match the filters.');
const offset = z.int().describe('How many objects were skipped.');
export const pageFields = { total: totalCount, offset, ...cursorFields };
/** Of a list that always fits one page. */
export const singlePageFields = {
  total: totalCount,
  limit,
  offset,
  has_more: z.literal(false).describe(hasMore),
  next_cursor: z.null().describe(nextCursor),
};
