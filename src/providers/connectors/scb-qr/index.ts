import type { Connector } from '../connector';
import { scb } from '../scb';
import { readConfirmation, readPayer, replyToConfirmation } from '../scb/callback';
import { inquiryCalls } from '../scb/client';
import { createScbQrClient } from './client';
import { scbQrSettings, type ScbQrSettings } from './settings';

/** As `scb`, with codes that SCB issues. Their reference 1 is the provider's reference. */
export const scbQr: Connector<ScbQrSettings> = {
  name: 'scb-qr',
  title: 'SCB (Thai QR issued by SCB)',
  traits: { ...scb.traits, qr: 'provider' },
  settings: scbQrSettings,
  connect: (account, record) => createScbQrClient(account, { record }),
  verifyCallback: () => true,
  readCallback: (callback, { settings: { billerId } }) =>
    readConfirmation(callback, billerId, (providerRef) => ({ providerRef })),
  replyTo: replyToConfirmation,
  // Without a code, it is asked for again.
  inquiryCalls: (inquiry, now) =>
    inquiryCalls(inquiry, now) + (inquiry.providerRef === null ? 1 : 0),
  readPayer,
};
