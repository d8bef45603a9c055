import type { Language } from '../../../kit/language';

const en = {
  created: 'Created',
  status: 'Status',
  amount: 'Amount',
  all: 'All',
  search: 'Search',
  filters: 'Filters',
  date: 'Created (Bangkok time)',
  from: 'From',
  until: 'To',
  min: 'Minimum',
  max: 'Maximum',
  dayFault: 'Enter a date, e.g. 2026-11-21.',
  amountFault: 'Enter an amount, e.g. 1,234.50.',
  review: 'Under review only',
  payer: 'Paid from a different account only',
  underReview: 'Under review',
  apply: 'Apply',
  unread: 'A filter is not valid',
  unreadHint: 'Correct the marked field.',
  noMatch: 'No matching results',
  noMatchHint: 'Change or clear the filters.',
  clear: 'Clear filters',
  begin: 'Go to Home',
  reference: 'API documentation',
};

export type ListTexts = typeof en;

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
  payer: 'เฉพาะรายการที่บัญชีผู้ชำระเงินไม่ตรงกับที่แจ้งไว้',
  underReview: 'อยู่ระหว่างตรวจสอบ',
  apply: 'ใช้ตัวกรอง',
  unread: 'ตัวกรองไม่ถูกต้อง',
  unreadHint: 'กรุณาแก้ไขช่องที่มีข้อความเตือน',
  noMatch: 'ไม่พบรายการที่ตรงกับเงื่อนไข',
  noMatchHint: 'ลองเปลี่ยนหรือล้างตัวกรอง',
  clear: 'ล้างตัวกรอง',
  begin: 'ไปที่หน้าหลัก',
  reference: 'เอกสาร API',
};

export const listTexts: Readonly<Record<Language, ListTexts>> = { th, en };
