import type { DeliveryRecord } from '../../../../application/webhooks/delivery-history';
import type { Language } from '../../../kit/language';

export interface WebhooksTexts {
  readonly hint: string;
  readonly url: string;
  readonly urlHint: string;
  readonly description: string;
  readonly events: string;
  readonly eventCount: (count: number) => string;
  readonly status: string;
  readonly active: string;
  readonly failing: string;
  readonly failingSince: string;
  readonly paused: string;
  readonly disabled: string;
  readonly none: string;
  readonly noneHint: string;
  readonly create: string;
  readonly press: string;
  readonly secret: string;
  readonly secretHint: string;
  readonly secretDone: string;
  readonly created: string;
  readonly edit: string;
  readonly save: string;
  readonly payload: string;
  readonly retrying: string;
  readonly nextTry: string;
  readonly test: string;
  readonly pinged: (status: string, ms: number) => string;
  readonly unpinged: (reason: string) => string;
  readonly pause: string;
  readonly resume: string;
  readonly rotate: string;
  readonly rotateQuestion: string;
  readonly remove: string;
  readonly removeQuestion: string;
  readonly deliveries: string;
  readonly noDeliveries: string;
  readonly noDeliveriesHint: string;
  readonly event: string;
  readonly when: string;
  readonly attempts: (count: number) => string;
  readonly answered: (status: number, ms: number) => string;
  readonly resend: string;
  readonly states: Readonly<Record<DeliveryRecord['status'], string>>;
  readonly replay: string;
  readonly replayHint: string;
  readonly since: string;
  readonly sinces: Readonly<Record<Since, string>>;
  readonly which: string;
  readonly failedOnly: string;
  readonly everything: string;
  readonly replayPress: string;
}

/** Start of the replayed period. */
export const sinces = ['hour', 'day', 'week', 'month'] as const;
export type Since = (typeof sinces)[number];

const en: WebhooksTexts = {
  hint: 'We tell your server of what happens. Each message is signed with a secret.',
  url: 'URL',
  urlHint: 'Must answer a signed ping at once.',
  description: 'Description',
  events: 'Events',
  eventCount: (count) => (count === 1 ? '1 event' : `${count} events`),
  status: 'Status',
  active: 'Active',
  failing: 'Active, failing',
  failingSince: 'since',
  paused: 'Paused',
  disabled: 'Disabled: it failed',
  none: 'No webhooks yet',
  noneHint: 'Add one to hear of payments as they happen.',
  create: 'Add a webhook',
  press: 'Add webhook',
  secret: 'Secret',
  secretHint: 'This secret is shown once. Your server checks signatures with it.',
  secretDone: 'I have copied it: go on',
  created: 'Created',
  edit: 'Edit webhook',
  save: 'Save changes',
  payload: 'Payload',
  retrying: 'Failed, will retry',
  nextTry: 'next try',
  test: 'Send a test',
  pinged: (status, ms) => `The test was answered with ${status} after ${ms} ms.`,
  unpinged: (reason) => `The test was not answered: ${reason}`,
  pause: 'Pause',
  resume: 'Take up again',
  rotate: 'New secret',
  rotateQuestion: 'The old secret goes on to sign beside the new one for 24 hours.',
  remove: 'Delete',
  removeQuestion: 'No more events are sent there.',
  deliveries: 'Deliveries',
  noDeliveries: 'Nothing sent yet',
  noDeliveriesHint: 'What is sent to this URL is listed here, attempt by attempt.',
  event: 'Event',
  when: 'When',
  attempts: (count) => (count === 1 ? '1 attempt' : `${count} attempts`),
  answered: (status, ms) => `HTTP ${status} after ${ms} ms`,
  resend: 'Send again',
  states: { pending: 'On its way', succeeded: 'Delivered', failed: 'Failed' },
  replay: 'Send events of a time once more',
  replayHint: 'Up to 10,000 events, in batches. Their ids stay the same.',
  since: 'From the last',
  sinces: { hour: 'hour', day: 'day', week: '7 days', month: '30 days' },
  which: 'Which',
  failedOnly: 'What failed',
  everything: 'Everything',
  replayPress: 'Send once more',
};

const th: WebhooksTexts = {
  hint: 'เราแจ้งเซิร์ฟเวอร์ของคุณเมื่อมีเหตุการณ์ ทุกข้อความลงลายเซ็นด้วยรหัสลับของเว็บฮุกนั้น',
  url: 'URL',
  urlHint: 'ต้องตอบข้อความทดสอบได้ทันที',
  description: 'คำอธิบาย',
  events: 'เหตุการณ์',
  eventCount: (count) => `${count} เหตุการณ์`,
  status: 'สถานะ',
  active: 'ใช้งาน',
  failing: 'ใช้งาน แต่ส่งไม่สำเร็จ',
  failingSince: 'ตั้งแต่',
  paused: 'หยุดชั่วคราว',
  disabled: 'ปิดแล้ว เพราะส่งไม่สำเร็จ',
  none: 'ยังไม่มีเว็บฮุก',
  noneHint: 'เพิ่มเว็บฮุกเพื่อรับแจ้งเมื่อมีการชำระเงิน',
  create: 'เพิ่มเว็บฮุก',
  press: 'เพิ่มเว็บฮุก',
  secret: 'รหัสลับ',
  secretHint: 'รหัสลับนี้แสดงครั้งเดียว ใช้ตรวจลายเซ็นที่เซิร์ฟเวอร์ของคุณ',
  secretDone: 'คัดลอกแล้ว ไปต่อ',
  created: 'สร้างเมื่อ',
  edit: 'แก้ไขเว็บฮุก',
  save: 'บันทึก',
  payload: 'ข้อมูลที่ส่ง',
  retrying: 'ไม่สำเร็จ จะลองใหม่',
  nextTry: 'ครั้งถัดไป',
  test: 'ส่งข้อความทดสอบ',
  pinged: (status, ms) => `ได้รับคำตอบ ${status} ภายใน ${ms} มิลลิวินาที`,
  unpinged: (reason) => `ไม่ได้รับคำตอบ: ${reason}`,
  pause: 'หยุดชั่วคราว',
  resume: 'ใช้งานต่อ',
  rotate: 'เปลี่ยนรหัสลับ',
  rotateQuestion: 'รหัสเดิมยังลงลายเซ็นควบคู่กับรหัสใหม่อีก 24 ชั่วโมง',
  remove: 'ลบ',
  removeQuestion: 'จะไม่ส่งเหตุการณ์ไปที่ URL นี้อีก',
  deliveries: 'การส่ง',
  noDeliveries: 'ยังไม่มีการส่ง',
  noDeliveriesHint: 'สิ่งที่ส่งไปยัง URL นี้จะแสดงที่นี่ทุกครั้งที่พยายามส่ง',
  event: 'เหตุการณ์',
  when: 'เวลา',
  attempts: (count) => `พยายาม ${count} ครั้ง`,
  answered: (status, ms) => `HTTP ${status} ใน ${ms} มิลลิวินาที`,
  resend: 'ส่งอีกครั้ง',
  states: { pending: 'กำลังส่ง', succeeded: 'ส่งแล้ว', failed: 'ไม่สำเร็จ' },
  replay: 'ส่งเหตุการณ์ย้อนหลังอีกครั้ง',
  replayHint: 'สูงสุด 10,000 เหตุการณ์ ส่งเป็นชุด รหัสเหตุการณ์คงเดิม',
  since: 'ย้อนหลัง',
  sinces: { hour: '1 ชั่วโมง', day: '1 วัน', week: '7 วัน', month: '30 วัน' },
  which: 'รายการ',
  failedOnly: 'เฉพาะที่ไม่สำเร็จ',
  everything: 'ทั้งหมด',
  replayPress: 'ส่งอีกครั้ง',
};

export const webhooksTexts: Readonly<Record<Language, WebhooksTexts>> = { th, en };
