import { z } from 'zod';
import { baseUrl, setting } from '../setting';

export const stripeSettings = z.object({
  secretKey: setting(z.string().regex(/^(?:sk|rk)_(?:test|live)_\w+$/), {
    title: { en: 'Secret key', th: 'คีย์ลับ (Secret key)' },
    rule: {
      en: 'Begins with sk_test_, sk_live_, rk_test_ or rk_live_.',
      th: 'ขึ้นต้นด้วย sk_test_, sk_live_, rk_test_ หรือ rk_live_',
    },
    help: {
      en: 'Developers → API keys. A restricted key writes PaymentIntents and Refunds.',
      th: 'Developers → API keys คีย์แบบ restricted ต้องมีสิทธิ์เขียน PaymentIntents และ Refunds',
    },
    secret: true,
  }),
  /** Each of them authenticates a callback, so that two are valid while one is rolled. */
  webhookSecrets: setting(z.array(z.string().regex(/^whsec_\S+$/)).readonly(), {
    title: { en: 'Webhook signing secrets', th: 'คีย์ลงนามเว็บฮุค (Signing secret)' },
    rule: { en: 'Begins with whsec_.', th: 'ขึ้นต้นด้วย whsec_' },
    help: {
      en: 'Workbench → Webhooks → the endpoint with the callback URL → Signing secret.',
      th: 'Workbench → Webhooks → ปลายทางที่ใช้ URL รับผลการชำระเงิน → Signing secret',
    },
    secret: true,
  }),
  payerEmail: setting(z.email(), {
    title: { en: 'E-mail for payments', th: 'อีเมลสำหรับการชำระเงิน' },
    help: {
      en: 'Stripe asks this address for the bank account of each refund.',
      th: 'Stripe จะขอเลขบัญชีสำหรับรับเงินคืนทางอีเมลนี้',
    },
  }),
  /** Whether banks refuse the code of a canceled payment intent is not documented. */
  cancelsExpired: setting(z.boolean().default(false), {
    title: { en: 'Cancel expired payment intents', th: 'ยกเลิกรายการที่หมดอายุที่ Stripe' },
  }),
  url: baseUrl('https://api.stripe.com'),
});

export type StripeSettings = z.output<typeof stripeSettings>;
