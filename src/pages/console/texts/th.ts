import { sections } from '../frame/sections';
import { labelsIn } from '../../kit/section';
import { commonTexts } from '../../kit/texts';
import type { ConsoleTexts } from './en';

const { th: common } = commonTexts;

export const th: ConsoleTexts = {
  ...common,
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
    ...common.problems,
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
