import type { Language } from '../../../pages/kit/language';

const en = {
  hint: 'Enter an amount, and show the customer the QR code. This page tells you when it is paid.',
  newPayment: 'New payment',
  amount: 'Amount',
  amountRule: 'Enter whole baht from 1 to 2,000,000.',
  pad: 'Amount pad',
  backspace: 'Delete the last digit',
  fullScreen: 'Full screen',
  exitFullScreen: 'Exit full screen',
  reference: 'Reference',
  referenceHint: 'For example the number of the table or receipt.',
  show: 'Show QR code',
  waiting: 'Waiting for the payment',
  paid: (amount: string) => `Paid: ${amount}`,
  ended: 'Not paid: this QR code can no longer be paid',
  qrAlt: (amount: string) => `Thai QR code to pay ${amount}`,
  next: 'Next payment',
  details: 'Details',
};

export type CounterTexts = typeof en;

const th: CounterTexts = {
  hint: 'กรอกยอดเงิน แล้วให้ลูกค้าสแกน QR หน้านี้จะแจ้งเมื่อชำระแล้ว',
  newPayment: 'รับชำระเงิน',
  amount: 'จำนวนเงิน',
  amountRule: 'กรอกจำนวนเต็มบาท 1 ถึง 2,000,000',
  pad: 'แป้นจำนวนเงิน',
  backspace: 'ลบตัวเลขสุดท้าย',
  fullScreen: 'เต็มจอ',
  exitFullScreen: 'ออกจากเต็มจอ',
  reference: 'เลขอ้างอิง',
  referenceHint: 'เช่น เลขโต๊ะหรือเลขใบเสร็จ',
  show: 'แสดง QR',
  waiting: 'รอการชำระเงิน',
  paid: (amount) => `ชำระแล้ว ${amount}`,
  ended: 'ยังไม่ได้ชำระ และ QR นี้ใช้ไม่ได้แล้ว',
  qrAlt: (amount) => `Thai QR สำหรับชำระ ${amount}`,
  next: 'รายการถัดไป',
  details: 'รายละเอียด',
};

export const counterTexts: Readonly<Record<Language, CounterTexts>> = { th, en };
