import type { z } from 'zod';
import type { payment, tokenPaymentRequest } from './schema';

export const examplePayment: z.input<typeof payment> = {
  payment_id: 'pay_01kajs9v4q6m3x7t5w8y0z1a2b',
  qr_code_id: 'qr_4t7w0z3c6f9j2m5q8s1v4y7b0e',
  status: 'succeeded',
  amount: 150,
  currency: 'THB',
  reference: 'order-1',
  created_at: '2026-11-21T10:00:00.000Z',
  completed_at: '2026-11-21T10:02:41.000Z',
  expires_at: '2026-11-21T10:15:00.000Z',
  metadata: { cart: 'c-1' },
  late: false,
  amount_received: 150,
  amount_credited: 150,
  amount_reversed: 0,
  fee: 0,
  fee_vat: 0,
  net: 150,
  amount_refunded: 0,
  payer: {
    name: 'สมชาย ใจดี',
    bank_name: 'ไทยพาณิชย์',
    bank_code: '014',
    account_number: 'xxx-x-x6789-x',
  },
  failure: null,
  method: 'qr',
  refund_method: 'push',
  next_action: null,
  checkout_url: 'http://localhost:8080/pay/qr_4t7w0z3c6f9j2m5q8s1v4y7b0e',
  payment_link_id: null,
  previous_payment_id: null,
};

export const exampleExpired: z.input<typeof payment> = {
  ...examplePayment,
  status: 'expired',
  completed_at: null,
  amount_received: 0,
  payer: null,
};

/** The sandbox charges `tok_success` at once. */
export const exampleTokenRequest: z.input<typeof tokenPaymentRequest> = {
  token_id: 'tok_success',
  amount: 150,
  currency: 'THB',
  reference: 'order-2',
  return_url: 'https://shop.example/orders/2/paid',
};

export const exampleTokenPayment: z.input<typeof payment> = {
  ...examplePayment,
  qr_code_id: null,
  status: 'pending',
  reference: 'order-2',
  completed_at: null,
  expires_at: null,
  metadata: null,
  amount_received: 0,
  payer: null,
  method: 'token',
  refund_method: 'native',
  checkout_url: null,
};
