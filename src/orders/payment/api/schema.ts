import { z } from 'zod';
import { paymentMachine } from '../../rules/kinds/payment';
import { refundMethod } from '../../../contract/refund';
import {
  amountCredited,
  amountReceived,
  amountRefunded,
  amountReversed,
  completedAt,
  createdAt,
  currency,
  deadline,
  failure,
  late,
  orderAmount,
  pageFields,
  paymentStatus,
  reference,
  requestCurrency,
} from '../../../contract/described-fields';
import { filled, id, optional, text } from '../../../contract/fields';
import { payer } from '../../../contract/payer';
import { pageQuery } from '../../../http/pagination';
import { feeFields, netField } from '../../../contract/fee';
import { metadata } from '../../../contract/metadata';
import { checkoutLink, previousPaymentId } from '../../../contract/checkout-url';
import { orderText, returnUrl } from '../../../contract/checkout-fields';
import { qrAmount, requestReference } from './qr-codes/schema';

const TOKEN_LENGTH_MAX = 100;

const status = z.enum(paymentMachine.states).describe(paymentStatus);

export const paymentParams = z.object({
  id: id('pay_', 'payment_not_found').describe('The `payment_id` of the payment.'),
});

export const paymentsQuery = pageQuery.extend({
  status: status.optional().describe('Only payments with this status.'),
  reference: text(35, 'invalid_parameters').optional().describe('Only those with your reference.'),
  payment_link_id: id('pl_', 'invalid_parameters')
    .optional()
    .describe('Only payments of this payment link.'),
});

export const tokenPaymentRequest = z
  .object({
    token_id: filled(TOKEN_LENGTH_MAX).describe(
      "The token of a card or wallet, by the provider's own form. It can be charged once.",
    ),
    amount: qrAmount,
    currency: requestCurrency,
    reference: optional(requestReference),
    metadata: optional(metadata),
    description: optional(orderText),
    return_url: optional(returnUrl('invalid_url')),
    previous_payment_id: optional(id('pay_', 'payment_not_found')).meta({
      description:
        'The failed or expired payment that this one tries again: both have one checkout, ' +
        'with at most five payments, of which one is credited. The amount must be the same.',
    }),
  })
  .meta({ id: 'TokenPaymentRequest' });

const nextAction = z
  .object({
    type: z.literal('redirect').describe('Always `redirect`.'),
    url: z.string().describe('Open it in the browser of the payer.'),
  })
  .nullable()
  .meta({
    description:
      'What the payer of a pending payment must do: open the URL in a browser, which then ' +
      'returns to `return_url`. Null when there is nothing to do.',
  });

export const payment = z
  .object({
    payment_id: z.string().describe('The id of the payment.'),
    qr_code_id: z.string().nullable().describe('Its QR code. Null for a token payment.'),
    status,
    amount: z.int().describe(orderAmount),
    currency,
    reference,
    created_at: createdAt,
    completed_at: completedAt,
    expires_at: deadline.nullable(),
    metadata: metadata.nullable(),
    late,
    amount_received: amountReceived,
    amount_credited: amountCredited,
    amount_refunded: amountRefunded,
    amount_reversed: amountReversed,
    ...feeFields,
    ...netField,
    payer,
    failure,
    method: z.enum(['qr', 'token']).describe('How it is paid: by QR code or by token.'),
    refund_method: refundMethod.nullable().meta({
      description:
        'How a refund of it is paid. `native`: the provider returns the money to the payer. ' +
        '`push`: the provider pays it out to a bank account. `manual`: an operator transfers ' +
        'it. Null: the provider of your own account refunds nothing; return the money ' +
        'from there.',
    }),
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
  .object({ payments: z.array(payment).describe('Newest first.'), ...pageFields })
  .meta({ id: 'PaymentPage' });
