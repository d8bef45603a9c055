import { z } from 'zod';
import { QR_AMOUNT_MAX_BAHT, QR_AMOUNT_MIN_BAHT } from '../../../../kernel/rules/money';
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
  .max(QR_AMOUNT_MAX_BAHT, says('amount_out_of_range', wholeBaht));

const expiryRule = says(
  'invalid_expiry',
  `must be a whole number from 1 to ${EXPIRY_MINUTES_MAX}; got`,
);

export const qrCodeRequest = z
  .object({
    amount: qrAmount,
    currency: z.literal('THB', says('invalid_currency', 'must be THB; got')),
    client_name: optional(text(CLIENT_LENGTH_MAX)),
    client_bank_name: optional(text(CLIENT_LENGTH_MAX)),
    client_bank_account: optional(text(CLIENT_LENGTH_MAX)),
    reference: optional(text(REFERENCE_LENGTH_MAX, 'invalid_reference')),
    expiry_minutes: z
      .int(expiryRule)
      .min(1, expiryRule)
      .max(EXPIRY_MINUTES_MAX, expiryRule)
      .nullish()
      .transform((minutes) => minutes ?? EXPIRY_MINUTES_DEFAULT),
    metadata: optional(metadata),
    description: optional(orderText),
    return_url: optional(returnUrl('invalid_url')),
    idempotency_key: optional(bodyKey),
  })
  .meta({ id: 'QrCodeRequest' });

export const qrCode = z
  .object({
    qr_code_id: z.string(),
    qr_data: z.string(),
    qr_image_url: z.url(),
    checkout_url: checkoutLink,
    amount: z.int(),
    currency: z.literal('THB'),
    reference: z.string().nullable(),
    client_name: z.string().optional(),
    client_bank_name: z.string().optional(),
    client_bank_account: z.string().optional(),
    expires_at: z.iso.datetime(),
    payment_id: z.string(),
    status: z.literal('pending'),
    metadata: metadata.nullable(),
  })
  .meta({ id: 'QrCode' });
