import { z } from 'zod';
import { QR_AMOUNT_MAX_BAHT, QR_AMOUNT_MIN_BAHT } from '../../domain/money';
import { refundMachine } from '../../domain/refund';
import { accountNumber, filled, id, optional, says, text } from '../fields';
import { pageFields, pageQuery } from '../page';
import { metadata, notBaht } from '../qr-codes/schema';

const REASON_LENGTH_MAX = 255;
const NAME_LENGTH_MAX = 100;

/** Whole baht, as the payment was. */
export const refundAmount = z
  .int(notBaht)
  .min(QR_AMOUNT_MIN_BAHT, notBaht)
  .max(QR_AMOUNT_MAX_BAHT, notBaht);

export const refundRequest = z
  .object({
    payment_id: filled(100),
    amount: optional(refundAmount),
    reason: optional(text(REASON_LENGTH_MAX)),
    metadata: optional(metadata),
    destination: optional(
      z.object(
        {
          bank_name: filled(NAME_LENGTH_MAX),
          account_number: accountNumber,
          account_name: filled(NAME_LENGTH_MAX),
        },
        says('invalid_request'),
      ),
    ),
  })
  .meta({ id: 'RefundRequest' });

const status = z.enum(refundMachine.states);

export const refund = z
  .object({
    refund_id: z.string(),
    payment_id: z.string(),
    transaction_id: z.string(),
    amount: z.int(),
    /** How much came back after it had succeeded, or left although it had failed. */
    amount_reversed: z.number(),
    currency: z.literal('THB'),
    status,
    reason: z.string().nullable(),
    destination: z.object({
      type: z.enum(['bank_account', 'token']),
      bank_name: z.string().nullable(),
      account_number: z.string().nullable(),
    }),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    metadata: metadata.nullable(),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Refund' });

export const refundParams = z.object({ id: id('re_', 'refund_not_found') });

export const refundsQuery = pageQuery.extend({
  status: status.optional(),
  payment_id: id('pay_', 'invalid_parameters').optional(),
});
export const refundPage = z
  .object({ refunds: z.array(refund), ...pageFields })
  .meta({ id: 'RefundPage' });
