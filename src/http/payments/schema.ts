import { z } from 'zod';
import { paymentMachine } from '../../domain/payment';
import { id, text } from '../fields';
import { pageFields, pageQuery } from '../page';
import { metadata } from '../qr-codes/schema';

const status = z.enum(paymentMachine.states);

export const paymentParams = z.object({ id: id('pay_', 'payment_not_found') });

export const paymentsQuery = pageQuery.extend({
  status: status.optional(),
  reference: text(35, 'invalid_parameters').optional(),
});

export const payment = z
  .object({
    payment_id: z.string(),
    qr_code_id: z.string(),
    status,
    amount: z.int(),
    currency: z.literal('THB'),
    reference: z.string().nullable(),
    created_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    expires_at: z.iso.datetime(),
    metadata: metadata.nullable(),
    late: z.boolean(),
    amount_received: z.number(),
    amount_refunded: z.number(),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    method: z.literal('qr'),
  })
  .meta({ id: 'Payment' });

export const paymentPage = z
  .object({ payments: z.array(payment), ...pageFields })
  .meta({ id: 'PaymentPage' });
