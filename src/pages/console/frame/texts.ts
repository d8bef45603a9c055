import type { Language } from '../../kit/language';
import { sections } from './sections';
import { labelsIn } from '../../kit/section';
import { commonTexts } from '../../kit/texts';

const en = {
  ...commonTexts.en,
  console: 'Operator console',
  groups: { settings: 'Settings' },
  sections: labelsIn(sections, 'en'),
  roles: { viewer: 'Viewer', approver: 'Approver', operator: 'Operator', admin: 'Admin' },
  roleHints: {
    viewer: 'Can view everything, but change nothing',
    approver: 'Approves or rejects what others propose. Cannot propose anything',
    operator: 'Resolves exceptions and manages merchants',
    admin: 'Also invites and removes operators',
  },
  problems: {
    ...commonTexts.en.problems,
    merchant_has_orders:
      'This merchant already has orders on accounts of the platform. It needs another merchant ' +
      'for contracts of its own.',
    too_many_accounts: 'A merchant can have at most 10 accounts. Change one that is off.',
    not_permitted: 'Your role does not allow this. Ask an admin.',
    invalid_amount: 'Enter an amount in baht, e.g. 50,000 or 49,999.50.',
    reason_too_short: 'Too short. Enter at least 10 characters: what you checked and where.',
    bank_reference_used: 'This reference belongs to another transfer. Compare it with the slip.',
    last_factor: 'Operators need a second factor. Add another before you remove this one.',
    new_factor: 'A new authenticator removes nothing for 24 hours. Confirm with an older one.',
    last_admin: 'The console needs at least one admin. Make another operator an admin first.',
  },
  toHome: 'Go to the console',
};

export type ConsoleTexts = typeof en;

const th: ConsoleTexts = {
  ...commonTexts.th,
  console: 'คอนโซลผู้ดูแลระบบ',
  groups: { settings: 'ตั้งค่า' },
  sections: labelsIn(sections, 'th'),
  roles: {
    viewer: 'ดูอย่างเดียว',
    approver: 'ผู้อนุมัติ',
    operator: 'ผู้ปฏิบัติงาน',
    admin: 'ผู้ดูแลสูงสุด',
  },
  roleHints: {
    viewer: 'ดูได้ทุกอย่าง แต่ทำรายการไม่ได้',
    approver: 'อนุมัติหรือปฏิเสธคำขอของผู้อื่น แต่ส่งคำขอเองไม่ได้',
    operator: 'ดำเนินการรายการผิดปกติและจัดการร้านค้า',
    admin: 'รวมถึงเชิญและนำผู้ดูแลระบบออก',
  },
  problems: {
    ...commonTexts.th.problems,
    merchant_has_orders: 'ร้านนี้มีรายการบนบัญชีของแพลตฟอร์มแล้ว ต้องใช้ร้านใหม่',
    too_many_accounts: 'ร้านมีบัญชีครบ 10 บัญชีแล้ว กรุณาแก้ไขบัญชีที่ปิดอยู่',
    not_permitted: 'บทบาทของคุณทำรายการนี้ไม่ได้ กรุณาติดต่อผู้ดูแลสูงสุด',
    invalid_amount: 'กรอกจำนวนเงินเป็นบาท เช่น 50,000 หรือ 49,999.50',
    reason_too_short: 'สั้นเกินไป กรอกอย่างน้อย 10 ตัวอักษร ว่าตรวจสอบอะไรและที่ใด',
    bank_reference_used: 'เลขที่อ้างอิงนี้เป็นของการโอนรายการอื่น กรุณาตรวจกับสลิป',
    new_factor: 'อุปกรณ์ใหม่ใช้ยืนยันการลบไม่ได้ใน 24 ชั่วโมง กรุณาใช้อุปกรณ์เดิม',
    last_factor: 'ผู้ดูแลระบบต้องมีวิธียืนยันตัวตนอย่างน้อยหนึ่งวิธี กรุณาเพิ่มวิธีอื่นก่อน',
    last_admin: 'คอนโซลต้องมีผู้ดูแลสูงสุดอย่างน้อยหนึ่งคน กรุณาตั้งคนอื่นก่อน',
  },
  toHome: 'ไปที่คอนโซล',
};

export const texts: Readonly<Record<Language, ConsoleTexts>> = { th, en };
