import { z } from 'zod';
import { baseUrl, setting } from '../setting';

const base64 = /^[A-Za-z0-9+/]{16,}={0,2}$/;

export const settings = z.object({
  url: baseUrl('https://api.omise.co'),
  /** Of the account's mode. */
  secretKey: setting(z.string().regex(/^skey_(?:test_)?[0-9a-z]{10,50}$/), {
    title: { en: 'Secret key', th: 'คีย์ลับ (Secret key)' },
    rule: {
      en: 'Begins with skey_ or skey_test_, without spaces.',
      th: 'ขึ้นต้นด้วย skey_ หรือ skey_test_ ไม่มีช่องว่าง',
    },
    help: {
      en: 'Omise dashboard, Settings, Keys. Test keys start with skey_test_.',
      th: 'แดชบอร์ด Omise เมนูการตั้งค่า > Keys คีย์ทดสอบขึ้นต้นด้วย skey_test_',
    },
    secret: true,
  }),
  /** Each of them authenticates webhooks; without any, the token in the callback URL does. */
  webhookSecrets: setting(z.array(z.string().regex(base64)).readonly().default([]), {
    title: { en: 'Webhook secrets', th: 'คีย์ลับของ Webhook' },
    rule: {
      en: 'Base64 of at least 16 characters, as the dashboard shows it.',
      th: 'Base64 อย่างน้อย 16 ตัวอักษร ตามที่แดชบอร์ดแสดง',
    },
    help: {
      en: 'Omise dashboard, Webhooks. Enter the old and the new secret during a rotation.',
      th: 'แดชบอร์ด Omise เมนู Webhooks ระหว่างเปลี่ยนคีย์ให้กรอกทั้งคีย์เดิมและคีย์ใหม่',
    },
    secret: true,
  }),
  /** In satang, with VAT. Omise takes it out of the amount of a transfer. */
  transferFeeSatang: setting(z.int().min(0).max(100_000).default(3_000), {
    title: { en: 'Transfer fee incl. VAT (satang)', th: 'ค่าธรรมเนียมโอนเงินรวม VAT (สตางค์)' },
  }),
});

export type OmiseSettings = z.output<typeof settings>;
