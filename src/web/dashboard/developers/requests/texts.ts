import type { Language } from '../../../kit/language';

export interface RequestsTexts {
  readonly hint: string;
  readonly when: string;
  readonly request: string;
  readonly answer: string;
  readonly key: string;
  readonly duration: string;
  readonly milliseconds: (count: string) => string;
  readonly filter: string;
  readonly status: string;
  readonly statuses: Readonly<Record<StatusClass, string>>;
  readonly problem: string;
  readonly id: string;
  readonly any: string;
  readonly revoked: string;
  readonly none: string;
  readonly noneHint: string;
  readonly noneSuch: string;
  readonly noneSuchHint: string;
  readonly title: string;
  readonly all: string;
  readonly operation: string;
  readonly param: string;
  readonly address: string;
  readonly meaning: string;
  readonly remedy: string;
  readonly report: string;
}

/** Status classes by first digit. */
export const statusClasses = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

const th: RequestsTexts = {
  hint: 'คำขออ่าน เขียน และที่ถูกปฏิเสธ อย่างละ 10,000 รายการล่าสุดใน 7 วัน ไม่เก็บเนื้อหา',
  when: 'เวลา',
  request: 'คำขอ',
  answer: 'คำตอบ',
  key: 'คีย์',
  duration: 'ใช้เวลา',
  milliseconds: (count) => `${count} ms`,
  filter: 'กรองคำขอ',
  status: 'สถานะ',
  statuses: { '2xx': '2xx สำเร็จ', '4xx': '4xx ถูกปฏิเสธ', '5xx': '5xx ระบบขัดข้อง' },
  problem: 'ข้อผิดพลาด',
  id: 'รหัสคำขอ',
  any: 'ทั้งหมด',
  revoked: 'เพิกถอนแล้ว',
  none: 'ยังไม่มีคำขอ',
  noneHint: 'เมื่อระบบของคุณเรียก API คำขอจะแสดงที่นี่ภายในหนึ่งวินาที',
  noneSuch: 'ไม่พบคำขอที่ตรงกับตัวกรอง',
  noneSuchHint: 'คำขออาจเก่าเกินไป หรือใช้คีย์ที่ไม่ถูกต้อง',
  title: 'คำขอ API',
  all: 'คำขอทั้งหมด',
  operation: 'การทำงาน',
  param: 'พารามิเตอร์',
  address: 'IP address',
  meaning: 'ความหมาย',
  remedy: 'วิธีแก้ไข',
  report: 'เกิดจากระบบของเรา แจ้งรหัสคำขอนี้เมื่อติดต่อเรา',
};

const en: RequestsTexts = {
  hint: 'The latest 10,000 reads, writes and refusals each, of 7 days. Bodies are not kept.',
  when: 'Time',
  request: 'Request',
  answer: 'Answer',
  key: 'Key',
  duration: 'Took',
  milliseconds: (count) => `${count} ms`,
  filter: 'Look through the requests',
  status: 'Status',
  statuses: { '2xx': '2xx succeeded', '4xx': '4xx refused', '5xx': '5xx failed' },
  problem: 'Error',
  id: 'Request id',
  any: 'All',
  revoked: 'revoked',
  none: 'No requests yet',
  noneHint: 'What your servers ask of the API is shown here within a second.',
  noneSuch: 'No request is like that',
  noneSuchHint: 'It may be too old, or have been made with a wrong key.',
  title: 'API request',
  all: 'All requests',
  operation: 'Operation',
  param: 'Parameter',
  address: 'IP address',
  meaning: 'Meaning',
  remedy: 'What to do',
  report: 'This is a fault of ours. Tell us this request id when you turn to us.',
};

export const requestsTexts: Readonly<Record<Language, RequestsTexts>> = { th, en };
