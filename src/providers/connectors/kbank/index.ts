import type { Connector } from '../connector';
import { readNotification, replyToNotification } from './callback';
import { QR_MINUTES, createKbankClient } from './client';
import { kbankSettings, type KbankSettings } from './settings';

/** The QR Payment API. docs/providers/kbank.md names the sources. */
export const kbank: Connector<KbankSettings> = {
  name: 'kbank',
  title: 'KBank (Thai QR)',
  traits: {
    qr: 'provider',
    qrLifetime: 'fixed',
    qrMinutes: [1, QR_MINUTES],
    // Per payment, until KBank raises it.
    amounts: { qr: [1, 8_000_000], payout: null, refund: null, charge: null },
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
  settings: kbankSettings,
  connect: (account, record) => createKbankClient(account, { record }),
  // KBank documents no signature; its addresses and client certificate are for a proxy to check.
  verifyCallback: () => true,
  readCallback: (callback, { settings }) => readNotification(callback, settings),
  replyTo: replyToNotification,
  readPayer: () => null,
};
