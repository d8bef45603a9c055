import type { Language } from '../../../pages/kit/language';

const en = {
  hint: 'Everything your team does. Entries cannot be changed or deleted.',
  when: 'When',
  who: 'Who',
  what: 'What',
  address: 'IP address',
  none: 'Nothing yet',
  noneHint: 'Your team’s actions appear here.',
  operator: 'Operator',
  command: 'Operator command',
  key: 'API key',
};

export type ActivityTexts = typeof en;

const th: ActivityTexts = {
  hint: 'บันทึกทุกการทำรายการของทีม แก้ไขหรือลบไม่ได้',
  when: 'เวลา',
  who: 'ผู้ทำรายการ',
  what: 'รายละเอียด',
  address: 'ที่อยู่ IP',
  none: 'ยังไม่มีรายการ',
  noneHint: 'การทำรายการของทีมจะแสดงที่นี่',
  operator: 'ผู้ดูแลระบบ',
  command: 'คำสั่งบนเซิร์ฟเวอร์',
  key: 'คีย์ API',
};

export const activityTexts: Readonly<Record<Language, ActivityTexts>> = { th, en };
