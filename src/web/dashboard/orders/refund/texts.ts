import type { Language } from '../../../kit/language';

export interface RefundFormTexts {
  readonly title: string;
  readonly hint: string;
  readonly payment: string;
  readonly left: string;
  readonly goesTo: string;
  readonly toToken: string;
  readonly amount: string;
  readonly amountHint: (left: string) => string;
  readonly reason: string;
  readonly destination: string;
  readonly destinationHint: string;
  readonly bank: string;
  readonly bankHint: string;
  readonly accountNumber: string;
  readonly accountName: string;
  readonly next: string;
  readonly sure: (amount: string) => string;
  readonly sureHint: string;
  readonly leftAfter: string;
  readonly press: (amount: string) => string;
  readonly back: string;
}

const en: RefundFormTexts = {
  title: 'Refund a payment',
  hint: 'All that is left of it, or a part. You see it once more before anything moves.',
  payment: 'Payment',
  left: 'Left to refund',
  goesTo: 'Goes to',
  toToken: 'The token that was charged',
  amount: 'Amount in baht',
  amountHint: (left) => `Whole baht, up to ${left}.`,
  reason: 'Reason',
  destination: 'Where the money goes',
  destinationHint: 'The bank did not say which account paid. Ask your customer.',
  bank: 'Bank',
  bankHint: 'Its name or short name, like KBANK.',
  accountNumber: 'Account number',
  accountName: 'Name of the account',
  next: 'Look it over',
  sure: (amount) => `Refund ${amount}?`,
  sureHint: 'It is held from your balance at once, and cannot be called back.',
  leftAfter: 'Left afterwards',
  press: (amount) => `Refund ${amount}`,
  back: 'Back',
};

const th: RefundFormTexts = {
  title: 'คืนเงิน',
  hint: 'คืนทั้งหมดที่เหลือหรือบางส่วน ระบบจะให้ตรวจสอบอีกครั้งก่อนโอน',
  payment: 'การชำระเงิน',
  left: 'คืนได้อีก',
  goesTo: 'โอนไปที่',
  toToken: 'โทเค็นที่ถูกเรียกเก็บ',
  amount: 'จำนวนเงิน (บาท)',
  amountHint: (left) => `จำนวนเต็มบาท ไม่เกิน ${left}`,
  reason: 'เหตุผล',
  destination: 'บัญชีที่รับเงินคืน',
  destinationHint: 'ธนาคารไม่ได้แจ้งบัญชีที่ชำระ กรุณาสอบถามลูกค้า',
  bank: 'ธนาคาร',
  bankHint: 'ชื่อหรือชื่อย่อ เช่น KBANK',
  accountNumber: 'เลขบัญชี',
  accountName: 'ชื่อบัญชี',
  next: 'ตรวจสอบ',
  sure: (amount) => `คืนเงิน ${amount} ใช่ไหม`,
  sureHint: 'เงินจะถูกกันจากยอดของร้านทันที และเรียกกลับไม่ได้',
  leftAfter: 'เหลือคืนได้อีก',
  press: (amount) => `คืนเงิน ${amount}`,
  back: 'ย้อนกลับ',
};

export const refundFormTexts: Readonly<Record<Language, RefundFormTexts>> = { th, en };
