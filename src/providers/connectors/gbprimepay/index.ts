import type { Connector } from '../connector';
import { readCallback } from './callback';
import { createGbPrimePayClient } from './client';
import { gbPrimePaySettings, type GbPrimePaySettings } from './settings';

/** QR Cash. docs/providers/gbprimepay.md names the sources. */
export const gbPrimePay: Connector<GbPrimePaySettings> = {
  name: 'gbprimepay',
  title: 'GB Prime Pay (QR Cash)',
  traits: {
    qr: 'provider',
    qrLifetime: 'unlimited',
    qrMinutes: [1, 60 * 24],
    amounts: { qr: [100, 200_000_000], payout: null, refund: null, charge: null },
    callback: 'hint',
    idempotent: { qr: false, payout: false, refund: false, charge: false },
    inquiry: { payment: 'our_reference', payout: 'none', refund: 'none', charge: 'none' },
    windowSettlesMs: 0,
    refund: 'none',
    partialRefunds: false,
    refundDays: null,
    payout: 'none',
    asksFirst: false,
    elsewhere: [],
    callsPerSecond: 5,
  },
  settings: gbPrimePaySettings,
  connect: (account, record) => createGbPrimePayClient(account, { record }),
  // GB Prime Pay signs nothing.
  verifyCallback: () => true,
  readCallback,
  readPayer: () => null,
};
