import { z } from 'zod';
import { hasKeyOfCertificate, needsKey, sharedSettings } from '../scb/settings';
import { setting } from '../setting';

export const scbQrSettings = z
  .object({
    ...sharedSettings,
    expiringCodes: setting(z.boolean().default(false), {
      title: { en: 'Expiring codes (API v2)', th: 'QR แบบหมดอายุ (API v2)' },
      help: {
        en: 'Requests codes for one payment until the deadline. Payers’ banks may not enforce it.',
        th: 'ขอ QR ที่ชำระได้ครั้งเดียวภายในกำหนด ธนาคารของผู้ชำระอาจไม่บังคับใช้',
      },
    }),
  })
  .refine(hasKeyOfCertificate, needsKey);

export type ScbQrSettings = z.output<typeof scbQrSettings>;
