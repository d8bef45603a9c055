import type { Language } from '../../../pages/kit/language';

const en = {
  title: 'Every month by email',
  hint:
    'The payer gets an email each month, with a link of its own for one payment on these terms. ' +
    'Nothing is charged: the payer pays each month, and can end the emails.',
  payer: 'Payer',
  last: 'Last link',
  next: 'Next email',
  dayOf: (day: number) => `Day ${day} of the month`,
  removed: 'Address removed',
  none: 'None yet',
  paid: 'Paid',
  unpaid: 'Not paid yet',
  endedBy: { merchant: 'Ended', payer: 'Ended by the payer', link: 'The link is closed' },
  email: 'Email of the payer',
  day: 'Day of the month',
  dayHint: 'At 08:00 in Bangkok. In a shorter month on its last day.',
  dayRule: 'Enter a whole number from 1 to 31.',
  language: 'Language of the emails',
  begin: 'Send every month',
  stop: 'End',
};

export type MonthlyTexts = typeof en;

const th: MonthlyTexts = {
  title: 'ส่งทุกเดือนทางอีเมล',
  hint:
    'ผู้ชำระได้รับอีเมลทุกเดือน พร้อมลิงก์ใหม่สำหรับชำระหนึ่งครั้งตามเงื่อนไขนี้ ' +
    'ไม่มีการตัดเงินอัตโนมัติ ผู้ชำระจ่ายเองทุกเดือน และหยุดรับอีเมลได้',
  payer: 'ผู้ชำระ',
  last: 'ลิงก์ล่าสุด',
  next: 'อีเมลถัดไป',
  dayOf: (day) => `ทุกวันที่ ${day}`,
  removed: 'ลบที่อยู่แล้ว',
  none: 'ยังไม่มี',
  paid: 'ชำระแล้ว',
  unpaid: 'ยังไม่ชำระ',
  endedBy: { merchant: 'หยุดแล้ว', payer: 'ผู้ชำระหยุดรับ', link: 'ลิงก์ปิดแล้ว' },
  email: 'อีเมลของผู้ชำระ',
  day: 'วันที่ของเดือน',
  dayHint: 'ส่งเวลา 08:00 น. เดือนที่สั้นกว่าส่งในวันสุดท้ายของเดือน',
  dayRule: 'กรอกจำนวนเต็ม 1 ถึง 31',
  language: 'ภาษาของอีเมล',
  begin: 'ส่งทุกเดือน',
  stop: 'หยุด',
};

export const monthlyTexts: Readonly<Record<Language, MonthlyTexts>> = { th, en };
