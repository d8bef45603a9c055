import type { CallbackState } from '../book/callback-shelf';
import type { PaymentMode, RequestKind } from '../book/entry';
import type { RequestState } from '../book/request-shelf';
import type { MagicName, PersonsChoice, TokenName } from '../requests/request-rules';

export const languages = ['th', 'en'] as const;
export type Language = (typeof languages)[number];

type SumName = 'moved' | 'paidOut' | 'undecided' | 'waiting' | 'undelivered';
type Told = 'succeeded' | 'failed' | 'returned' | 'wrongKey';

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
  readonly deposit: string;
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
  readonly notBefore: (time: string) => string;
  readonly scheduled: string;
  readonly paysIn: string;
  readonly billed: string;
  readonly paidAt: string;
  readonly dueAt: string;
  readonly payer: string;
  readonly receipt: string;
  readonly receiptDeclined: string;
  readonly slipOf: (transactionId: string) => string;
  readonly saveSlip: string;
  readonly outgoing: string;
  readonly outgoingHint: string;
  readonly outgoingNone: string;
  readonly outgoingNoneHint: string;
  readonly outgoingMore: (count: number) => string;
  readonly kind: Readonly<Record<RequestKind, string>>;
  readonly requestTitle: Readonly<Record<RequestKind, Readonly<Record<RequestState, string>>>>;
  /** Why a request failed, by its code; what is not here is told in the bank's own words. */
  readonly failures: Readonly<Record<string, string>>;
  /** What a callback about a request tells. */
  readonly requestTold: Readonly<Record<RequestKind, Readonly<Record<Told, string>>>>;
  readonly payee: string;
  readonly backTo: string;
  readonly chargedToken: string;
  readonly refundedPayment: string;
  readonly order: string;
  readonly acceptedAt: string;
  readonly decidedAt: string;
  readonly decide: Readonly<Record<PersonsChoice, string>>;
  readonly decideActions: string;
  readonly magicTitle: string;
  readonly magicHint: string;
  readonly magic: Readonly<Record<MagicName, string>>;
  readonly tokensHint: string;
  readonly tokens: Readonly<Record<TokenName, string>>;
  readonly back: string;
  readonly mail: {
    readonly title: string;
    readonly hint: string;
    readonly to: string;
    readonly none: string;
    readonly noneHint: string;
  };
  readonly sums: Readonly<Record<SumName, string>>;
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
  noneHint:
    'Create one with POST /Thai/v1/qr-codes or POST /deposit/gw at the gateway. ' +
    'It appears here by itself.',
  unreachable: (url, reason) => `The gateway at ${url} does not answer (${reason})`,
  unreachableHint: 'Its QR codes cannot be listed now, but pasting one still works.',
  refresh: 'Refresh',
  pause: 'Pause updates',
  resume: 'Resume updates',
  reference: 'Reference',
  bankReference: 'Bank ref 1',
  timeLeft: 'Time left',
  over: 'Time is up',
  deposit: 'Deposit',
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
  notBefore: (time) => `not before ${time}`,
  scheduled: 'Scheduled',
  paysIn: 'Pays in',
  billed: 'Amount of the QR code',
  paidAt: 'Paid at',
  dueAt: 'Pays at',
  payer: 'From account',
  receipt: 'Transfer receipt',
  receiptDeclined: 'The bank declined',
  slipOf: (transactionId) => `Slip of transfer ${transactionId}`,
  saveSlip: 'Save the slip',
  outgoing: 'Money waiting to be sent',
  outgoingHint: 'Be the bank: the gateway waits until the money is sent, or until that fails.',
  outgoingNone: 'No payout or refund is waiting',
  outgoingNoneHint:
    'Create one with POST /withdraw/gw or POST /Thai/v1/refunds at the gateway. ' +
    'It appears here by itself.',
  outgoingMore: (count) => `And ${count} more, which appear once these are decided.`,
  kind: { payout: 'Payout', refund: 'Refund', charge: 'Charge' },
  requestTitle: {
    payout: { waiting: 'Payout waiting', succeeded: 'Payout sent', failed: 'Payout failed' },
    refund: { waiting: 'Refund waiting', succeeded: 'Refund sent', failed: 'Refund failed' },
    charge: { waiting: 'Charge waiting', succeeded: 'Charge taken', failed: 'Charge failed' },
  },
  failures: {},
  requestTold: {
    payout: {
      succeeded: 'Paid out',
      failed: 'Payout failed',
      returned: 'Sent back',
      wrongKey: 'Paid out, wrong key',
    },
    refund: {
      succeeded: 'Refunded',
      failed: 'Refund failed',
      returned: 'Refund sent back',
      wrongKey: 'Refunded, wrong key',
    },
    charge: {
      succeeded: 'Charged',
      failed: 'Charge failed',
      returned: 'Charge sent back',
      wrongKey: 'Charged, wrong key',
    },
  },
  payee: 'To account',
  backTo: 'Goes back to',
  chargedToken: 'Charged token',
  refundedPayment: 'Refund of',
  order: 'Order',
  acceptedAt: 'Asked for at',
  decidedAt: 'Decided at',
  decide: { succeed: 'Send it', fail: 'Fail it' },
  decideActions: 'What becomes of it',
  magicTitle: 'Amounts and tokens that need nobody',
  magicHint: 'A payout or refund whose amount ends in one of these satang is decided by itself.',
  magic: {
    succeed: 'Sent at once',
    fail: 'Fails at once',
    silence: 'The request is never answered. Sent; the callback comes after 60 seconds',
    late: 'Sent; the callback comes 30 seconds late',
    twice: 'Sent; the callback comes twice',
    wrongKey: 'Sent; a callback with a wrong key comes before the right one',
    refuse: 'Refused: no such account',
    return: 'Sent; the money comes back 5 seconds later, and a second callback says failed',
    fault: 'The first request meets an error 500 and is forgotten. Asked for again, it is sent',
  },
  tokensHint: 'What becomes of a charge is decided by its token.',
  tokens: {
    tok_success: 'Charged at once',
    tok_declined: 'Declined at once',
    tok_insufficient_funds: 'Fails at once: too little money',
    tok_timeout: 'The request is never answered. Charged; the callback comes after 60 seconds',
  },
  back: 'Back to the list',
  mail: {
    title: 'Mail',
    hint: 'What the gateway would send by e-mail is kept here: nothing leaves this machine.',
    to: 'To',
    none: 'No mail yet',
    noneHint: 'Sign up on the dashboard, and its mail comes here.',
  },
  sums: {
    moved: 'Paid in',
    paidOut: 'Paid out',
    undecided: 'Waiting to be sent',
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
  noneHint: 'สร้าง QR ด้วย POST /Thai/v1/qr-codes หรือ /deposit/gw แล้วจะปรากฏที่นี่เอง',
  unreachable: (url, reason) => `เกตเวย์ที่ ${url} ไม่ตอบสนอง (${reason})`,
  unreachableHint: 'ขณะนี้แสดงรายการ QR ไม่ได้ แต่ยังวางข้อความ QR เพื่อชำระได้',
  refresh: 'รีเฟรช',
  pause: 'หยุดอัปเดต',
  resume: 'อัปเดตต่อ',
  reference: 'เลขอ้างอิงร้านค้า',
  bankReference: 'Ref 1 ของธนาคาร',
  timeLeft: 'เหลือเวลา',
  over: 'หมดเวลาแล้ว',
  deposit: 'ฝากเงิน',
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
  notBefore: (time) => `จะแจ้งเวลา ${time}`,
  scheduled: 'ตั้งเวลาไว้',
  paysIn: 'จะชำระในอีก',
  billed: 'จำนวนเงินตาม QR',
  paidAt: 'เวลาที่ชำระ',
  dueAt: 'เวลาที่จะชำระ',
  payer: 'จากบัญชี',
  receipt: 'หลักฐานการโอน',
  receiptDeclined: 'ธนาคารปฏิเสธรายการ',
  slipOf: (transactionId) => `สลิปของรายการโอน ${transactionId}`,
  saveSlip: 'บันทึกสลิป',
  outgoing: 'รายการรอโอนออก',
  outgoingHint: 'สวมบทเป็นธนาคาร: เกตเวย์รออยู่จนกว่าจะโอนเงินออก หรือรายการไม่สำเร็จ',
  outgoingNone: 'ไม่มีรายการถอนหรือคืนเงินที่รอโอนออก',
  outgoingNoneHint: 'สร้างด้วย POST /withdraw/gw หรือ /Thai/v1/refunds แล้วจะปรากฏที่นี่เอง',
  outgoingMore: (count) => `ยังมีอีก ${count} รายการ จะแสดงเมื่อดำเนินการรายการข้างบนแล้ว`,
  kind: { payout: 'ถอนเงิน', refund: 'คืนเงิน', charge: 'เรียกเก็บเงิน' },
  requestTitle: {
    payout: { waiting: 'รายการรอโอนออก', succeeded: 'โอนออกแล้ว', failed: 'โอนออกไม่สำเร็จ' },
    refund: { waiting: 'รายการรอคืนเงิน', succeeded: 'คืนเงินแล้ว', failed: 'คืนเงินไม่สำเร็จ' },
    charge: {
      waiting: 'รายการรอเรียกเก็บเงิน',
      succeeded: 'เรียกเก็บเงินแล้ว',
      failed: 'เรียกเก็บเงินไม่สำเร็จ',
    },
  },
  failures: {
    bank_rejected: 'ธนาคารปลายทางปฏิเสธรายการ',
    card_declined: 'ธนาคารเจ้าของบัตรปฏิเสธรายการ',
    insufficient_funds: 'วงเงินในบัตรไม่เพียงพอ',
  },
  requestTold: {
    payout: {
      succeeded: 'โอนออกแล้ว',
      failed: 'โอนออกไม่สำเร็จ',
      returned: 'เงินถูกตีกลับ',
      wrongKey: 'โอนออกแล้ว (คีย์ผิด)',
    },
    refund: {
      succeeded: 'คืนเงินแล้ว',
      failed: 'คืนเงินไม่สำเร็จ',
      returned: 'เงินคืนถูกตีกลับ',
      wrongKey: 'คืนเงินแล้ว (คีย์ผิด)',
    },
    charge: {
      succeeded: 'เรียกเก็บเงินแล้ว',
      failed: 'เรียกเก็บเงินไม่สำเร็จ',
      returned: 'เงินที่เรียกเก็บถูกตีกลับ',
      wrongKey: 'เรียกเก็บเงินแล้ว (คีย์ผิด)',
    },
  },
  payee: 'ไปยังบัญชี',
  backTo: 'คืนไปยัง',
  chargedToken: 'โทเค็นที่เรียกเก็บ',
  refundedPayment: 'คืนเงินของรายการ',
  order: 'เลขที่คำสั่ง',
  acceptedAt: 'เวลาที่รับคำสั่ง',
  decidedAt: 'เวลาที่ดำเนินการ',
  decide: { succeed: 'โอนเงิน', fail: 'ให้ไม่สำเร็จ' },
  decideActions: 'ผลของรายการ',
  magicTitle: 'จำนวนเงินและโทเค็นที่ไม่ต้องมีคนกด',
  magicHint: 'รายการถอนหรือคืนเงินที่จำนวนเงินลงท้ายด้วยเศษสตางค์ต่อไปนี้จะดำเนินการเอง',
  magic: {
    succeed: 'โอนสำเร็จทันที',
    fail: 'ไม่สำเร็จทันที',
    silence: 'ไม่ตอบคำขอ แต่โอนสำเร็จ และแจ้งผลหลังจาก 60 วินาที',
    late: 'โอนสำเร็จ แต่แจ้งผลช้า 30 วินาที',
    twice: 'โอนสำเร็จ และแจ้งผลสองครั้ง',
    wrongKey: 'โอนสำเร็จ แต่แจ้งผลด้วยคีย์ผิดก่อน แล้วจึงแจ้งด้วยคีย์ที่ถูกต้อง',
    refuse: 'ปฏิเสธ: ไม่พบบัญชี',
    return: 'โอนสำเร็จ แล้วเงินถูกตีกลับใน 5 วินาที และแจ้งผลครั้งที่สองว่าไม่สำเร็จ',
    fault: 'คำขอครั้งแรกได้ข้อผิดพลาด 500 และไม่ถูกบันทึก เมื่อส่งใหม่จะโอนสำเร็จ',
  },
  tokensHint: 'ผลของการเรียกเก็บเงินขึ้นอยู่กับโทเค็น',
  tokens: {
    tok_success: 'เรียกเก็บสำเร็จทันที',
    tok_declined: 'ถูกปฏิเสธทันที',
    tok_insufficient_funds: 'ไม่สำเร็จทันที: วงเงินไม่พอ',
    tok_timeout: 'ไม่ตอบคำขอ แต่เรียกเก็บสำเร็จ และแจ้งผลหลังจาก 60 วินาที',
  },
  back: 'กลับไปที่รายการ',
  mail: {
    title: 'อีเมล',
    hint: 'อีเมลที่เกตเวย์จะส่งถูกเก็บไว้ที่นี่ เป็นระบบทดลอง ไม่มีอะไรออกจากเครื่องนี้',
    to: 'ถึง',
    none: 'ยังไม่มีอีเมล',
    noneHint: 'สมัครใช้งานบนแดชบอร์ด แล้วอีเมลจะมาที่นี่',
  },
  sums: {
    moved: 'ยอดเงินเข้า',
    paidOut: 'ยอดเงินออก',
    undecided: 'รอโอนออก',
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
    already_used: 'แบบฟอร์มนี้ถูกใช้ไปแล้ว กรุณากลับไปที่รายการ',
    bank_busy: 'มีรายการรอมากเกินไป กรุณาลองใหม่ภายหลัง',
    cross_site: 'ไม่อนุญาตให้เว็บไซต์อื่นใช้ธนาคารนี้',
    payment_not_found: 'ไม่พบรายการนี้',
    payout_not_found: 'ไม่พบรายการโอนออกนี้',
    refund_not_found: 'ไม่พบรายการคืนเงินนี้',
    charge_not_found: 'ไม่พบรายการเรียกเก็บเงินนี้',
    already_decided: 'รายการนี้มีผลอย่างอื่นไปแล้ว',
    slip_not_found: 'ไม่พบสลิปนี้',
    callback_not_found: 'ไม่พบการแจ้งผลนี้',
    not_found: 'ไม่พบหน้านี้',
    method_not_allowed: 'ไม่รองรับคำขอแบบนี้',
    internal_error: 'เกิดข้อผิดพลาดที่ธนาคาร ดูรายละเอียดในบันทึกของธนาคาร',
  },
};

export const texts: Readonly<Record<Language, Texts>> = { th, en };
