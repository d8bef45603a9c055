import { commonTexts } from '../../frame/texts';
import type { FrameTexts } from './texts';

const { th: common } = commonTexts;

export const th: FrameTexts = {
  ...common,
  disabled: 'ร้านนี้ยังไม่เปิดใช้งาน จะสร้างรายการได้เมื่อผู้ดูแลระบบเปิดให้',
  switchTo: 'ร้านค้า',
  switch: 'เปลี่ยน',
  groups: { developers: 'นักพัฒนา', settings: 'ตั้งค่า' },
  sections: {
    home: 'หน้าหลัก',
    keys: 'คีย์ API',
    webhooks: 'เว็บฮุก',
    profile: 'โปรไฟล์',
    team: 'ทีม',
    activity: 'ประวัติการใช้งาน',
  },
  roles: { owner: 'เจ้าของ', developer: 'นักพัฒนา', viewer: 'ผู้ดู' },
  roleHints: {
    owner: 'ทำได้ทุกอย่าง รวมถึงจัดการทีมและการถอนเงิน',
    developer: 'คีย์ เว็บฮุก และการคืนเงิน แต่ถอนเงินและจัดการทีมไม่ได้',
    viewer: 'ดูได้ทุกอย่าง แต่แก้ไขไม่ได้',
  },
  done: {
    password_set: 'ตั้งรหัสผ่านใหม่แล้ว เข้าสู่ระบบด้วยรหัสใหม่ได้เลย',
    password_changed: 'เปลี่ยนรหัสผ่านแล้ว และออกจากระบบในอุปกรณ์อื่นทั้งหมด',
    profile_saved: 'บันทึกแล้ว',
    session_ended: 'ออกจากระบบในอุปกรณ์นั้นแล้ว',
    signed_out: 'ออกจากระบบแล้ว',
    invited: 'ส่งคำเชิญแล้ว',
    invited_again: 'ส่งคำเชิญอีกครั้งแล้ว ลิงก์เดิมใช้ไม่ได้อีก',
    invitation_revoked: 'ยกเลิกคำเชิญแล้ว',
    member_changed: 'เปลี่ยนบทบาทแล้ว',
    member_removed: 'นำสมาชิกออกจากทีมและออกจากระบบแล้ว',
    key_revoked: 'เพิกถอนคีย์แล้ว',
    webhook_changed: 'เปลี่ยนแล้ว',
    webhook_deleted: 'ลบเว็บฮุกแล้ว',
    delivery_resent: 'กำลังส่งอีกครั้ง',
    replay_begun: 'กำลังส่งเหตุการณ์อีกครั้ง',
    joined: 'ยินดีต้อนรับ',
  },
  problems: {
    ...common.problems,
    not_permitted: 'บทบาทของคุณทำรายการนี้ไม่ได้ กรุณาติดต่อเจ้าของร้าน',
    merchant_disabled: 'ร้านนี้ยังไม่เปิดใช้งาน',
    invalid_url: 'URL ต้องเป็น https ที่เข้าถึงได้สาธารณะ และตอบข้อความทดสอบได้ทันที',
    invalid_event: 'เลือกอย่างน้อยหนึ่งเหตุการณ์',
    too_many_webhooks: 'มีเว็บฮุกครบ 16 รายการแล้ว กรุณาลบก่อน',
    too_many_to_replay: 'มากกว่า 10,000 เหตุการณ์ กรุณาเลือกช่วงเวลาที่สั้นลง',
    too_many_keys: 'มีคีย์ครบ 50 คีย์แล้ว กรุณาเพิกถอนคีย์ที่ไม่ใช้ก่อน',
    last_owner: 'ร้านต้องมีเจ้าของอย่างน้อยหนึ่งคน กรุณาตั้งเจ้าของคนอื่นก่อน',
  },
  toHome: 'ไปที่แดชบอร์ด',
};
