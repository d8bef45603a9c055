import type { OrderDefinition } from './definition';
import type { Machine, Step } from './machine';

export type PaymentState = 'pending' | 'succeeded' | 'failed' | 'expired';
export type PaymentTransition = 'pay' | 'fail' | 'expire';

const paid = (from: PaymentState, late: boolean): Step<PaymentState> => ({
  from,
  to: 'succeeded',
  event: 'payment.succeeded',
  transfer: 'receive',
  late,
});

/** Late money still belongs to the merchant: `pay` leads out of every state but success. */
export const paymentMachine: Machine<PaymentState, PaymentTransition> = {
  states: ['pending', 'succeeded', 'failed', 'expired'],
  transitions: ['pay', 'fail', 'expire'],
  initial: 'pending',
  open: ['pending'],
  steps: {
    pay: [paid('pending', false), paid('failed', true), paid('expired', true)],
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

export const payment = {
  machine: paymentMachine,
  direction: 'in',
  createdEvent: 'payment.pending',
  adjustedEvent: 'payment.adjusted',
  failure: { code: 'payment_declined', message: 'The payment was declined or failed.' },
  workflows: { default: 'qrPayment', token: 'tokenPayment', inquired: 'inquiredPayment' },
  request: 'charge',
  defaultMethod: 'qr',
  expirable: true,
  refundable: true,
  reducesPayment: false,
  idPrefix: 'pay_',
  notFound: 'payment_not_found',
  callbackPath: '/payment/gw/webhook',
  ref2: null,
} as const satisfies OrderDefinition<PaymentState, PaymentTransition>;
