import type { Connector } from '../connector';
import { readCallback, verifyCallback } from './callback';
import { createTwoC2pClient } from './client';
import { twoC2pSettings, type TwoC2pSettings } from './settings';

/** docs/providers/2c2p.md names the sources. */
export const twoC2p: Connector<TwoC2pSettings> = {
  name: '2c2p',
  title: '2C2P (Thai QR)',
  traits: {
    qr: 'provider',
    qrLifetime: 'as_requested',
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
  settings: twoC2pSettings,
  connect: (account, record) => createTwoC2pClient(account, { record }),
  verifyCallback: (callback, { settings }) => verifyCallback(callback, settings),
  signsCallbacks: () => true,
  readCallback: (callback, { settings }) => readCallback(callback, settings),
  readPayer: () => null,
};
