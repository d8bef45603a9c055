import type { z } from 'zod';
import type { withdrawal, withdrawalCreated, withdrawalRequest } from './schema';

const orderId = '019a8a61-0b7e-7d52-8a3c-5e9d7c4b2f10';

export const exampleRequest: z.input<typeof withdrawalRequest> = {
  amount: 250.75,
  username: 'customer1',
  bankName: 'KBANK',
  accountNumber: '1234567890',
  firstNameTH: 'สมชาย',
  lastNameTH: 'ใจดี',
};

export const exampleCreated: z.input<typeof withdrawalCreated> = {
  status: 1001,
  message: 'Withdrawal created.',
  orderId,
};

export const exampleWithdrawal: z.input<typeof withdrawal> = {
  orderId,
  status: 'succeeded',
  amount: 250.75,
  amount_reversed: 0,
  fee: 0,
  fee_vat: 0,
  currency: 'THB',
  username: 'customer1',
  bankName: 'KBANK',
  bankCode: '004',
  accountNumber: 'xxx-x-x6789-x',
  failure: null,
  approval: null,
  created_at: '2026-11-21T10:00:00.000Z',
  completed_at: '2026-11-21T10:00:09.000Z',
};
