import { z } from 'zod';
import { QR_AMOUNT_MAX_BAHT, QR_AMOUNT_MIN_BAHT } from '../domain/money';
import { refundMachine } from '../domain/orders/refund';
import { refundMethods } from '../domain/refund-method';
import { notBaht } from './amounts';
import { orderApproval } from './approval';
import { metadata } from './metadata';

/** Whole baht, like the amount of a payment. */
export const refundAmount = z
  .int(notBaht)
  .min(QR_AMOUNT_MIN_BAHT, notBaht)
  .max(QR_AMOUNT_MAX_BAHT, notBaht);

export const refundStatus = z.enum(refundMachine.states);

export const refundMethod = z.enum(refundMethods).meta({
  description:
    '`native`: the provider returns the money to the payer. `push`: the provider pays it out to ' +
    'a bank account. `manual`: an operator of the gateway transfers it to a bank account.',
});

export const refund = z
  .object({
    refund_id: z.string(),
    payment_id: z.string(),
    transaction_id: z.string(),
    amount: z.int(),
    /** Baht that were returned after the refund succeeded, or sent although it failed. */
    amount_reversed: z.number(),
    currency: z.literal('THB'),
    status: refundStatus,
    method: refundMethod,
    reason: z.string().nullable(),
    destination: z.object({
      type: z.enum(['bank_account', 'token', 'payer']),
      bank_name: z.string().nullable(),
      account_number: z.string().nullable(),
    }),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    approval: orderApproval,
    metadata: metadata.nullable(),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Refund' });
