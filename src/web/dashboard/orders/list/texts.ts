import type { TransactionType } from '../../../../domain/transaction';
import type { Language } from '../../../kit/language';
import type { Noun } from './definition';

interface NounTexts {
  /** Headings of the two columns that differ per list. */
  readonly name: string;
  readonly about: string;
  /** Placeholder of the search field. */
  readonly seek: string;
  readonly none: string;
  readonly noneHint: string;
}

export interface ListTexts {
  readonly created: string;
  readonly status: string;
  readonly amount: string;
  readonly all: string;
  readonly search: string;
  readonly filters: string;
  readonly date: string;
  readonly from: string;
  readonly until: string;
  readonly min: string;
  readonly max: string;
  readonly dayFault: string;
  readonly amountFault: string;
  readonly review: string;
  readonly underReview: string;
  /** Filter for deposits from an unexpected account. */
  readonly payer: string;
  readonly apply: string;
  readonly unread: string;
  readonly unreadHint: string;
  readonly types: Readonly<Record<TransactionType, string>>;
  readonly noMatch: string;
  readonly noMatchHint: string;
  readonly clear: string;
  readonly begin: string;
  readonly reference: string;
  readonly nouns: Readonly<Record<Noun, NounTexts>>;
}

const th: ListTexts = {
  created: 'สร้างเมื่อ',
  status: 'สถานะ',
  amount: 'จำนวนเงิน',
  all: 'ทั้งหมด',
  search: 'ค้นหา',
  filters: 'ตัวกรอง',
  date: 'วันที่สร้าง (เวลาไทย)',
  from: 'ตั้งแต่',
  until: 'ถึง',
  min: 'ต่ำสุด',
  max: 'สูงสุด',
  dayFault: 'กรอกวันที่ เช่น 2026-11-21 หรือ 2569-11-21',
  amountFault: 'กรอกจำนวนเงิน เช่น 1,234.50',
  review: 'เฉพาะรายการที่อยู่ระหว่างตรวจสอบ',
  payer: 'เฉพาะที่บัญชีผู้จ่ายไม่ตรงกับที่แจ้งไว้',
  underReview: 'อยู่ระหว่างตรวจสอบ',
  apply: 'ใช้ตัวกรอง',
  unread: 'อ่านตัวกรองไม่ได้',
  unreadHint: 'กรุณาแก้ช่องที่มีข้อความเตือน',
  types: { payment: 'ชำระเงิน', refund: 'คืนเงิน' },
  noMatch: 'ไม่พบรายการที่ตรงกัน',
  noMatchHint: 'ลองเปลี่ยนหรือล้างตัวกรอง',
  clear: 'ล้างตัวกรอง',
  begin: 'ไปที่หน้าหลัก',
  reference: 'เอกสาร API',
  nouns: {
    payments: {
      name: 'รายการ',
      about: 'วิธีชำระ',
      seek: 'รหัสรายการ ส่วนต้นรหัสอ้างอิง เลขที่รายการโอน จำนวนเงิน หรือ metadata เช่น cart:c-1',
      none: 'ยังไม่มีการชำระเงิน',
      noneHint: 'เมื่อสร้าง QR แรกผ่าน API รายการจะแสดงที่นี่ทันที',
    },
    deposits: {
      name: 'ลูกค้า',
      about: 'บัญชี',
      seek: 'รหัสรายการ รหัสหรือเลขที่รายการบนสลิป หรือจำนวนเงิน',
      none: 'ยังไม่มีเงินฝาก',
      noneHint: 'สร้างรายการฝากผ่าน API แล้วพาลูกค้าไปยังหน้าชำระเงิน',
    },
    withdrawals: {
      name: 'ผู้รับ',
      about: 'บัญชี',
      seek: 'รหัสรายการ หรือจำนวนเงิน',
      none: 'ยังไม่มีการถอนเงิน',
      noneHint: 'คีย์ที่มีสิทธิ์ถอนเงินสั่งโอนไปยังบัญชีธนาคารผ่าน API ได้',
    },
    refunds: {
      name: 'การคืนเงิน',
      about: 'ของรายการ',
      seek: 'รหัสรายการ จำนวนเงิน หรือ metadata เช่น cart:c-1',
      none: 'ยังไม่มีการคืนเงิน',
      noneHint: 'คืนเงินทั้งหมดหรือบางส่วนได้จากหน้าของการชำระเงินนั้น',
    },
    transactions: {
      name: 'ธุรกรรม',
      about: 'ประเภท',
      seek: 'รหัสรายการ ส่วนต้นรหัสอ้างอิง เลขที่รายการโอน จำนวนเงิน หรือ metadata เช่น cart:c-1',
      none: 'ยังไม่มีธุรกรรม',
      noneHint: 'การชำระเงินและการคืนเงินทุกรายการจะแสดงที่นี่',
    },
  },
};

const en: ListTexts = {
  created: 'Created',
  status: 'Status',
  amount: 'Amount',
  all: 'All',
  search: 'Search',
  filters: 'Filters',
  date: 'Created (Bangkok time)',
  from: 'From',
  until: 'Until',
  min: 'At least',
  max: 'At most',
  dayFault: 'Enter a date, e.g. 2026-11-21.',
  amountFault: 'Enter an amount, e.g. 1,234.50.',
  review: 'Under review only',
  payer: 'Paid from another account only',
  underReview: 'Under review',
  apply: 'Apply',
  unread: 'A filter is not valid',
  unreadHint: 'Correct the marked field.',
  types: { payment: 'Payment', refund: 'Refund' },
  noMatch: 'Nothing matches',
  noMatchHint: 'Change the filters, or clear them.',
  clear: 'Clear the filters',
  begin: 'Go to the home page',
  reference: 'API documentation',
  nouns: {
    payments: {
      name: 'Payment',
      about: 'Method',
      seek: 'ID, start of the reference, bank transaction ID, amount, or metadata, e.g. cart:c-1',
      none: 'No payments yet',
      noneHint: 'Create a first QR code by the API: it shows here at once.',
    },
    deposits: {
      name: 'Customer',
      about: 'Account',
      seek: 'ID, code or transaction ID on the slip, or amount',
      none: 'No deposits yet',
      noneHint: 'Create one by the API, and send your customer to its page.',
    },
    withdrawals: {
      name: 'Recipient',
      about: 'Account',
      seek: 'ID or amount',
      none: 'No withdrawals yet',
      noneHint: 'A key that may withdraw sends money to a bank account by the API.',
    },
    refunds: {
      name: 'Refund',
      about: 'Of payment',
      seek: 'ID, amount, or metadata, e.g. cart:c-1',
      none: 'No refunds yet',
      noneHint: 'Give a payment back, all or a part of it, on its page.',
    },
    transactions: {
      name: 'Transaction',
      about: 'Type',
      seek: 'ID, start of the reference, bank transaction ID, amount, or metadata, e.g. cart:c-1',
      none: 'No transactions yet',
      noneHint: 'Every payment and every refund is listed here.',
    },
  },
};

export const listTexts: Readonly<Record<Language, ListTexts>> = { th, en };
