import { z } from 'zod';
import { hasKeyOfCertificate, needsKey, sharedSettings } from '../scb/settings';
import { setting } from '../setting';

export const scbBillSettings = z
  .object({
    ...sharedSettings,
    bankUser: setting(z.string().min(1), {
      title: { en: 'User of the bank', th: 'ชื่อผู้ใช้ของธนาคาร' },
      help: {
        en: 'Agreed with SCB. The bank sends it and the password with each request.',
        th: 'ตกลงกับ SCB โดยธนาคารส่งมาพร้อมรหัสผ่านในทุกคำขอ',
      },
    }),
    bankPassword: setting(z.string().min(1), {
      title: { en: 'Password of the bank', th: 'รหัสผ่านของธนาคาร' },
      secret: true,
    }),
  })
  .refine(hasKeyOfCertificate, needsKey);

export type ScbBillSettings = z.output<typeof scbBillSettings>;
