import { z } from 'zod';
import { paymentMachine } from '../../domain/payment';
import { id, rangeEdge, text, wholeNumber } from '../fields';
import { cursor } from '../cursor';
import { metadata } from '../qr-codes/schema';

const status = z.enum(paymentMachine.states);

export const paymentParams = z.object({ id: id('pay_', 'payment_not_found') });

export const paymentsQuery = z.object({
  limit: wholeNumber(1, 100, 20),
  offset: wholeNumber(0, 999_999_999, 0),
  cursor: cursor.optional(),
  status: status.optional(),
  reference: text(35, 'invalid_parameters').optional(),
  start_date: rangeEdge('start').optional(),
  end_date: rangeEdge('end').optional(),
});

export const payment = z.object({
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
});

export const paymentPage = z.object({
  payments: z.array(payment),
  total: z.int(),
  limit: z.int(),
  offset: z.int(),
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
});
