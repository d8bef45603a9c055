import { z } from 'zod';
import { setting } from '../setting';

export const gbPrimePaySettings = z.object({
  url: setting(z.url().default('https://api.gbprimepay.com'), {
    title: { en: 'Base URL', th: 'URL หลัก' },
    help: {
      en: 'Test: https://api.globalprimepay.com',
      th: 'ทดสอบ: https://api.globalprimepay.com',
    },
  }),
  token: setting(z.string().min(1), {
    title: { en: 'Customer token', th: 'Customer token' },
    help: { en: 'Merchant portal → Profile.', th: 'เมนู Profile ในพอร์ทัลร้านค้า' },
    secret: true,
  }),
  secretKey: setting(z.string().min(1), {
    title: { en: 'Secret key', th: 'คีย์ลับ (Secret key)' },
    help: { en: 'Merchant portal → Profile.', th: 'เมนู Profile ในพอร์ทัลร้านค้า' },
    secret: true,
  }),
});

export type GbPrimePaySettings = z.output<typeof gbPrimePaySettings>;
