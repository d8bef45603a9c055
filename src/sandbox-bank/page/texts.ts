import type { CallbackState } from '../book/book-state';
import type { PaymentMode } from '../book/entry';

export const languages = ['th', 'en'] as const;
export type Language = (typeof languages)[number];

/** Every word of the pages. A table per language, so that none can lack what the other says. */
export interface Texts {
  readonly bank: string;
  readonly playMoney: string;
  readonly language: string;
  readonly skip: string;
  readonly open: string;
  readonly openHint: string;
  readonly none: string;
  readonly noneHint: string;
  readonly unreachable: (url: string, reason: string) => string;
  readonly unreachableHint: string;
  readonly refresh: string;
  readonly pause: string;
  readonly resume: string;
  readonly reference: string;
  readonly bankReference: string;
  readonly timeLeft: string;
  readonly over: string;
  readonly status: Readonly<Record<'pending' | 'expired' | 'failed', string>>;
  readonly press: Readonly<Record<PaymentMode, string>>;
  readonly pressLate: string;
  readonly lateHint: string;
  readonly actions: string;
  readonly paste: string;
  readonly pasteHint: string;
  readonly payload: string;
  readonly recent: string;
  readonly recentNone: string;
  readonly time: string;
  readonly what: string;
  readonly amount: string;
  readonly transfer: string;
  readonly noTransfer: string;
  readonly callback: string;
  readonly sendAgain: string;
  readonly sendNow: string;
  readonly done: Readonly<Record<PaymentMode, string>>;
  readonly callbackState: Readonly<Record<CallbackState, string>>;
  readonly attempts: (count: number, reason: string) => string;
  readonly scheduled: string;
  readonly paysIn: string;
  readonly billed: string;
  readonly paidAt: string;
  readonly dueAt: string;
  readonly payer: string;
  readonly receipt: string;
  readonly receiptDeclined: string;
  readonly back: string;
  readonly sums: Readonly<Record<'moved' | 'transfers' | 'waiting' | 'undelivered', string>>;
  readonly refused: string;
  readonly refusals: Readonly<Record<string, string>>;
}

const en: Texts = {
  bank: 'Sandbox Bank',
  playMoney: 'Play money',
  language: 'Language',
  skip: 'Skip to the content',
  open: 'Waiting to be paid',
  openHint: 'Be the customer: what you press happens at this bank, and the gateway hears of it.',
  none: 'No QR code is waiting',
  noneHint: 'Create one with POST /Thai/v1/qr-codes at the gateway. It appears here by itself.',
  unreachable: (url, reason) => `The gateway at ${url} does not answer (${reason})`,
  unreachableHint: 'Its QR codes cannot be listed now, but pasting one still works.',
  refresh: 'Refresh',
  pause: 'Pause updates',
  resume: 'Resume updates',
  reference: 'Reference',
  bankReference: 'Bank ref 1',
  timeLeft: 'Time left',
  over: 'Time is up',
  status: { pending: 'Waiting', expired: 'Expired', failed: 'Failed' },
  press: {
    pay: 'Pay',
    decline: 'Decline',
    short: 'Pay short',
    over: 'Pay over',
    twice: 'Pay twice',
    late: 'Pay late',
  },
  pressLate: 'Pay anyway',
  lateHint: 'after it expires',
  actions: 'Ways to pay',
  paste: 'Pay another QR code',
  pasteHint: 'Paste the text inside a QR code (qr_data). It begins with 000201.',
  payload: 'QR payload',
  recent: 'Latest transfers',
  recentNone: 'Nothing has been paid here yet.',
  time: 'Time',
  what: 'What',
  amount: 'Amount',
  transfer: 'Bank transfer',
  noTransfer: 'No money moved',
  callback: 'Callback',
  sendAgain: 'Send callback again',
  sendNow: 'Send callback now',
  done: {
    pay: 'Paid',
    decline: 'Declined',
    short: 'Paid short',
    over: 'Paid over',
    twice: 'Paid twice',
    late: 'Paid late',
  },
  callbackState: {
    waiting: 'On its way',
    delivered: 'Delivered',
    undelivered: 'Not delivered',
  },
  attempts: (count, reason) => `${count === 1 ? '1 try' : `${count} tries`}, last: ${reason}`,
  scheduled: 'Scheduled',
  paysIn: 'Pays in',
  billed: 'Amount of the QR code',
  paidAt: 'Paid at',
  dueAt: 'Pays at',
  payer: 'From account',
  receipt: 'Transfer receipt',
  receiptDeclined: 'The bank declined',
  back: 'Back to the QR codes',
  sums: {
    moved: 'Money moved',
    transfers: 'Transfers',
    waiting: 'Callbacks on their way',
    undelivered: 'Not delivered',
  },
  refused: 'That did not work',
  refusals: {},
};

const th: Texts = {
  bank: 'ธนาคารทดสอบ',
  playMoney: 'เงินสมมติ',
  language: 'ภาษา',
  skip: 'ข้ามไปยังเนื้อหา',
  open: 'รายการรอชำระ',
  openHint: 'สวมบทเป็นลูกค้า: ปุ่มที่กดจะเกิดขึ้นที่ธนาคารนี้ แล้วธนาคารจะแจ้งผลไปยังเกตเวย์',
  none: 'ไม่มี QR ที่รอชำระ',
  noneHint: 'สร้าง QR ด้วย POST /Thai/v1/qr-codes ที่เกตเวย์ แล้วจะปรากฏที่นี่เอง',
  unreachable: (url, reason) => `เกตเวย์ที่ ${url} ไม่ตอบสนอง (${reason})`,
  unreachableHint: 'ขณะนี้แสดงรายการ QR ไม่ได้ แต่ยังวางข้อความ QR เพื่อชำระได้',
  refresh: 'รีเฟรช',
  pause: 'หยุดอัปเดต',
  resume: 'อัปเดตต่อ',
  reference: 'เลขอ้างอิงร้านค้า',
  bankReference: 'Ref 1 ของธนาคาร',
  timeLeft: 'เหลือเวลา',
  over: 'หมดเวลาแล้ว',
  status: { pending: 'รอชำระ', expired: 'หมดอายุ', failed: 'ไม่สำเร็จ' },
  press: {
    pay: 'ชำระ',
    decline: 'ปฏิเสธ',
    short: 'จ่ายขาด',
    over: 'จ่ายเกิน',
    twice: 'จ่ายซ้ำ',
    late: 'จ่ายช้า',
  },
  pressLate: 'ชำระทั้งที่หมดเวลา',
  lateHint: 'หลังหมดอายุ',
  actions: 'วิธีชำระ',
  paste: 'ชำระ QR อื่น',
  pasteHint: 'วางข้อความใน QR (qr_data) ซึ่งขึ้นต้นด้วย 000201',
  payload: 'ข้อความ QR',
  recent: 'รายการโอนล่าสุด',
  recentNone: 'ยังไม่มีการชำระ',
  time: 'เวลา',
  what: 'รายการ',
  amount: 'จำนวนเงิน',
  transfer: 'เลขที่รายการธนาคาร',
  noTransfer: 'ไม่มีการโอนเงิน',
  callback: 'การแจ้งผล',
  sendAgain: 'แจ้งผลอีกครั้ง',
  sendNow: 'แจ้งผลทันที',
  done: {
    pay: 'ชำระแล้ว',
    decline: 'ปฏิเสธแล้ว',
    short: 'จ่ายขาด',
    over: 'จ่ายเกิน',
    twice: 'จ่ายซ้ำ',
    late: 'จ่ายช้า',
  },
  callbackState: { waiting: 'กำลังแจ้ง', delivered: 'แจ้งแล้ว', undelivered: 'แจ้งไม่สำเร็จ' },
  attempts: (count, reason) => `ลองแล้ว ${count} ครั้ง ล่าสุด: ${reason}`,
  scheduled: 'ตั้งเวลาไว้',
  paysIn: 'จะชำระในอีก',
  billed: 'จำนวนเงินตาม QR',
  paidAt: 'เวลาที่ชำระ',
  dueAt: 'เวลาที่จะชำระ',
  payer: 'จากบัญชี',
  receipt: 'หลักฐานการโอน',
  receiptDeclined: 'ธนาคารปฏิเสธรายการ',
  back: 'กลับไปที่รายการ QR',
  sums: {
    moved: 'ยอดเงินที่โอน',
    transfers: 'จำนวนรายการ',
    waiting: 'กำลังแจ้งผล',
    undelivered: 'แจ้งไม่สำเร็จ',
  },
  refused: 'ทำรายการไม่ได้',
  refusals: {
    qr_damaged: 'รหัสตรวจสอบ (CRC) ของ QR ไม่ถูกต้อง',
    qr_malformed: 'ข้อความนี้ไม่ใช่ QR สำหรับชำระเงิน',
    qr_not_a_bill: 'QR นี้ไม่ใช่การชำระบิลของไทย (tag 30)',
    qr_not_thai: 'ชำระได้เฉพาะ QR ของไทยที่เป็นเงินบาท',
    qr_unknown_biller: 'ธนาคารนี้ไม่รู้จักผู้รับชำระใน QR',
    qr_without_amount: 'QR นี้ไม่ได้ระบุจำนวนเงิน',
    invalid_amount: 'จำนวนเงินไม่ถูกต้อง',
    already_used: 'แบบฟอร์มนี้ถูกใช้ไปแล้ว กรุณากลับไปที่รายการ QR',
    bank_busy: 'มีรายการรอมากเกินไป กรุณาลองใหม่ภายหลัง',
    cross_site: 'ไม่อนุญาตให้เว็บไซต์อื่นใช้ธนาคารนี้',
    payment_not_found: 'ไม่พบรายการนี้',
    callback_not_found: 'ไม่พบการแจ้งผลนี้',
    not_found: 'ไม่พบหน้านี้',
    internal_error: 'เกิดข้อผิดพลาดที่ธนาคาร ดูรายละเอียดในบันทึกของธนาคาร',
  },
};

export const texts: Readonly<Record<Language, Texts>> = { th, en };
