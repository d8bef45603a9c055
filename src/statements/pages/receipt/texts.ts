import type { Language } from '../../../pages/kit/language';

const en = {
  title: 'Payment receipt',
  amount: 'Amount paid',
  paidAt: 'Paid',
  reference: 'Reference',
  method: 'Method',
  qr: 'Thai QR (PromptPay)',
  token: 'Card or token',
  payer: 'Paid from',
  bankTransaction: 'Bank transaction ID',
  ref: 'Ref 1',
  id: 'Transaction',
  refunded: 'Refunded',
  notice: 'This confirms a payment. It is not a tax invoice.',
  sandbox: 'Sandbox: no money was moved.',
  receipt: 'Receipt',
  pdf: 'Save as PDF',
  print: 'Print',
};

/** `title`: not the name of a document of the Revenue Code, which only the shop issues. */
const th: typeof en = {
  title: 'หลักฐานการชำระเงิน',
  amount: 'จำนวนเงินที่ชำระ',
  paidAt: 'ชำระเมื่อ',
  reference: 'เลขอ้างอิง',
  method: 'วิธีชำระ',
  qr: 'Thai QR (พร้อมเพย์)',
  token: 'บัตรหรือโทเค็น',
  payer: 'ชำระจาก',
  bankTransaction: 'เลขที่ธุรกรรมของธนาคาร',
  ref: 'Ref 1',
  id: 'รหัสธุรกรรม',
  refunded: 'คืนเงินแล้ว',
  notice: 'เอกสารนี้ใช้ยืนยันการชำระเงินเท่านั้น ไม่ใช่เอกสารทางภาษี',
  sandbox: 'ระบบทดลอง ไม่มีเงินจริง',
  receipt: 'หลักฐานการชำระเงิน',
  pdf: 'บันทึกเป็น PDF',
  print: 'พิมพ์',
};

export const receiptTexts: Readonly<Record<Language, typeof en>> = { th, en };
