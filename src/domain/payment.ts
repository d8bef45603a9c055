import type { Machine } from './machine';

export type PaymentState = 'pending' | 'succeeded' | 'failed' | 'expired';
export type PaymentMove = 'pay' | 'fail' | 'expire';

/**
 * The life of a payment. Money that comes late is still the merchant's: `pay` leads out of every
 * end.
 */
export const paymentMachine: Machine<PaymentState, PaymentMove> = {
  states: ['pending', 'succeeded', 'failed', 'expired'],
  moves: ['pay', 'fail', 'expire'],
  initial: 'pending',
  open: ['pending'],
  steps: {
    pay: [
      {
        from: 'pending',
        to: 'succeeded',
        event: 'payment.succeeded',
        transfer: 'settle',
        late: false,
      },
      {
        from: 'failed',
        to: 'succeeded',
        event: 'payment.succeeded',
        transfer: 'settle',
        late: true,
      },
      {
        from: 'expired',
        to: 'succeeded',
        event: 'payment.succeeded',
        transfer: 'settle',
        late: true,
      },
    ],
    fail: [{ from: 'pending', to: 'failed', event: 'payment.failed', transfer: null, late: false }],
    expire: [
      { from: 'pending', to: 'expired', event: 'payment.expired', transfer: null, late: false },
    ],
  },
  ignored: {
    pay: ['succeeded'],
    fail: ['failed', 'expired'],
    expire: ['succeeded', 'failed', 'expired'],
  },
};
