/** `<object>.<what was done to it>`, with what the activity log says. */
export const auditEvents = {
  'merchant.opened': { en: 'Opened the merchant', th: 'เปิดร้าน' },
  'session.begun': { en: 'Signed in', th: 'เข้าสู่ระบบ' },
  'session.ended': { en: 'Signed out', th: 'ออกจากระบบ' },
  'session.all_ended': { en: 'Signed out other sessions', th: 'ออกจากระบบในอุปกรณ์อื่นทั้งหมด' },
  'user.profile_changed': { en: 'Changed their profile', th: 'แก้ไขโปรไฟล์' },
  'user.password_changed': { en: 'Changed their password', th: 'เปลี่ยนรหัสผ่าน' },
  'user.password_reset': { en: 'Reset their password', th: 'ตั้งรหัสผ่านใหม่ทางอีเมล' },
  'user.mails_chosen': { en: 'Chose their emails', th: 'เลือกอีเมลที่ต้องการรับ' },
  'user.unsubscribed': { en: 'Turned off an email by its link', th: 'ปิดอีเมลจากลิงก์ในอีเมล' },
  'factor.added': { en: 'Added an authenticator', th: 'เพิ่มวิธียืนยันตัวตน' },
  'factor.renamed': { en: 'Renamed an authenticator', th: 'เปลี่ยนชื่อวิธียืนยันตัวตน' },
  'factor.removed': { en: 'Removed an authenticator', th: 'ลบวิธียืนยันตัวตน' },
  'factor.reset': {
    en: "Reset a person's second factor",
    th: 'รีเซ็ตการยืนยันตัวตนสองขั้นตอนของผู้ใช้',
  },
  'factor.late': {
    en: 'First second factor of an older account',
    th: 'บัญชีเดิมเปิดใช้การยืนยันตัวตนสองขั้นตอนครั้งแรก',
  },
  'factor.codes_made': { en: 'Created new recovery codes', th: 'สร้างรหัสกู้คืนชุดใหม่' },
  'factor.code_used': { en: 'Used a recovery code', th: 'ใช้รหัสกู้คืน' },
  'member.invited': { en: 'Invited a member', th: 'เชิญสมาชิก' },
  'member.joined': { en: 'Joined the team', th: 'เข้าร่วมทีม' },
  'member.role_changed': { en: "Changed a member's role", th: 'เปลี่ยนบทบาทสมาชิก' },
  'member.removed': { en: 'Removed a member', th: 'นำสมาชิกออก' },
  'key.created': { en: 'Created an API key', th: 'สร้างคีย์ API' },
  'key.changed': { en: 'Changed the limits of an API key', th: 'แก้ไขข้อจำกัดของคีย์ API' },
  'key.rotated': { en: 'Rotated an API key', th: 'ออกคีย์ API ใหม่แทนคีย์เดิม' },
  'key.revoked': { en: 'Revoked an API key', th: 'เพิกถอนคีย์ API' },
  'webhook.created': { en: 'Added a webhook', th: 'เพิ่มWebhook' },
  'webhook.changed': { en: 'Changed a webhook', th: 'แก้ไขWebhook' },
  'webhook.secret_rotated': { en: "Changed a webhook's secret", th: 'เปลี่ยนรหัสลับของWebhook' },
  'webhook.paused': { en: 'Paused a webhook', th: 'หยุดWebhookชั่วคราว' },
  'webhook.resumed': { en: 'Resumed a webhook', th: 'ใช้งานWebhookต่อ' },
  'webhook.deleted': { en: 'Deleted a webhook', th: 'ลบWebhook' },
  'webhook.tested': { en: 'Tested a webhook', th: 'ทดสอบWebhook' },
  'webhook.replayed': { en: 'Resent past events', th: 'ส่งเหตุการณ์ย้อนหลังอีกครั้ง' },
  'delivery.sent_again': { en: 'Resent an event', th: 'ส่งเหตุการณ์อีกครั้ง' },
  'payment.expired': { en: 'Closed a payment early', th: 'ปิดรับชำระเงินก่อนเวลา' },
  'payment.opened': { en: 'Created a payment at the counter', th: 'สร้างรายการชำระที่เคาน์เตอร์' },
  'payment_link.created': { en: 'Created a payment link', th: 'สร้างลิงก์รับชำระเงิน' },
  'payment_link.changed': { en: 'Changed a payment link', th: 'แก้ไขลิงก์รับชำระเงิน' },
  'payment_link.stopped': { en: 'Stopped a payment link', th: 'ปิดลิงก์รับชำระเงิน' },
  'monthly_mail.created': { en: 'Began monthly emails', th: 'เริ่มส่งอีเมลรายเดือน' },
  'monthly_mail.stopped': { en: 'Ended monthly emails', th: 'หยุดส่งอีเมลรายเดือน' },
  'refund.created': { en: 'Refunded a payment', th: 'คืนเงิน' },
  'withdrawal.created': { en: 'Withdrew money', th: 'ถอนเงิน' },
  'refund.recorded': { en: 'Recorded a refund', th: 'บันทึกการคืนเงิน' },
  'refund.paid': { en: 'Paid a manual refund', th: 'โอนเงินคืนด้วยตนเอง' },
  'refund.unpayable': {
    en: 'Reported that a manual refund cannot be paid',
    th: 'บันทึกว่าโอนเงินคืนไม่ได้',
  },
  'invitation.revoked': { en: 'Revoked an invitation', th: 'ยกเลิกคำเชิญ' },
  'invitation.sent_again': { en: 'Resent an invitation', th: 'ส่งคำเชิญอีกครั้ง' },
  'operator.link_made': { en: 'Created a console link', th: 'ออกลิงก์เข้าคอนโซล' },
  'operator.link_revoked': { en: 'Revoked a console link', th: 'ยกเลิกลิงก์เข้าคอนโซล' },
  'operator.joined': { en: 'Became an operator', th: 'เข้าร่วมเป็นผู้ดูแลระบบ' },
  'operator.role_changed': { en: "Changed an operator's role", th: 'เปลี่ยนบทบาทผู้ดูแลระบบ' },
  'operator.removed': { en: 'Removed an operator', th: 'นำผู้ดูแลระบบออก' },
  'exception.resolved': { en: 'Resolved an exception', th: 'ดำเนินการรายการผิดปกติ' },
  'exception.corrected': {
    en: 'Corrected the resolution of an exception',
    th: 'แก้ไขผลการดำเนินการรายการผิดปกติ',
  },
  'exception.taken': { en: 'Took on an exception', th: 'รับดูแลรายการผิดปกติ' },
  'exception.given_back': { en: 'Gave back an exception', th: 'เลิกดูแลรายการผิดปกติ' },
  'evidence.recorded': {
    en: 'Recorded a finding of a provider statement',
    th: 'บันทึกผลกระทบยอดจากรายการเดินบัญชีของผู้ให้บริการ',
  },
  'merchant.enabled': { en: 'Enabled the merchant', th: 'เปิดใช้งานร้าน' },
  'merchant.disabled': { en: 'Disabled the merchant', th: 'ระงับร้าน' },
  'merchant.limit_set': { en: 'Set the daily payout limit', th: 'ตั้งวงเงินต่อวันของร้าน' },
  'merchant.quota_set': { en: 'Set the request quotas', th: 'ตั้งโควตาคำขอของร้าน' },
  'price.set': { en: 'Set a price of a merchant', th: 'ตั้งค่าธรรมเนียมของร้าน' },
  'expected_cost.set': {
    en: 'Set what a provider is expected to keep',
    th: 'ตั้งต้นทุนที่คาดไว้ของผู้ให้บริการ',
  },
  'maturity.set': { en: 'Set when money matures', th: 'ตั้งวันครบกำหนดเงิน' },
  'bank_holidays.set': { en: 'Set the bank holidays of a year', th: 'ตั้งวันหยุดธนาคารของปี' },
  'vat.set': { en: 'Set the rates of VAT', th: 'ตั้งอัตราภาษีมูลค่าเพิ่ม' },
  'business.changed': { en: 'Changed the business details', th: 'แก้ไขข้อมูลกิจการ' },
  'business.logo_set': { en: 'Changed the logo', th: 'เปลี่ยนโลโก้' },
  'business.logo_removed': { en: 'Removed the logo', th: 'ลบโลโก้' },
  'business.account_set': {
    en: 'Changed the bank account of the business',
    th: 'เปลี่ยนบัญชีธนาคารของกิจการ',
  },
  'business.verified': { en: 'Verified the business', th: 'ตรวจสอบข้อมูลกิจการ' },
  'provider_account.added': { en: 'Added a provider account', th: 'เพิ่มบัญชีผู้ให้บริการ' },
  'provider_account.changed': { en: 'Changed a provider account', th: 'แก้ไขบัญชีผู้ให้บริการ' },
  'provider_account.secrets_removed': {
    en: 'Removed former secrets of a provider account',
    th: 'ลบรหัสลับเดิมของบัญชีผู้ให้บริการ',
  },
  'provider_account.status_set': {
    en: 'Set the status of a provider account',
    th: 'เปลี่ยนสถานะบัญชีผู้ให้บริการ',
  },
  'provider_account.token_rotated': {
    en: 'Changed the callback URL of a provider account',
    th: 'เปลี่ยน URL รับผลของบัญชีผู้ให้บริการ',
  },
  'provider_account.token_removed': {
    en: 'Removed the former callback URL of a provider account',
    th: 'ลบ URL รับผลเดิมของบัญชีผู้ให้บริการ',
  },
  'provider_account.tested': {
    en: 'Tested the connection of a provider account',
    th: 'ทดสอบการเชื่อมต่อบัญชีผู้ให้บริการ',
  },
  'routing_rule.added': { en: 'Added a routing rule', th: 'เพิ่มกฎการเลือกบัญชีผู้ให้บริการ' },
  'routing_rule.removed': { en: 'Removed a routing rule', th: 'ลบกฎการเลือกบัญชีผู้ให้บริการ' },
  'routing_rule.raised': {
    en: 'Moved up a routing rule',
    th: 'เลื่อนลำดับกฎการเลือกบัญชีผู้ให้บริการขึ้น',
  },
  'schema.migrated': { en: 'Migrated the database', th: 'ปรับโครงสร้างฐานข้อมูล' },
  'ledger.sealed': { en: 'Sealed the ledger', th: 'ประทับตราบัญชีแยกประเภท' },
  'database.restored': {
    en: 'Restored the database from a backup',
    th: 'กู้คืนฐานข้อมูลจากข้อมูลสำรอง',
  },
  'person.exported': { en: 'Exported the data of a person', th: 'ส่งออกข้อมูลส่วนบุคคล' },
  'person.erasure_begun': {
    en: 'Began to erase the data of a person',
    th: 'เริ่มลบข้อมูลส่วนบุคคล',
  },
  'person.forgotten': { en: 'Erased the data of a person', th: 'ลบข้อมูลส่วนบุคคล' },
  'slip.viewed': { en: 'Viewed a slip', th: 'เปิดดูสลิป' },
  'refund.account_viewed': {
    en: 'Viewed the account of a refund',
    th: 'เปิดดูบัญชีปลายทางของการคืนเงิน',
  },
  'secrets.resealed': { en: 'Re-encrypted stored secrets', th: 'เข้ารหัสข้อมูลใหม่ด้วยคีย์ล่าสุด' },
  'data_key.created': { en: 'Created a data key', th: 'สร้างคีย์เข้ารหัสข้อมูล' },
  'data_keys.rewrapped': {
    en: 'Rewrapped the data keys',
    th: 'เข้ารหัสคีย์ข้อมูลใหม่ด้วยคีย์หลัก',
  },
  'check.run': { en: 'Ran a ledger check', th: 'ตรวจสอบบัญชี' },
  'approval.requested': { en: 'Approval requested', th: 'ขออนุมัติ' },
  'approval.first_given': { en: 'First approval given', th: 'อนุมัติคนแรกแล้ว' },
  'approval.approved': { en: 'Approved', th: 'อนุมัติ' },
  'approval.rejected': { en: 'Approval rejected', th: 'ไม่อนุมัติ' },
  'approval.withdrawn': { en: 'Approval request withdrawn', th: 'ถอนคำขออนุมัติ' },
  'approval.expired': { en: 'Approval expired', th: 'คำขออนุมัติหมดอายุ' },
  'approval.failed': {
    en: 'Approved too late: no longer possible',
    th: 'อนุมัติไม่สำเร็จ รายการเปลี่ยนแปลงไปแล้ว',
  },
  'approval.rules_set': { en: 'Approval rules set', th: 'ตั้งกฎการอนุมัติ' },
} as const;

export type AuditEventName = keyof typeof auditEvents;

/** `id` is the Unix user for a `command`, the key's id for a `key`. */
export interface Actor {
  readonly kind: 'user' | 'operator' | 'command' | 'key';
  readonly id: string;
  /** Null for a command. */
  readonly address: string | null;
}

/** Before it is appended to the log. */
export interface AuditEvent {
  /** A merchant's id, or `operators`. */
  readonly scope: string;
  readonly actor: Actor;
  readonly act: AuditEventName;
  /** The id of the act's object. */
  readonly subject: string;
  /** Contains no secrets. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}
