import type { z } from 'zod';
import type { refund } from '../../../contract/refund';
import type { refundRequest } from './schema';

export const exampleRequest: z.input<typeof refundRequest> = {
  payment_id: 'pay_01kajs9v4q6m3x7t5w8y0z1a2b',
  amount: 50,
  reason: 'One item was out of stock.',
  destination: {
    bank_name: 'KBANK',
    account_number: '1234567890',
    account_name: 'สมชาย ใจดี',
  },
};

export const exampleRefund: z.input<typeof refund> = {
  refund_id: 're_01kajt4m8n2p5q7r9s1t3v5w7x',
  payment_id: 'pay_01kajs9v4q6m3x7t5w8y0z1a2b',
  transaction_id: 'txn_01kajt4m8n2p5q7r9s1t3v5w7x',
  amount: 50,
  amount_reversed: 0,
  fee: 0,
  fee_vat: 0,
  currency: 'THB',
  status: 'pending',
  method: 'push',
  reason: 'One item was out of stock.',
  destination: { type: 'bank_account', bank_name: 'KBANK', account_number: 'xxx-x-x6789-x' },
  failure: null,
  approval: null,
  metadata: null,
  created_at: '2026-11-21T11:00:00.000Z',
  completed_at: null,
};
