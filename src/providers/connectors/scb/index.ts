import { MOVEMENT_MAX_SATANG } from '../../../ledger/rules/movement';
import { encodeBillPayment } from '../../../kernel/rules/promptpay';
import type { Connector, OwnQrOrder } from '../connector';
import type { Traits } from '../traits';
import { readConfirmation, readPayer, replyToConfirmation } from './callback';
import { CALLS_PER_SECOND, createScbClient, inquiryCalls } from './client';
import { scbSettings, type ScbSettings } from './settings';

/** SCB's open API for Thai QR (Tag 30); the gateway encodes the codes. */
const traits: Traits = {
  qr: 'own',
  qrLifetime: 'unlimited',
  qrMinutes: [1, 24 * 60],
  amounts: { qr: [1, MOVEMENT_MAX_SATANG], payout: null, refund: null, charge: null },
  callback: 'hint',
  idempotent: { qr: true, payout: false, refund: false, charge: false },
  inquiry: { payment: 'our_reference', payout: 'none', refund: 'none', charge: 'none' },
  windowSettlesMs: 0,
  refund: 'none',
  partialRefunds: false,
  refundDays: null,
  payout: 'none',
  asksFirst: false,
  elsewhere: [],
  callsPerSecond: CALLS_PER_SECOND,
};

/** The profile of a biller has one or two references, and every code as many. */
export const encodeScbQr = (
  { ref, ref2, amountSatang }: OwnQrOrder,
  { billerId, reference2, reference3 }: ScbSettings,
): string =>
  encodeBillPayment({
    billerId,
    ref1: ref,
    ...(reference2 === undefined ? {} : { ref2: ref2 ?? reference2 }),
    ref3: reference3,
    amountSatang,
  });

export const scb: Connector<ScbSettings> = {
  name: 'scb',
  title: 'SCB (Thai QR)',
  traits,
  settings: scbSettings,
  connect: (account, record) => createScbClient(account, { record }),
  encodeQr: encodeScbQr,
  billerName: (settings) => settings.billerName,
  // SCB documents no authentication but the URL.
  verifyCallback: () => true,
  readCallback: (callback, { settings: { billerId } }) =>
    readConfirmation(callback, billerId, (orderId) => ({ orderId })),
  replyTo: replyToConfirmation,
  inquiryCalls,
  readPayer,
};
