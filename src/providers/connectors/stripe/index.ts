import type { Connector } from '../connector';
import { readCallback, verifyCallback } from './callback';
import { createStripeClient } from './client';
import { SETTLES_MS } from './inquiries';
import { stripeSettings, type StripeSettings } from './settings';

/** 10 to 999,999.99 baht, as Stripe documents for a charge by any method. */
const amounts = [1_000, 99_999_999] as const;

/** Stripe in Thailand: PromptPay and cards by payment intents, refunds, signed events. */
export const stripe: Connector<StripeSettings> = {
  name: 'stripe',
  title: 'Stripe',
  traits: {
    qr: 'provider',
    qrLifetime: 'unlimited',
    qrMinutes: [1, 60 * 24 * 30],
    amounts: { qr: amounts, charge: amounts, refund: [1, 99_999_999], payout: null },
    callback: 'proof',
    idempotent: { qr: true, payout: false, refund: true, charge: true },
    inquiry: { payment: 'window', charge: 'window', refund: 'window', payout: 'none' },
    windowSettlesMs: SETTLES_MS,
    refund: 'native',
    partialRefunds: true,
    refundDays: null,
    payout: 'none',
    asksFirst: false,
    elsewhere: [
      'amount_too_large',
      'amount_too_small',
      'payment_method_not_available',
      'payment_method_unactivated',
    ],
    callsPerSecond: 25,
  },
  settings: stripeSettings,
  connect: (account, record) => createStripeClient(account, { record }),
  verifyCallback,
  signsCallbacks: () => true,
  readCallback,
  readPayer: () => null,
};
