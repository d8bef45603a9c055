import { z } from 'zod';
import { satang } from '../satang';

/**
 * API version 2019-05-29; fields that are not read are omitted. In older versions a currency is in
 * lower case, `created_at` is `created` and `refunded_amount` is `refunded`: they do not parse.
 */
const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9_]{5,100}$`));
export const chargeId = idOf('chrg');
export const refundId = idOf('rfnd');
export const transferId = idOf('trsf');
export const recipientId = idOf('recp');
export const disputeId = idOf('dspt');
export const eventId = idOf('evnt');

const money = satang.positive();
const moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
const word = z.string().nullish().catch(null);
export const metadata = z.object({ order_id: word, account_digest: word }).nullish();
const head = { metadata, created_at: moment, amount: money, currency: z.literal('THB') };
const failure = { failure_code: z.string().nullable(), failure_message: z.string().nullish() };

const scannableCode = z.object({
  raw_data: z.string().nullish(),
  image: z.object({ download_uri: z.string() }).nullish(),
});

/** While it is open, and when it is lost, the money is the payer's. */
export const dispute = z.object({
  object: z.literal('dispute'),
  id: disputeId,
  amount: money,
  currency: z.literal('THB'),
  status: z.enum(['open', 'pending', 'won', 'lost', 'closed']),
});
export type Dispute = z.output<typeof dispute>;

export const charge = z.object({
  ...head,
  ...failure,
  object: z.literal('charge'),
  id: chargeId,
  status: z.enum(['pending', 'successful', 'failed', 'expired', 'reversed', 'unknown']),
  paid: z.boolean(),
  /** Missing where nothing was captured, or the amount as a whole. */
  captured_amount: money.nullish(),
  /** Taken out of the amount. */
  fee: satang.nullish(),
  fee_vat: satang.nullish(),
  refunded_amount: satang,
  reversed: z.boolean().default(false),
  voided: z.boolean().default(false),
  expired: z.boolean().default(false),
  /** The id, unless the answer is expanded. */
  dispute: z.union([disputeId, dispute]).nullish(),
  refundable: z.boolean(),
  partially_refundable: z.boolean().default(false),
  authorize_uri: z.string().nullish(),
  expires_at: moment.nullish(),
  paid_at: moment.nullish(),
  source: z.object({ scannable_code: scannableCode.nullish() }).nullish(),
});
export type Charge = z.output<typeof charge>;

const status = z.string().nullish();
export const refund = z.object({ ...head, object: z.literal('refund'), id: refundId, status });

export const transfer = z.object({
  ...head,
  ...failure,
  object: z.literal('transfer'),
  id: transferId,
  /** The recipient gets it: `amount` less `total_fee`. */
  net: money,
  total_fee: satang,
  paid: z.boolean(),
  paid_at: moment.nullish(),
  fail_fast: z.boolean(),
  deleted: z.boolean(),
});

export const recipient = z
  .object({
    object: z.literal('recipient'),
    id: recipientId,
    deleted: z.boolean(),
    verified: z.boolean(),
    active: z.boolean(),
    failure_code: z.string().nullable(),
  })
  .transform(({ id, deleted: isDeleted, verified, active, failure_code: rejection }) => {
    return { id, isDeleted, isReady: verified && active, rejection };
  });

/** Of any kind and currency. */
const listed = z.looseObject({
  id: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  metadata,
});
export type Listed = z.output<typeof listed>;

export const list = z.object({
  object: z.literal('list'),
  from: moment,
  to: moment,
  offset: z.int().nonnegative(),
  total: z.int().nonnegative(),
  order: z.literal('chronological'),
  data: z.array(listed),
});
