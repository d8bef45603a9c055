import type { z } from 'zod';
import type { deposit, depositCreated, depositRequest, slipRequest } from './schema';

const orderId = '019a8a5e-6f2c-7c3b-9d41-3f2f6f1b8c55';
const ref = 'A1B2C3D4E5F6G7H8J9K0';
const url = 'http://localhost:8080/pay/2r5t8w1z4c7f0j3m6p9s2v5y8b';

export const exampleRequest: z.input<typeof depositRequest> = {
  amount: 1999.5,
  userName: 'customer1',
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  bankName: 'ไทยพาณิชย์',
  accountNumber: '123-4-56789-0',
};

export const exampleCreated: z.input<typeof depositCreated> = {
  status: 1001,
  message: 'Deposit created.',
  data: { orderId, url, ref, checkout_url: url },
};

/** Contains the smallest image that is accepted as a slip. */
export const exampleSlip: z.input<typeof slipRequest> = {
  orderId,
  ref,
  base64Image: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
};

export const exampleDeposit: z.input<typeof deposit> = {
  orderId,
  status: 'pending',
  amount: 1999.5,
  currency: 'THB',
  ref,
  url,
  checkout_url: url,
  userName: 'customer1',
  bankName: 'ไทยพาณิชย์',
  bankCode: '014',
  accountNumber: 'xxx-x-x6789-x',
  amount_received: 0,
  amount_credited: 0,
  amount_reversed: 0,
  fee: 0,
  fee_vat: 0,
  net: 0,
  late: false,
  failure: null,
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2026-11-21T10:30:00.000Z',
  completed_at: null,
  payer: null,
  payer_matches: null,
  slips: [],
};
