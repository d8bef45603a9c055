import type { Language } from '../../../pages/kit/language';

/** Status classes by first digit. */
export const statusClasses = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof statusClasses)[number];

const en = {
  hint: 'Last 7 days, up to 10,000 reads, writes and rejections each. Bodies are not stored.',
  when: 'Time',
  request: 'Request',
  answer: 'Response',
  key: 'Key',
  duration: 'Duration',
  milliseconds: (count: string) => `${count} ms`,
  filter: 'Filter requests',
  status: 'Status',
  statuses: { '2xx': '2xx succeeded', '4xx': '4xx rejected', '5xx': '5xx failed' },
  problem: 'Error',
  id: 'Request ID',
  any: 'All',
  revoked: 'revoked',
  none: 'No requests yet',
  noneHint: 'API calls from your servers appear here within a second.',
  noneSuch: 'No matching requests',
  noneSuchHint: 'The request may be too old, or used an invalid key.',
  title: 'API request',
  all: 'All requests',
  operation: 'Operation',
  param: 'Parameter',
  address: 'IP address',
  meaning: 'Meaning',
  remedy: 'How to fix it',
  report: 'This was an error on our side. Include this request ID when you contact us.',
};

export type RequestsTexts = typeof en;

const th: RequestsTexts = {
  hint: '7 วันล่าสุด คำขออ่าน เขียน และที่ถูกปฏิเสธ อย่างละไม่เกิน 10,000 รายการ ไม่เก็บเนื้อหา',
  when: 'เวลา',
  request: 'คำขอ',
  answer: 'คำตอบ',
  key: 'คีย์',
  duration: 'ระยะเวลา',
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
  report: 'ข้อผิดพลาดเกิดจากระบบของเรา กรุณาแจ้งรหัสคำขอนี้เมื่อติดต่อเรา',
};

export const requestsTexts: Readonly<Record<Language, RequestsTexts>> = { th, en };
