import type { Language } from '../../../pages/kit/language';

const en = {
  title: 'Withdraw',
  hint: 'To the bank account of the business. You can review it before any money moves.',
  available: 'Available',
  goesTo: 'To account',
  holder: 'Account holder',
  amount: 'Amount in baht',
  amountHint: (most: string) => `Up to ${most}.`,
  next: 'Review withdrawal',
  obstacles: {
    missing: () => 'The business has no bank account yet. An owner enters it under Business.',
    held: (from: string) => `The bank account has changed. It can be used from ${from}.`,
    unverified: () => 'The bank account is not verified yet. We verify it from your evidence.',
  },
  toBusiness: 'Open Business',
  sure: (amount: string) => `Withdraw ${amount}?`,
  sureHint: 'The amount is reserved from your balance immediately. This cannot be undone.',
  leftAfter: 'Available afterwards',
  press: (amount: string) => `Withdraw ${amount}`,
  back: 'Back',
};

export type WithdrawTexts = typeof en;

const th: WithdrawTexts = {
  title: 'ถอนเงิน',
  hint: 'ไปยังบัญชีธนาคารของกิจการ ระบบจะให้ตรวจสอบอีกครั้งก่อนโอน',
  available: 'ยอดที่ใช้ได้',
  goesTo: 'เข้าบัญชี',
  holder: 'ชื่อบัญชี',
  amount: 'จำนวนเงิน (บาท)',
  amountHint: (most) => `ไม่เกิน ${most}`,
  next: 'ตรวจสอบ',
  obstacles: {
    missing: () => 'กิจการยังไม่มีบัญชีธนาคาร เจ้าของกรอกได้ที่หน้าข้อมูลกิจการ',
    held: (from) => `บัญชีธนาคารเพิ่งเปลี่ยน ใช้ได้ตั้งแต่ ${from}`,
    unverified: () => 'บัญชีธนาคารยังไม่ได้ตรวจสอบ เจ้าหน้าที่จะตรวจสอบจากเอกสาร',
  },
  toBusiness: 'เปิดหน้าข้อมูลกิจการ',
  sure: (amount) => `ยืนยันถอนเงิน ${amount}`,
  sureHint: 'เงินจะถูกกันจากยอดของร้านทันที และยกเลิกภายหลังไม่ได้',
  leftAfter: 'ยอดที่ใช้ได้หลังถอน',
  press: (amount) => `ถอนเงิน ${amount}`,
  back: 'ย้อนกลับ',
};

export const withdrawTexts: Readonly<Record<Language, WithdrawTexts>> = { th, en };
