import { z } from 'zod';
import { MOVEMENT_MAX_SATANG } from '../../../ledger/rules/movement';
import { encodeBillPayment } from '../../../kernel/rules/promptpay';
import { isBearerOf } from '../../../platform/crypto/bearer';
import type { Connector } from '../connector';
import { billerName } from '../biller-name';
import { rules, setting } from '../setting';
import { isSignedHeader } from '../signed-callback';
import { readCallback, readPayer } from './callback';
import { createGenericClient } from './client';

const settings = z.object({
  url: setting(z.url(), { title: { en: 'Base URL', th: 'URL หลัก' } }),
  /** The first authenticates our requests; each of them authenticates a callback. */
  keys: setting(z.array(z.string()).readonly(), {
    title: { en: 'Bearer keys', th: 'คีย์แบบ Bearer' },
    secret: true,
  }),
  billerId: setting(z.string().regex(/^\d{15}$/), {
    title: { en: 'Biller ID', th: 'รหัสผู้รับชำระ (Biller ID)' },
    rule: rules.billerId,
  }),
  billerName,
  /** Each of them authenticates a callback. Without any, a bearer key alone does. */
  callbackSecrets: setting(z.array(z.string().min(32)).readonly().optional(), {
    title: { en: 'Callback signing secrets', th: 'คีย์ลงนาม Callback' },
    rule: { en: 'At least 32 characters.', th: 'อย่างน้อย 32 ตัวอักษร' },
    help: {
      en: 'With one, a callback needs the header Callback-Signature too. At least 32 characters.',
      th: 'เมื่อกรอกแล้ว Callback ต้องมีเฮดเดอร์ Callback-Signature ด้วย อย่างน้อย 32 ตัวอักษร',
    },
    secret: true,
  }),
});

const signsCallbacks = ({ callbackSecrets = [] }: z.output<typeof settings>): boolean =>
  callbackSecrets.length > 0;

const anyAmount = [1, MOVEMENT_MAX_SATANG] as const;

/**
 * A JSON API under a shared bearer key, in both directions: client.ts has its requests, callback.ts
 * its callbacks. The topic of a callback is the order kind.
 */
export const generic: Connector<z.output<typeof settings>> = {
  name: 'generic',
  title: 'Generic (gw)',
  traits: {
    qr: 'own',
    qrLifetime: 'unlimited',
    qrMinutes: [1, 60 * 24 * 30],
    amounts: { qr: anyAmount, payout: anyAmount, refund: anyAmount, charge: anyAmount },
    callback: 'proof',
    idempotent: { qr: true, payout: true, refund: true, charge: true },
    inquiry: {
      payment: 'none',
      payout: 'our_reference',
      refund: 'our_reference',
      charge: 'our_reference',
    },
    windowSettlesMs: 0,
    refund: 'push',
    partialRefunds: true,
    refundDays: null,
    payout: 'account',
    asksFirst: false,
    elsewhere: ['insufficient_balance', 'limit_exceeded', 'maintenance', 'method_unavailable'],
    callsPerSecond: 100,
  },
  settings,
  connect({ mode, settings: { url, keys }, publicOnly }, record) {
    // Without a key the provider refuses each request, and nothing is carried out.
    const [key = ''] = keys;
    return createGenericClient({ url, key, record, publicOnly, verifiesSlips: mode === 'test' });
  },
  encodeQr: ({ ref, ref2, amountSatang }, { billerId }) =>
    encodeBillPayment({ billerId, ref1: ref, ...(ref2 === null ? {} : { ref2 }), amountSatang }),
  billerName: (given) => given.billerName,
  verifyCallback(callback, { settings: given }) {
    const { authorization, 'callback-signature': signature } = callback.headers;
    if (!isBearerOf(given.keys, authorization)) return false;
    const { callbackSecrets = [] } = given;
    return !signsCallbacks(given) || isSignedHeader(callback, signature, callbackSecrets);
  },
  signsCallbacks,
  readCallback,
  readPayer,
};
