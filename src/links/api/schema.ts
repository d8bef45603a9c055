import { z } from 'zod';
import { createdAt, currency, pageFields, requestCurrency } from '../../contract/described-fields';
import { filledLine, id, line, moment, optional, says } from '../../contract/fields';
import { returnUrl } from '../../contract/checkout-fields';
import { metadata } from '../../contract/metadata';
import { pageQuery } from '../../http/pagination';
import { QR_AMOUNT_MAX_BAHT, QR_AMOUNT_MIN_BAHT } from '../../kernel/rules/money';
import { qrAmount } from '../../orders/payment/api/qr-codes/schema';
import { linkStates } from '../find-link';
import { DESCRIPTION_LENGTH_MAX, PAYMENTS_MAX, TITLE_LENGTH_MAX } from '../rules/payment-link';

const title = filledLine(TITLE_LENGTH_MAX).describe('What is paid for: the heading of the page.');
const description = line(DESCRIPTION_LENGTH_MAX).describe(
  'More about it, on one line, below the heading.',
);
const paymentsRule = says('invalid_request', `must be a whole number from 1 to ${PAYMENTS_MAX}`);
const paymentsMax = z
  .int(paymentsRule)
  .min(1, paymentsRule)
  .max(PAYMENTS_MAX, paymentsRule)
  .meta({
    description:
      'How many payments can succeed: 1 for single use, null for any number. Money beyond the ' +
      'limit is not credited; an operator returns it to its payer.',
  });
const backUrl = returnUrl('invalid_url').meta({
  description:
    'Where the checkouts of its payments lead the payer back to, with the query parameter ' +
    '`payment_id`. https; http in a sandbox only. Reaching it proves no payment.',
});
const startsAt = moment('invalid_request').describe('No payment can be started before it.');
const endsAt = moment('invalid_request').meta({
  description: 'No payment can be started from then on. A started one can be paid for 15 minutes.',
});

export const linkRequest = z
  .object({
    title,
    description: optional(description),
    amount: optional(qrAmount).meta({
      description: 'Whole baht. Null: the payer enters an amount within the bounds.',
    }),
    amount_min: optional(qrAmount.describe('The least that a payer can enter, in whole baht.')),
    amount_max: optional(qrAmount.describe('The most that a payer can enter, in whole baht.')),
    currency: requestCurrency,
    payments_max: optional(paymentsMax),
    starts_at: optional(startsAt),
    ends_at: optional(endsAt),
    return_url: optional(backUrl),
    metadata: optional(metadata).meta({ description: 'Copied to each payment of the link.' }),
  })
  .refine(
    ({ amount, amount_min: min, amount_max: max }) => amount === null || (min ?? max) === null,
    {
      path: ['amount'],
      error: 'must be omitted where amount_min or amount_max is given.',
    },
  )
  .refine(
    ({ amount_min: min, amount_max: max }) =>
      (min ?? QR_AMOUNT_MIN_BAHT) <= (max ?? QR_AMOUNT_MAX_BAHT),
    { path: ['amount_max'], error: 'must not be less than amount_min.' },
  )
  .refine(
    ({ starts_at: from, ends_at: until }) => from === null || until === null || from < until,
    {
      path: ['ends_at'],
      error: 'must be after starts_at.',
    },
  )
  .meta({ id: 'PaymentLinkRequest' });

/** Omitted fields stay unchanged. */
export const linkChange = z
  .object({
    title: title.optional(),
    description: description.nullable().optional(),
    payments_max: paymentsMax.nullable().optional(),
    starts_at: startsAt.nullable().optional(),
    ends_at: endsAt.nullable().optional(),
    return_url: backUrl.nullable().optional(),
    metadata: metadata.nullable().optional(),
  })
  .meta({ id: 'PaymentLinkChange' });

export const linkParams = z.object({
  id: id('pl_', 'payment_link_not_found').describe('The `payment_link_id` of the link.'),
});

export const paymentLink = z
  .object({
    payment_link_id: z.string().describe('The id of the link.'),
    url: z.url().meta({
      description: 'The page of the link, in Thai and English. Opening it creates nothing.',
    }),
    status: z.enum(linkStates).meta({
      description:
        '`active`: payments can be started. `sold_out`: `payments_max` payments have succeeded. ' +
        '`stopped` is final; money that arrives afterwards is not credited.',
    }),
    title: z.string().describe('The heading of the page.'),
    description: z.string().nullable().describe('The text below the heading. Null without one.'),
    amount: z.int().nullable().describe('In baht. Null: the payer enters an amount.'),
    amount_min: z.int().nullable().describe('The least that a payer can enter. Null: no bound.'),
    amount_max: z.int().nullable().describe('The most that a payer can enter. Null: no bound.'),
    currency,
    payments_max: z.int().nullable().describe('How many payments can succeed. Null: any number.'),
    payments_succeeded: z
      .int()
      .meta({ description: 'A refund does not reduce it. List them by `payment_link_id`.' }),
    starts_at: z.iso.datetime().nullable().describe('When payments can begin. Null: at once.'),
    ends_at: z.iso.datetime().nullable().describe('When payments can no longer begin, if ever.'),
    stopped_at: z.iso.datetime().nullable().describe('When it was stopped. Null: it was not.'),
    return_url: z.string().nullable().describe('Where its checkouts lead back to, if anywhere.'),
    metadata: metadata.nullable(),
    monthly_mail_id: z
      .string()
      .nullable()
      .describe('The monthly mail with which it was sent. Null for a link of your own.'),
    created_at: createdAt,
  })
  .meta({ id: 'PaymentLink' });

export const linksQuery = pageQuery;

export const linkPage = z
  .object({ payment_links: z.array(paymentLink).describe('Newest first.'), ...pageFields })
  .meta({ id: 'PaymentLinkPage' });
