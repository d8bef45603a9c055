import { z } from 'zod';
import { setting } from './setting';

/** For accounts whose codes pay a biller of the merchant or of the platform. */
export const billerName = setting(
  z
    .string()
    .trim()
    .regex(/^\P{Cc}{1,60}$/u)
    .optional(),
  {
    title: { en: 'Recipient name', th: 'ชื่อผู้รับเงิน' },
    rule: { en: 'At most 60 characters in one line.', th: 'ไม่เกิน 60 ตัวอักษรในบรรทัดเดียว' },
    help: {
      en: 'As banking apps show it for this biller ID. Empty: the name of the installation.',
      th: 'ชื่อที่แอปธนาคารแสดงสำหรับรหัสผู้รับชำระนี้ เว้นว่างเพื่อใช้ชื่อของระบบ',
    },
  },
);
