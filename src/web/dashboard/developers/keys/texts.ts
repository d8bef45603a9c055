import type { Permission } from '../../../../domain/permission';
import type { Language } from '../../../kit/language';

export interface KeysTexts {
  readonly hint: string;
  readonly docs: string;
  readonly name: string;
  readonly key: string;
  readonly permission: string;
  readonly lastUsed: string;
  readonly neverUsed: string;
  readonly created: string;
  readonly maker: string;
  readonly makerUnknown: string;
  readonly makerLeft: string;
  readonly revoke: string;
  readonly revokeQuestion: (name: string) => string;
  readonly create: string;
  readonly nameHint: string;
  readonly press: string;
  readonly none: string;
  readonly noneHint: string;
  readonly shown: string;
  readonly done: string;
  readonly permissions: Readonly<Record<Permission, string>>;
  readonly permissionHints: Readonly<Record<Permission, string>>;
}

export const keysTexts: Readonly<Record<Language, KeysTexts>> = {
  th: {
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
      read: 'ดูรายการและยอดเงิน สร้างอะไรไม่ได้',
      write: 'รับชำระ คืนเงิน และจัดการเว็บฮุก แต่ถอนเงินไม่ได้',
      withdraw: 'ทำได้ทุกอย่าง รวมถึงโอนเงินออกไปยังบัญชีอื่น เจ้าของเท่านั้นที่สร้างได้',
    },
  },
  en: {
    hint: 'Your servers call the API with a key. Give each of them its own.',
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
    revokeQuestion: (name) => `Whatever uses “${name}” is refused from now on.`,
    create: 'Create a key',
    nameHint: 'Such as the server that will use it',
    press: 'Create key',
    none: 'No keys yet',
    noneHint: 'Create the first one to call the API.',
    shown: 'This key is shown once. Copy it to a safe place now.',
    done: 'I have copied it: back to all keys',
    permissions: { read: 'Read', write: 'Read and write', withdraw: 'Withdraw' },
    permissionHints: {
      read: 'Sees orders and the balance, and creates nothing',
      write: 'Takes payments, refunds them, manages webhooks; sends no money elsewhere',
      withdraw: 'All of it, and sends money to other accounts. Only owners create these.',
    },
  },
};
