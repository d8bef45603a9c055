import { z } from 'zod';
import { billerName } from '../biller-name';
import { rules, setting } from '../setting';

const reference = z.string().regex(/^[A-Z0-9]{1,20}$/);
const pem = z.string().regex(/^-----BEGIN [^]+-----END [A-Z ]+-----\s*$/);

export const sharedSettings = {
  environment: setting(z.enum(['sandbox', 'uat', 'production']).default('sandbox'), {
    title: { en: 'Environment', th: 'สภาพแวดล้อม' },
    help: {
      en: 'Test accounts use sandbox or uat, live accounts production.',
      th: 'บัญชีทดสอบใช้ sandbox หรือ uat บัญชีใช้งานจริงใช้ production',
    },
  }),
  url: setting(z.url({ protocol: /^https?$/ }).optional(), {
    title: { en: 'Base URL', th: 'URL หลัก' },
    help: {
      en: 'Only if SCB stated another one than https://api.partners.scb/partners.',
      th: 'เฉพาะเมื่อ SCB แจ้ง URL อื่นที่ไม่ใช่ https://api.partners.scb/partners',
    },
  }),
  apiKey: setting(z.string().min(1), {
    title: { en: 'API key', th: 'API Key' },
    help: {
      en: 'developer.scb, Apps, your application.',
      th: 'developer.scb > Apps > แอปพลิเคชันของคุณ',
    },
  }),
  apiSecret: setting(z.string().min(1), {
    title: { en: 'API secret', th: 'API Secret' },
    secret: true,
  }),
  billerId: setting(z.string().regex(/^\d{15}$/), {
    title: { en: 'Biller ID', th: 'รหัสผู้รับชำระ (Biller ID)' },
    rule: rules.billerId,
    help: {
      en: '15 digits; Merchant Profile, Biller Information.',
      th: '15 หลัก จาก Merchant Profile > Biller Information',
    },
  }),
  billerName,
  reference3: setting(reference.regex(/^[A-Z]{3}/), {
    title: { en: 'Reference 3', th: 'รหัสอ้างอิง 3 (Ref 3)' },
    rule: {
      en: 'Three capital letters, then capital letters or digits: at most 20.',
      th: 'ตัวพิมพ์ใหญ่ 3 ตัว ตามด้วยตัวพิมพ์ใหญ่หรือตัวเลข รวมไม่เกิน 20 ตัว',
    },
    help: {
      en: 'The prefix that SCB assigned, such as SCB, and optionally a value of your own.',
      th: 'คำนำหน้าที่ SCB กำหนด เช่น SCB และต่อด้วยค่าของคุณได้',
    },
  }),
  reference2: setting(reference.optional(), {
    title: { en: 'Reference 2', th: 'รหัสอ้างอิง 2 (Ref 2)' },
    rule: {
      en: 'At most 20 capital letters or digits.',
      th: 'ตัวพิมพ์ใหญ่หรือตัวเลข ไม่เกิน 20 ตัว',
    },
    help: {
      en: 'Only if the biller profile has two references: the value for orders without their own.',
      th: 'เฉพาะเมื่อโปรไฟล์มี 2 รหัสอ้างอิง: ค่าสำหรับรายการที่ไม่มีรหัสอ้างอิง 2',
    },
  }),
  clientCertificate: setting(pem.optional(), {
    title: { en: 'Client certificate (PEM)', th: 'ใบรับรองไคลเอ็นต์ (PEM)' },
    rule: rules.pem,
    help: { en: 'Only if SCB issued one.', th: 'เฉพาะเมื่อ SCB ออกให้' },
    multiline: true,
  }),
  clientKey: setting(pem.optional(), {
    title: { en: 'Private key of the certificate (PEM)', th: 'กุญแจส่วนตัวของใบรับรอง (PEM)' },
    rule: rules.pem,
    secret: true,
    multiline: true,
  }),
  unpaidCodes: setting(
    z
      .string()
      .regex(/^\d{4}(,\d{4})*$/)
      .optional(),
    {
      title: { en: 'Further codes for "not paid"', th: 'รหัสตอบกลับอื่นที่หมายถึงยังไม่ชำระ' },
      rule: {
        en: 'Codes of four digits, separated by commas.',
        th: 'รหัสละ 4 หลัก คั่นด้วยจุลภาค',
      },
      help: {
        en: 'Codes of the inquiry besides 1104, such as 8102,8101. Empty until SCB confirms them.',
        th: 'รหัสของการสอบถามนอกจาก 1104 เช่น 8102,8101 เว้นว่างจนกว่า SCB จะยืนยัน',
      },
    },
  ),
};

type Certificate = Readonly<Partial<Record<'clientCertificate' | 'clientKey', unknown>>>;
export const hasKeyOfCertificate = ({ clientCertificate, clientKey }: Certificate): boolean =>
  (clientCertificate === undefined) === (clientKey === undefined);
export const needsKey = {
  error: 'A client certificate needs its private key.',
  path: ['clientKey'],
};

export const scbSettings = z.object(sharedSettings).refine(hasKeyOfCertificate, needsKey);

export type ScbSettings = z.output<typeof scbSettings>;
