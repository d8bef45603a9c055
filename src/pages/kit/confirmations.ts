import type { Language } from './language';

/** Shown by the page that a form leads to. The names stand in its address: `?done=invited`. */
export const confirmations = {
  approval_first: {
    en: 'Approved. A second person has to approve it.',
    th: 'อนุมัติแล้ว ต้องให้อีกคนอนุมัติด้วย',
  },
  approval_given: { en: 'Approved.', th: 'อนุมัติแล้ว' },
  approval_refused: { en: 'Rejected.', th: 'ไม่อนุมัติแล้ว' },
  approval_withdrawn: { en: 'Request withdrawn.', th: 'ถอนคำขอแล้ว' },
  approval_failed: {
    en: 'Not possible any more. Nothing was sent or changed.',
    th: 'ทำรายการไม่ได้แล้ว ไม่มีการโอนเงินหรือเปลี่ยนแปลงใด ๆ',
  },
  approval_requested: {
    en: 'Another person has to approve this now.',
    th: 'ส่งคำขอแล้ว ต้องให้ผู้อื่นอนุมัติ',
  },
  approval_rules_set: { en: 'Approval rules saved.', th: 'บันทึกกฎการอนุมัติแล้ว' },
  account_added: {
    en: 'Provider account added. Enter its callback URL at the provider.',
    th: 'เพิ่มบัญชีแล้ว นำ URL รับผลไปกรอกที่ผู้ให้บริการ',
  },
  account_changed: { en: 'Saved.', th: 'บันทึกแล้ว' },
  account_status_set: { en: 'Status saved.', th: 'บันทึกสถานะแล้ว' },
  secret_saved: { en: 'Secret saved.', th: 'บันทึกรหัสลับแล้ว' },
  secrets_removed: { en: 'Former values removed.', th: 'ลบค่าเดิมแล้ว' },
  callback_rotated: {
    en: 'New callback URL made. Enter it at the provider.',
    th: 'สร้าง URL รับผลใหม่แล้ว นำไปกรอกที่ผู้ให้บริการ',
  },
  callback_removed: { en: 'Former callback URL removed.', th: 'ลบ URL รับผลเดิมแล้ว' },
  password_set: {
    en: 'Password set. Sign in with your new password.',
    th: 'ตั้งรหัสผ่านใหม่แล้ว เข้าสู่ระบบด้วยรหัสใหม่ได้เลย',
  },
  password_changed: {
    en: 'Password changed. All other sessions were signed out.',
    th: 'เปลี่ยนรหัสผ่านแล้ว และออกจากระบบในอุปกรณ์อื่นทั้งหมด',
  },
  profile_saved: { en: 'Saved.', th: 'บันทึกแล้ว' },
  session_ended: { en: 'Session signed out.', th: 'ออกจากระบบในอุปกรณ์นั้นแล้ว' },
  factor_added: { en: 'Second factor added.', th: 'เพิ่มวิธียืนยันตัวตนแล้ว' },
  factor_renamed: { en: 'Saved.', th: 'บันทึกแล้ว' },
  factor_removed: { en: 'Second factor removed.', th: 'ลบวิธียืนยันตัวตนแล้ว' },
  factors_reset: {
    en: 'Second factor reset. The person is signed out.',
    th: 'รีเซ็ตการยืนยันตัวตนแล้ว และออกจากระบบแล้ว',
  },
  sessions_ended: {
    en: 'All other sessions are signed out.',
    th: 'ออกจากระบบในอุปกรณ์อื่นทั้งหมดแล้ว',
  },
  signed_out: { en: 'You are signed out.', th: 'ออกจากระบบแล้ว' },
  invited: { en: 'Invitation sent.', th: 'ส่งคำเชิญแล้ว' },
  invited_again: {
    en: 'Invitation sent again. The previous link no longer works.',
    th: 'ส่งคำเชิญอีกครั้งแล้ว ลิงก์เดิมใช้ไม่ได้อีก',
  },
  invitation_revoked: {
    en: 'Invitation cancelled. Its link no longer works.',
    th: 'ยกเลิกคำเชิญแล้ว ลิงก์นั้นใช้ไม่ได้อีก',
  },
  member_changed: { en: 'Role changed.', th: 'เปลี่ยนบทบาทแล้ว' },
  member_removed: {
    en: 'Removed from the team and signed out.',
    th: 'นำออกจากทีมและออกจากระบบแล้ว',
  },
  key_revoked: { en: 'API key revoked.', th: 'เพิกถอนคีย์แล้ว' },
  key_changed: {
    en: 'Limits saved. They apply from the next request on.',
    th: 'บันทึกข้อจำกัดแล้ว มีผลตั้งแต่คำขอถัดไป',
  },
  webhook_changed: { en: 'Webhook updated.', th: 'บันทึก Webhook แล้ว' },
  webhook_deleted: { en: 'Webhook deleted.', th: 'ลบ Webhook แล้ว' },
  delivery_resent: { en: 'Sending again.', th: 'กำลังส่งอีกครั้ง' },
  payment_ended: { en: 'Payment closed.', th: 'ปิดรับชำระแล้ว' },
  link_created: { en: 'Payment link created.', th: 'สร้างลิงก์แล้ว' },
  link_changed: { en: 'Payment link changed.', th: 'แก้ไขลิงก์แล้ว' },
  monthly_mail_created: { en: 'Monthly emails begun.', th: 'จะส่งอีเมลทุกเดือน' },
  monthly_mail_stopped: { en: 'Monthly emails ended.', th: 'หยุดส่งอีเมลรายเดือนแล้ว' },
  link_stopped: { en: 'Payment link stopped.', th: 'ปิดลิงก์แล้ว' },
  withdrawal_begun: { en: 'Withdrawal submitted.', th: 'กำลังถอนเงิน' },
  refund_recorded: { en: 'Refund recorded.', th: 'บันทึกการคืนเงินแล้ว' },
  refund_begun: { en: 'Refund submitted.', th: 'กำลังคืนเงิน' },
  replay_begun: { en: 'Events are being resent.', th: 'กำลังส่งเหตุการณ์อีกครั้ง' },
  joined: { en: 'Welcome.', th: 'ยินดีต้อนรับ' },
  rule_added: { en: 'Routing rule added.', th: 'เพิ่มกฎแล้ว' },
  rule_raised: { en: 'Routing rule moved up.', th: 'เลื่อนลำดับกฎแล้ว' },
  rule_removed: { en: 'Routing rule removed.', th: 'ลบกฎแล้ว' },
  password_link_sent: { en: 'Password reset link sent.', th: 'ส่งลิงก์สำหรับตั้งรหัสผ่านใหม่แล้ว' },
  exception_resolved: { en: 'Exception resolved.', th: 'ดำเนินการรายการผิดปกติแล้ว' },
  exception_corrected: {
    en: 'Resolution corrected. The exception is open again.',
    th: 'แก้ไขผลการดำเนินการแล้ว รายการผิดปกติเปิดอีกครั้ง',
  },
  exception_owner_set: {
    en: 'Owner of the exception changed.',
    th: 'เปลี่ยนผู้ดูแลรายการผิดปกติแล้ว',
  },
  refund_paid: { en: 'Refund recorded as paid.', th: 'บันทึกการโอนเงินคืนแล้ว' },
  refund_unpayable: {
    en: 'Refund ended. The amount is available to the merchant again.',
    th: 'สิ้นสุดรายการคืนเงินแล้ว เงินกลับเข้ายอดของร้านค้า',
  },
  price_set: { en: 'Price set.', th: 'ตั้งราคาแล้ว' },
  expected_cost_set: { en: 'Expected cost set.', th: 'ตั้งต้นทุนที่คาดไว้แล้ว' },
  maturity_set: { en: 'Maturity set.', th: 'ตั้งวันครบกำหนดแล้ว' },
  bank_holidays_set: { en: 'Bank holidays set.', th: 'ตั้งวันหยุดธนาคารแล้ว' },
  vat_set: { en: 'VAT rates set.', th: 'ตั้งอัตราภาษีแล้ว' },
  business_verified: { en: 'Verified.', th: 'บันทึกการตรวจสอบแล้ว' },
  merchant_enabled: { en: 'Merchant enabled.', th: 'เปิดใช้งานร้านแล้ว' },
  merchant_disabled: { en: 'Merchant disabled: it cannot create new orders.', th: 'ระงับร้านแล้ว' },
  limit_set: { en: 'Payout limit saved.', th: 'บันทึกวงเงินแล้ว' },
  owner_invited: { en: 'Invitation sent.', th: 'ส่งคำเชิญแล้ว' },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

export type Confirmation = keyof typeof confirmations;

export const isConfirmation = (name: string): name is Confirmation =>
  Object.hasOwn(confirmations, name);
