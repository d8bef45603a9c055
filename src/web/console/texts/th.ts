import { commonTexts } from '../../kit/texts';
import type { ConsoleTexts } from './en';

const { th: common } = commonTexts;

export const th: ConsoleTexts = {
  ...common,
  console: 'คอนโซลผู้ดูแลระบบ',
  groups: { settings: 'ตั้งค่า' },
  sections: {
    overview: 'ภาพรวม',
    exceptions: 'รายการผิดปกติ',
    merchants: 'ร้านค้า',
    orders: 'รายการ',
    operators: 'ผู้ดูแลระบบ',
    activity: 'ประวัติการใช้งาน',
    profile: 'โปรไฟล์',
  },
  roles: { viewer: 'ดูอย่างเดียว', operator: 'ผู้ปฏิบัติงาน', admin: 'ผู้ดูแลสูงสุด' },
  roleHints: {
    viewer: 'ดูได้ทุกอย่าง แต่ทำรายการไม่ได้',
    operator: 'ดำเนินการรายการผิดปกติและจัดการร้านค้า',
    admin: 'รวมถึงเชิญและนำผู้ดูแลระบบออก',
  },
  done: {
    signed_out: 'ออกจากระบบแล้ว',
    joined: 'ยินดีต้อนรับ',
    profile_saved: 'บันทึกแล้ว',
    password_changed: 'เปลี่ยนรหัสผ่านแล้ว และออกจากระบบในอุปกรณ์อื่นทั้งหมด',
    session_ended: 'ออกจากระบบในอุปกรณ์นั้นแล้ว',
    invited: 'ส่งคำเชิญแล้ว',
    invitation_revoked: 'ลิงก์นั้นใช้ไม่ได้อีก',
    password_link_sent: 'ส่งลิงก์สำหรับตั้งรหัสผ่านใหม่แล้ว',
    member_changed: 'เปลี่ยนบทบาทแล้ว',
    member_removed: 'นำผู้ดูแลระบบออกและออกจากระบบแล้ว',
    exception_resolved: 'ดำเนินการรายการผิดปกติแล้ว',
    exception_corrected: 'แก้ไขผลการดำเนินการแล้ว รายการผิดปกติเปิดอีกครั้ง',
    merchant_enabled: 'เปิดใช้งานร้านแล้ว',
    merchant_disabled: 'ระงับร้านแล้ว',
    limit_set: 'บันทึกวงเงินแล้ว',
    owner_invited: 'ส่งคำเชิญแล้ว',
  },
  problems: {
    ...common.problems,
    not_permitted: 'บทบาทของคุณทำรายการนี้ไม่ได้ กรุณาติดต่อผู้ดูแลสูงสุด',
    invalid_amount: 'กรอกจำนวนเงินเป็นบาท เช่น 50,000 หรือ 49,999.50',
    reason_too_short: 'สั้นเกินไป กรอกอย่างน้อย 10 ตัวอักษร ว่าตรวจสอบอะไรและที่ใด',
    last_admin: 'คอนโซลต้องมีผู้ดูแลสูงสุดอย่างน้อยหนึ่งคน กรุณาตั้งคนอื่นก่อน',
  },
  toHome: 'ไปที่คอนโซล',
};
