import { z } from 'zod';
import { readProbe } from '../answers';
import type { AccountView, Connector, ProviderClient } from '../connector';
import type { Recorder } from '../http-client';
import { createApi } from './api';
import { readCallback, verifyCallback } from './callback';
import { chargeToken, closeQr, findCharge, findRefund, openQr, sendRefund } from './charges';
import { WINDOW_SETTLES_MS } from './lists';
import { createPayouts, findTransfer } from './payouts';
import { settings, type OmiseSettings } from './settings';

/** 20 to 150,000 baht. */
const amounts = [2_000, 15_000_000] as const;

/** docs/providers/omise.md lists the sources and what was tested. */
export const omise: Connector<OmiseSettings> = {
  name: 'omise',
  title: 'Omise',
  traits: {
    qr: 'provider',
    qrLifetime: 'as_requested',
    qrMinutes: [1, 60 * 24],
    amounts: { qr: amounts, charge: amounts, refund: [1, 15_000_000], payout: [1, 200_000_000] },
    callback: 'hint',
    idempotent: { qr: false, payout: false, refund: false, charge: false },
    inquiry: { payment: 'window', payout: 'window', refund: 'window', charge: 'window' },
    windowSettlesMs: WINDOW_SETTLES_MS,
    refund: 'native',
    partialRefunds: true,
    refundDays: 365,
    payout: 'recipient',
    asksFirst: false,
    elsewhere: ['bank_not_supported', 'insufficient_balance', 'other_transfer_fee'],
    callsPerSecond: 10,
  },
  settings,
  connect,
  verifyCallback,
  signsCallbacks: ({ webhookSecrets }) => webhookSecrets.length > 0,
  readCallback,
  // Events name no payer.
  readPayer: () => null,
};

function connect(account: AccountView<OmiseSettings>, record: Recorder): ProviderClient {
  const api = createApi(account, record);
  const pay = createPayouts(api, account.settings.transferFeeSatang);
  return {
    openQr: (order) => openQr(api, order),
    closeQr: (providerRef) => closeQr(api, providerRef),
    send(request) {
      if (request.kind === 'payout') return pay(request);
      return request.kind === 'charge' ? chargeToken(api, request) : sendRefund(api, request);
    },
    find: (inquiry) => finders[inquiry.kind](api, inquiry),
    probe: async () => readProbe(await api.call(balance, { method: 'GET', path: '/balance' })),
    close: () => api.close(),
  };
}

const balance = z.object({ object: z.literal('balance') });
const finders = {
  payment: findCharge,
  charge: findCharge,
  refund: findRefund,
  payout: findTransfer,
};
