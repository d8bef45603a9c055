import { z } from 'zod';
import { paymentMachine } from '../../rules/kinds/payment';
import { refundMethod } from '../../../contract/refund';
import { filled, id, optional, says, text } from '../../../contract/fields';
import { payer } from '../../../contract/payer';
import { pageFields, pageQuery } from '../../../http/pagination';
import { feeFields, netField } from '../../../contract/fee';
import { metadata } from '../../../contract/metadata';
import { checkoutLink, previousPaymentId } from '../../../contract/checkout-url';
import { orderText, returnUrl } from '../../../contract/checkout-fields';
import { qrAmount } from './qr-codes/schema';

const TOKEN_LENGTH_MAX = 100;

const status = z.enum(paymentMachine.states);

export const paymentParams = z.object({ id: id('pay_', 'payment_not_found') });

export const paymentsQuery = pageQuery.extend({
  status: status.optional(),
  reference: text(35, 'invalid_parameters').optional(),
  payment_link_id: id('pl_', 'invalid_parameters').optional(),
});

export const tokenPaymentRequest = z
  .object({
    token_id: filled(TOKEN_LENGTH_MAX),
    amount: qrAmount,
    currency: z.literal('THB', says('invalid_currency', 'must be THB; got')),
    reference: optional(text(35, 'invalid_reference')),
    metadata: optional(metadata),
    description: optional(orderText),
    return_url: optional(returnUrl('invalid_url')),
  })
  .meta({ id: 'TokenPaymentRequest' });

const nextAction = z
  .object({ type: z.literal('redirect'), url: z.string() })
  .nullable()
  .meta({
    description:
      'What the payer of a pending payment must do: open the URL in a browser, which then ' +
      'returns to `return_url`. Null when there is nothing to do.',
  });

export const payment = z
  .object({
    payment_id: z.string(),
    /** Null for a token payment. */
    qr_code_id: z.string().nullable(),
    status,
    amount: z.int(),
    currency: z.literal('THB'),
    reference: z.string().nullable(),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime().nullable(),
    metadata: metadata.nullable(),
    late: z.boolean(),
    amount_received: z.number(),
    /** Credited to the balance and not reversed. */
    amount_credited: z.number(),
    amount_refunded: z.number(),
    /** Reversed after it had been credited, for example by a chargeback. */
    amount_reversed: z.number(),
    ...feeFields,
    ...netField,
    payer,
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    method: z.enum(['qr', 'token']),
    /** Null if the provider of the merchant's own account does not support refunds. */
    refund_method: refundMethod.nullable(),
    next_action: nextAction,
    checkout_url: checkoutLink
      .nullable()
      .meta({ description: 'The page of the payment. Null for a token payment without a page.' }),
    payment_link_id: z
      .string()
      .nullable()
      .meta({ description: 'The payment link on whose page the payer started the payment.' }),
    previous_payment_id: previousPaymentId,
  })
  .meta({ id: 'Payment' });

export const paymentPage = z
  .object({ payments: z.array(payment), ...pageFields })
  .meta({ id: 'PaymentPage' });
