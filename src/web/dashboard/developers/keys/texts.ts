import type { Language } from '../../../kit/language';

const en = {
  hint: 'Your servers authenticate with an API key. Create one key per server.',
  docs: 'API documentation',
  name: 'Name',
  key: 'Key',
  permission: 'Permission',
  lastUsed: 'Last used',
  neverUsed: 'Never',
  created: 'Created',
  maker: 'Created by',
  makerUnknown: 'Unknown',
  makerLeft: 'Former member',
  revoke: 'Revoke',
  revokeQuestion: (name: string) => `Anything using “${name}” will stop working immediately.`,
  create: 'Create a key',
  nameHint: 'The server that uses it, for example',
  press: 'Create key',
  none: 'No keys yet',
  noneHint: 'Create your first key to call the API.',
  shown: 'This key is shown once. Copy it to a safe place now.',
  done: 'I’ve copied it, back to API keys',
  permissions: { read: 'Read', write: 'Read and write', withdraw: 'Withdraw' },
  permissionHints: {
    read: 'Can view orders and balance only',
    write: 'Payments, refunds and webhooks; no withdrawals',
    withdraw: 'Full access, including sending money to bank accounts. Owners only.',
  },
};

export type KeysTexts = typeof en;

const th: KeysTexts = {
  hint: 'ระบบของคุณใช้คีย์เรียก API ใช้คีย์แยกกันในแต่ละระบบ',
  docs: 'เอกสาร API',
  name: 'ชื่อ',
  key: 'คีย์',
  permission: 'สิทธิ์',
  lastUsed: 'ใช้ล่าสุด',
  neverUsed: 'ยังไม่เคยใช้',
  created: 'สร้างเมื่อ',
  maker: 'สร้างโดย',
  makerUnknown: 'ไม่มีข้อมูล',
  makerLeft: 'ออกจากทีมแล้ว',
  revoke: 'เพิกถอน',
  revokeQuestion: (name) => `ระบบที่ใช้คีย์ “${name}” จะเรียก API ไม่ได้ทันที`,
  create: 'สร้างคีย์',
  nameHint: 'เช่น ชื่อเซิร์ฟเวอร์ที่ใช้คีย์นี้',
  press: 'สร้างคีย์',
  none: 'ยังไม่มีคีย์',
  noneHint: 'สร้างคีย์แรกเพื่อเรียก API',
  shown: 'คีย์นี้แสดงครั้งเดียว คัดลอกเก็บไว้ในที่ปลอดภัยตอนนี้',
  done: 'คัดลอกแล้ว กลับไปที่คีย์ทั้งหมด',
  permissions: { read: 'อ่าน', write: 'อ่านและเขียน', withdraw: 'ถอนเงินได้' },
  permissionHints: {
    read: 'ดูรายการและยอดเงินได้อย่างเดียว',
    write: 'รับชำระ คืนเงิน และจัดการ Webhook แต่ถอนเงินไม่ได้',
    withdraw: 'ใช้งานได้ทั้งหมด รวมถึงโอนเงินไปยังบัญชีธนาคาร เฉพาะเจ้าของเท่านั้น',
  },
};

export const keysTexts: Readonly<Record<Language, KeysTexts>> = { th, en };
