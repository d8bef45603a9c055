import { z } from 'zod';
import { QR_AMOUNT_MAX_BAHT, bahtToSatang } from '../kernel/rules/money';
import { refundMachine } from '../orders/rules/kinds/refund';
import { refundMethods } from '../orders/refund/rules/refund-method';
import { orderApproval } from './approval';
import { bahtBetween } from './fields';
import { feeFields } from './fee';
import { metadata } from './metadata';

/** Parsed to satang. Has decimals only if the payment was credited with satang. */
export const refundAmount = bahtBetween(1, bahtToSatang(QR_AMOUNT_MAX_BAHT));

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
    /** Has decimals if the payment was credited with satang. */
    amount: z.number(),
    /** Baht returned after the refund succeeded, or sent although it failed. */
    amount_reversed: z.number(),
    ...feeFields,
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
