import { z } from 'zod';
import { setting } from '../setting';

export const twoC2pSettings = z.object({
  url: setting(z.url().default('https://pgw.2c2p.com'), {
    title: { en: 'Base URL', th: 'URL หลัก' },
    help: {
      en: 'Sandbox: https://sandbox-pgw.2c2p.com',
      th: 'Sandbox: https://sandbox-pgw.2c2p.com',
    },
  }),
  merchantId: setting(z.string().regex(/^\w{1,25}$/), {
    rule: {
      en: 'At most 25 letters, digits or underscores.',
      th: 'ตัวอักษร ตัวเลข หรือขีดล่าง ไม่เกิน 25 ตัว',
    },
    title: { en: 'Merchant ID', th: 'รหัสร้านค้า (Merchant ID)' },
  }),
  /** The first signs our messages; each of them authenticates a message of 2C2P. */
  secretKeys: setting(z.array(z.string().min(1)).readonly(), {
    title: { en: 'Secret keys', th: 'คีย์ลับ (Secret key)' },
    help: {
      en: 'Merchant portal → Options → SHA key. During a rotation the new one first.',
      th: 'Merchant portal → Options → SHA key ระหว่างเปลี่ยนคีย์ให้ใส่คีย์ใหม่ก่อน',
    },
    secret: true,
  }),
  channelCode: setting(z.enum(['PPQR', 'THQR']).default('PPQR'), {
    title: { en: 'Channel of Thai QR', th: 'ช่องทาง Thai QR' },
  }),
  /** The answer with the QR code is not documented publicly, and not signed. */
  opensQr: setting(z.boolean().default(false), {
    title: { en: 'Create QR codes (not verified)', th: 'สร้าง QR (ยังไม่ได้ตรวจสอบ)' },
  }),
});

export type TwoC2pSettings = z.output<typeof twoC2pSettings>;
