import { z } from 'zod';
import { baseUrl, rules, setting } from '../setting';

const pem = z.string().regex(/^-----BEGIN [^]+-----END [A-Z ]+-----\s*$/);

/** Issued by KBank with the contract. */
export const kbankSettings = z.object({
  url: baseUrl('https://openapi.kasikornbank.com'),
  consumerId: setting(z.string().min(1), { title: { en: 'Consumer ID', th: 'Consumer ID' } }),
  consumerSecret: setting(z.string().min(1), {
    title: { en: 'Consumer secret', th: 'Consumer Secret' },
    secret: true,
  }),
  partnerId: setting(z.string().min(1).max(10), {
    title: { en: 'Partner ID', th: 'รหัสพันธมิตร (Partner ID)' },
  }),
  partnerSecret: setting(z.string().min(1).max(32), {
    title: { en: 'Partner secret', th: 'Partner Secret' },
    secret: true,
  }),
  merchantId: setting(z.string().min(1).max(14), {
    title: { en: 'Merchant ID', th: 'รหัสร้านค้า (Merchant ID)' },
  }),
  clientCertificate: setting(pem.optional(), {
    title: { en: 'Client certificate (PEM)', th: 'ใบรับรองไคลเอ็นต์ (PEM)' },
    rule: rules.pem,
    multiline: true,
  }),
  clientKey: setting(pem.optional(), {
    title: { en: 'Key of the client certificate (PEM)', th: 'กุญแจของใบรับรอง (PEM)' },
    rule: rules.pem,
    secret: true,
    multiline: true,
  }),
});

export type KbankSettings = z.output<typeof kbankSettings>;
