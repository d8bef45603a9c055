import type { Connector } from '../connector';
import { encodeScbQr, scb } from '../scb';
import { isFromBank, scbBillCheck } from './bill-check';
import { scbBillSettings, type ScbBillSettings } from './settings';

/**
 * Bill Payment Host-to-Host: the bank verifies each payment before it takes the money. Codes,
 * confirmations and inquiries are those of `scb`.
 */
export const scbBill: Connector<ScbBillSettings> = {
  ...scb,
  name: 'scb-bill',
  title: 'SCB (Bill Payment Host-to-Host)',
  traits: { ...scb.traits, asksFirst: true },
  settings: scbBillSettings,
  encodeQr: encodeScbQr,
  /** Only the requests of the bill check are authenticated by more than the URL. */
  verifyCallback: (callback, { settings }) =>
    callback.topic !== 'verify' || isFromBank(callback, settings),
  billCheck: scbBillCheck,
};
