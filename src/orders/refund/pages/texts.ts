import type { Language } from '../../../pages/kit/language';

const en = {
  title: 'Refund payment',
  hint: 'Refund all or part. You can review it before any money moves.',
  payment: 'Payment',
  left: 'Left to refund',
  goesTo: 'Refund to',
  toToken: 'Charged token',
  toPayer: 'Account that paid',
  method: 'How it is paid',
  ownMoney:
    'Your own provider account received this payment, and its provider refunds nothing. ' +
    'Return the money from that account.',
  methods: {
    native: 'The payment provider returns the money to the payer.',
    push: 'The payment provider transfers the money to the account.',
    manual: 'Our staff transfers the money to the account by hand. This can take a few days.',
  },
  amount: 'Amount in baht',
  amountHint: (left: string) => `Whole baht, up to ${left}.`,
  reason: 'Reason',
  destination: 'Destination account',
  destinationHint: 'The bank did not report the payer’s account. Ask your customer.',
  bank: 'Bank',
  bankHint: 'Name or abbreviation, e.g. KBANK.',
  accountNumber: 'Account number',
  accountName: 'Account name',
  next: 'Review refund',
  sure: (amount: string) => `Refund ${amount}?`,
  sureHint: 'The amount is reserved from your balance immediately. This cannot be undone.',
  leftAfter: 'Remaining after this refund',
  press: (amount: string) => `Refund ${amount}`,
  back: 'Back',
};

export type RefundFormTexts = typeof en;

const th: RefundFormTexts = {
  title: 'คืนเงิน',
  hint: 'คืนเงินเต็มจำนวนหรือบางส่วน ระบบจะให้ตรวจสอบอีกครั้งก่อนโอน',
  payment: 'การชำระเงิน',
  left: 'คืนได้อีก',
  goesTo: 'คืนเงินไปที่',
  toToken: 'โทเค็นที่ใช้ชำระ',
  toPayer: 'บัญชีที่ชำระเงินมา',
  method: 'วิธีคืนเงิน',
  ownMoney: 'ร้านได้รับเงินนี้ในบัญชีของร้านเอง กรุณาคืนเงินจากบัญชีนั้น',
  methods: {
    native: 'ผู้ให้บริการคืนเงินให้ผู้ชำระเงิน',
    push: 'ผู้ให้บริการโอนเงินเข้าบัญชี',
    manual: 'เจ้าหน้าที่โอนเงินเข้าบัญชีด้วยตนเอง อาจใช้เวลาหลายวัน',
  },
  amount: 'จำนวนเงิน (บาท)',
  amountHint: (left) => `จำนวนเต็มบาท ไม่เกิน ${left}`,
  reason: 'เหตุผล',
  destination: 'บัญชีที่รับเงินคืน',
  destinationHint: 'ธนาคารไม่ได้แจ้งบัญชีของผู้ชำระเงิน กรุณาสอบถามลูกค้า',
  bank: 'ธนาคาร',
  bankHint: 'ชื่อหรือชื่อย่อ เช่น KBANK',
  accountNumber: 'เลขบัญชี',
  accountName: 'ชื่อบัญชี',
  next: 'ตรวจสอบ',
  sure: (amount) => `ยืนยันคืนเงิน ${amount}`,
  sureHint: 'เงินจะถูกกันจากยอดของร้านทันที และยกเลิกภายหลังไม่ได้',
  leftAfter: 'ยอดที่คืนได้หลังรายการนี้',
  press: (amount) => `คืนเงิน ${amount}`,
  back: 'ย้อนกลับ',
};

export const refundFormTexts: Readonly<Record<Language, RefundFormTexts>> = { th, en };
