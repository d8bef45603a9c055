import type { Act } from '../../../domain/act';
import type { Language } from '../../pages/language';

export interface ActTexts {
  readonly hint: string;
  readonly when: string;
  readonly who: string;
  readonly what: string;
  readonly address: string;
  readonly none: string;
  readonly noneHint: string;
  readonly operator: string;
  readonly command: string;
  readonly acts: Readonly<Record<Act, string>>;
}

export const actTexts: Readonly<Record<Language, ActTexts>> = {
  th: {
    hint: 'ทุกการกระทำของทีม เพิ่มได้อย่างเดียว แก้ไขหรือลบไม่ได้',
    when: 'เวลา',
    who: 'ใคร',
    what: 'ทำอะไร',
    address: 'ที่อยู่ IP',
    none: 'ยังไม่มีรายการ',
    noneHint: 'สิ่งที่ทีมทำจะแสดงที่นี่',
    operator: 'ผู้ดูแลระบบ',
    command: 'คำสั่งของผู้ดูแลเครื่อง',
    acts: {
      'merchant.opened': 'เปิดร้าน',
      'session.begun': 'เข้าสู่ระบบ',
      'session.ended': 'ออกจากระบบ',
      'session.all_ended': 'ออกจากระบบทุกอุปกรณ์',
      'user.profile_changed': 'แก้ไขโปรไฟล์',
      'user.password_changed': 'เปลี่ยนรหัสผ่าน',
      'user.password_reset': 'ตั้งรหัสผ่านใหม่ทางอีเมล',
      'member.invited': 'เชิญสมาชิก',
      'member.joined': 'เข้าทีม',
      'member.role_changed': 'เปลี่ยนบทบาทสมาชิก',
      'member.removed': 'นำสมาชิกออก',
      'key.created': 'สร้างคีย์ API',
      'key.revoked': 'เพิกถอนคีย์ API',
      'webhook.created': 'เพิ่มเว็บฮุก',
      'webhook.secret_rotated': 'เปลี่ยนรหัสลับของเว็บฮุก',
      'webhook.paused': 'หยุดเว็บฮุกชั่วคราว',
      'webhook.resumed': 'ใช้งานเว็บฮุกต่อ',
      'webhook.deleted': 'ลบเว็บฮุก',
      'webhook.tested': 'ทดสอบเว็บฮุก',
      'webhook.replayed': 'ส่งเหตุการณ์ย้อนหลังอีกครั้ง',
      'delivery.sent_again': 'ส่งเหตุการณ์อีกครั้ง',
      'payment.expired': 'ปิดรับชำระเงินก่อนเวลา',
      'refund.created': 'คืนเงิน',
      'invitation.revoked': 'ยกเลิกคำเชิญ',
      'invitation.sent_again': 'ส่งคำเชิญอีกครั้ง',
      'operator.link_made': 'ออกลิงก์เข้าคอนโซล',
      'operator.link_revoked': 'ยกเลิกลิงก์เข้าคอนโซล',
      'operator.joined': 'เข้าร่วมเป็นผู้ดูแลระบบ',
      'operator.role_changed': 'เปลี่ยนบทบาทผู้ดูแลระบบ',
      'operator.removed': 'นำผู้ดูแลระบบออก',
      'exception.resolved': 'ตัดสินรายการผิดปกติ',
      'merchant.enabled': 'เปิดใช้งานร้าน',
      'merchant.disabled': 'ระงับร้าน',
      'merchant.limit_set': 'ตั้งวงเงินต่อวันของร้าน',
    },
  },
  en: {
    hint: 'All that the team does. It is only added to: nobody can change or remove a line.',
    when: 'When',
    who: 'Who',
    what: 'What',
    address: 'IP address',
    none: 'Nothing yet',
    noneHint: 'What your team does is written down here.',
    operator: 'Operator',
    command: 'A command of the operator',
    acts: {
      'merchant.opened': 'Opened the merchant',
      'session.begun': 'Signed in',
      'session.ended': 'Signed out',
      'session.all_ended': 'Signed out everywhere',
      'user.profile_changed': 'Changed the own profile',
      'user.password_changed': 'Changed the own password',
      'user.password_reset': 'Set a new password by mail',
      'member.invited': 'Invited a member',
      'member.joined': 'Joined the team',
      'member.role_changed': "Changed a member's role",
      'member.removed': 'Removed a member',
      'key.created': 'Created an API key',
      'key.revoked': 'Revoked an API key',
      'webhook.created': 'Added a webhook',
      'webhook.secret_rotated': "Changed a webhook's secret",
      'webhook.paused': 'Paused a webhook',
      'webhook.resumed': 'Took a webhook up again',
      'webhook.deleted': 'Deleted a webhook',
      'webhook.tested': 'Tested a webhook',
      'webhook.replayed': 'Sent events of a time once more',
      'delivery.sent_again': 'Sent an event once more',
      'payment.expired': 'Ended a payment early',
      'refund.created': 'Refunded a payment',
      'invitation.revoked': 'Took an invitation back',
      'invitation.sent_again': 'Sent an invitation again',
      'operator.link_made': 'Made a link to the console',
      'operator.link_revoked': 'Took a link to the console back',
      'operator.joined': 'Became an operator',
      'operator.role_changed': "Changed an operator's role",
      'operator.removed': 'Removed an operator',
      'exception.resolved': 'Resolved an exception',
      'merchant.enabled': 'Enabled the merchant',
      'merchant.disabled': 'Disabled the merchant',
      'merchant.limit_set': 'Set what may be paid out in a day',
    },
  },
};
