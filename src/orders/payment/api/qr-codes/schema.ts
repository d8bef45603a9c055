import { z } from 'zod';
import { QR_AMOUNT_MAX_BAHT, QR_AMOUNT_MIN_BAHT } from '../../../../kernel/rules/money';
import {
  currency,
  deadline,
  orderAmount,
  reference,
  requestCurrency,
} from '../../../../contract/described-fields';
import { optional, says, text } from '../../../../contract/fields';
import { bodyKey } from '../../../../http/middleware/idempotency';
import { notBaht, wholeBaht } from '../../../../contract/amounts';
import { metadata } from '../../../../contract/metadata';
import { checkoutLink } from '../../../../contract/checkout-url';
import { orderText, returnUrl } from '../../../../contract/checkout-fields';

const EXPIRY_MINUTES_DEFAULT = 15;
const EXPIRY_MINUTES_MAX = 24 * 60;
const REFERENCE_LENGTH_MAX = 35;
const CLIENT_LENGTH_MAX = 100;

/** An integer outside the range has an error code of its own; anything else is invalid. */
export const qrAmount = z
  .int({
    error: ({ code }) =>
      code === 'invalid_type' ? notBaht.error : says('amount_out_of_range', wholeBaht).error,
  })
  .min(QR_AMOUNT_MIN_BAHT, says('amount_out_of_range', wholeBaht))
  .max(QR_AMOUNT_MAX_BAHT, says('amount_out_of_range', wholeBaht))
  .describe('Whole baht.');

export const requestReference = text(REFERENCE_LENGTH_MAX, 'invalid_reference').describe(
  'Your own order number. The payment and its events have it.',
);
const clientText = (description: string) =>
  optional(text(CLIENT_LENGTH_MAX).describe(`${description} Returned as you sent it.`));

const expiryRule = says(
  'invalid_expiry',
  `must be a whole number from 1 to ${EXPIRY_MINUTES_MAX}; got`,
);

export const qrCodeRequest = z
  .object({
    amount: qrAmount,
    currency: requestCurrency,
    client_name: clientText('The name of your customer.'),
    client_bank_name: clientText('The bank of your customer.'),
    client_bank_account: clientText('The account number of your customer.'),
    reference: optional(requestReference),
    expiry_minutes: z
      .int(expiryRule)
      .min(1, expiryRule)
      .max(EXPIRY_MINUTES_MAX, expiryRule)
      .nullish()
      .transform((minutes) => minutes ?? EXPIRY_MINUTES_DEFAULT)
      .describe(`Minutes until the code expires, ${EXPIRY_MINUTES_DEFAULT} without it.`),
    metadata: optional(metadata),
    description: optional(orderText),
    return_url: optional(returnUrl('invalid_url')),
    idempotency_key: optional(bodyKey).describe('In place of the header `Idempotency-Key`.'),
  })
  .meta({ id: 'QrCodeRequest' });

export const qrCode = z
  .object({
    qr_code_id: z.string().describe('The id of the code.'),
    qr_data: z.string().describe('The text of the QR code, in the format of Thai QR payments.'),
    qr_image_url: z
      .url()
      .describe('A PNG of the code; SVG with `?format=svg`, with amount and texts `?style=card`.'),
    checkout_url: checkoutLink,
    amount: z.int().describe(orderAmount),
    currency,
    reference,
    client_name: z.string().optional().describe('As you sent it.'),
    client_bank_name: z.string().optional().describe('As you sent it.'),
    client_bank_account: z.string().optional().describe('As you sent it.'),
    expires_at: deadline,
    payment_id: z.string().describe('The payment that the code pays. Its events have the id.'),
    status: z.literal('pending').describe('Always `pending`: nobody has paid it yet.'),
    metadata: metadata.nullable(),
  })
  .meta({ id: 'QrCode' });
