import type { orderDefinitions, OrderKind } from '../rules/kinds';
import type { TransactionStatus } from '../transactions/rules/transaction';
import type { Language } from '../../pages/kit/language';

/** `transaction`: payments and refunds in one list. */
export type Described = OrderKind | 'transaction';

interface ListTexts<Status extends string> {
  readonly plural: string;
  readonly statuses: Readonly<Record<Status, string>>;
  readonly column: string;
  /** Heading of the time when the money moved. */
  readonly completed: string;
  /** Heading of the third column, which differs per list. */
  readonly about: string;
  /** What the search accepts. */
  readonly seek: string;
  readonly none: string;
  readonly noneHint: string;
}

interface KindTexts<Status extends string> extends ListTexts<Status> {
  readonly name: string;
  /** Shown beside an id. */
  readonly label: string;
  readonly created: string;
}

type Definitions = typeof orderDefinitions;
type StatusOf<Kind extends OrderKind> =
  | Definitions[Kind]['machine']['states'][number]
  | (Definitions[Kind]['refundable'] extends true ? 'refunded' : never);

type AllTexts = { readonly [Kind in OrderKind]: KindTexts<StatusOf<Kind>> } & {
  readonly transaction: ListTexts<TransactionStatus>;
};

const paymentEn = { pending: 'Pending', succeeded: 'Paid', failed: 'Failed', expired: 'Expired' };
const payoutEn = { pending: 'Pending', processing: 'Processing', failed: 'Failed' };
const paymentTh = {
  pending: 'รอชำระ',
  succeeded: 'ชำระแล้ว',
  failed: 'ไม่สำเร็จ',
  expired: 'หมดเวลา',
};

const en: AllTexts = {
  payment: {
    name: 'Payment',
    label: 'Payment',
    plural: 'Payments',
    created: 'Payment created',
    statuses: { ...paymentEn, refunded: 'Refunded' },
    column: 'Payment',
    completed: 'Paid',
    about: 'Method',
    seek:
      'ID, start of the reference, bank transaction ID, account of the payer, amount, ' +
      'or metadata, e.g. cart:c-1',
    none: 'No payments yet',
    noneHint: 'A payment by a link, at the counter or by the API appears here immediately.',
  },
  deposit: {
    name: 'Deposit',
    label: 'Deposit',
    plural: 'Deposits',
    created: 'Deposit created',
    statuses: paymentEn,
    column: 'Customer',
    completed: 'Paid',
    about: 'Account',
    seek: 'ID, customer, code or transaction ID on the slip, account of the payer, or amount',
    none: 'No deposits yet',
    noneHint: 'Create one with the API and send your customer to its payment page.',
  },
  withdrawal: {
    name: 'Withdrawal',
    label: 'Withdrawal',
    plural: 'Withdrawals',
    created: 'Withdrawal created',
    statuses: { ...payoutEn, succeeded: 'Sent' },
    column: 'Recipient',
    completed: 'Sent',
    about: 'Account',
    seek: 'ID, recipient, or amount',
    none: 'No withdrawals yet',
    noneHint: 'An owner withdraws here to the bank account of the business, or a key over the API.',
  },
  refund: {
    name: 'Refund',
    label: 'Refund',
    plural: 'Refunds',
    created: 'Refund created',
    statuses: { ...payoutEn, succeeded: 'Refunded' },
    column: 'Refund',
    completed: 'Refunded',
    about: 'Original payment',
    seek: 'ID, amount, or metadata, e.g. cart:c-1',
    none: 'No refunds yet',
    noneHint: 'Refund all or part of a payment from its page.',
  },
  transaction: {
    plural: 'Transactions',
    statuses: {
      pending: 'Pending',
      succeeded: 'Succeeded',
      failed: 'Failed',
      refunded: 'Refunded',
    },
    column: 'Transaction',
    completed: 'Completed',
    about: 'Type',
    seek: 'ID, start of the reference, bank transaction ID, amount, or metadata, e.g. cart:c-1',
    none: 'No transactions yet',
    noneHint: 'Every payment and refund appears here.',
  },
};

const th: AllTexts = {
  payment: {
    name: 'การชำระเงิน',
    label: 'ชำระเงิน',
    plural: 'การชำระเงิน',
    created: 'สร้างการชำระเงิน',
    statuses: { ...paymentTh, refunded: 'คืนเงินแล้ว' },
    column: 'รายการ',
    completed: 'ชำระเมื่อ',
    about: 'วิธีชำระ',
    seek: 'รหัส ส่วนต้นเลขอ้างอิง เลขที่ธุรกรรม บัญชีผู้ชำระ จำนวนเงิน หรือ metadata เช่น cart:c-1',
    none: 'ยังไม่มีการชำระเงิน',
    noneHint: 'รายการจากลิงก์ เคาน์เตอร์ หรือ API จะแสดงที่นี่ทันที',
  },
  deposit: {
    name: 'การฝากเงิน',
    label: 'ฝากเงิน',
    plural: 'การฝากเงิน',
    created: 'สร้างรายการฝาก',
    statuses: paymentTh,
    column: 'ลูกค้า',
    completed: 'ชำระเมื่อ',
    about: 'บัญชี',
    seek: 'รหัสรายการ ชื่อลูกค้า รหัสหรือเลขที่รายการบนสลิป เลขบัญชีผู้ชำระ หรือจำนวนเงิน',
    none: 'ยังไม่มีการฝากเงิน',
    noneHint: 'สร้างรายการฝากผ่าน API แล้วส่งลูกค้าไปยังหน้าชำระเงิน',
  },
  withdrawal: {
    name: 'การถอนเงิน',
    label: 'ถอนเงิน',
    plural: 'การถอนเงิน',
    created: 'สร้างรายการถอน',
    statuses: {
      pending: 'รอดำเนินการ',
      processing: 'กำลังโอน',
      succeeded: 'โอนแล้ว',
      failed: 'ไม่สำเร็จ',
    },
    column: 'ผู้รับ',
    completed: 'โอนเมื่อ',
    about: 'บัญชี',
    seek: 'รหัสรายการ ผู้รับ หรือจำนวนเงิน',
    none: 'ยังไม่มีการถอนเงิน',
    noneHint: 'เจ้าของถอนเงินเข้าบัญชีของกิจการได้ที่นี่ หรือถอนผ่าน API ด้วยคีย์ที่มีสิทธิ์',
  },
  refund: {
    name: 'การคืนเงิน',
    label: 'คืนเงิน',
    plural: 'การคืนเงิน',
    created: 'สร้างรายการคืนเงิน',
    statuses: {
      pending: 'รอดำเนินการ',
      processing: 'กำลังคืนเงิน',
      succeeded: 'คืนเงินแล้ว',
      failed: 'ไม่สำเร็จ',
    },
    column: 'การคืนเงิน',
    completed: 'คืนเงินเมื่อ',
    about: 'รายการชำระเดิม',
    seek: 'รหัสรายการ จำนวนเงิน หรือ metadata เช่น cart:c-1',
    none: 'ยังไม่มีการคืนเงิน',
    noneHint: 'คืนเงินทั้งหมดหรือบางส่วนได้จากหน้าของการชำระเงินนั้น',
  },
  transaction: {
    plural: 'ธุรกรรม',
    statuses: {
      pending: 'รอดำเนินการ',
      succeeded: 'สำเร็จ',
      failed: 'ไม่สำเร็จ',
      refunded: 'คืนเงินแล้ว',
    },
    column: 'ธุรกรรม',
    completed: 'สำเร็จเมื่อ',
    about: 'ประเภท',
    seek: 'รหัสรายการ ส่วนต้นเลขอ้างอิง เลขที่ธุรกรรม จำนวนเงิน หรือ metadata เช่น cart:c-1',
    none: 'ยังไม่มีธุรกรรม',
    noneHint: 'การชำระเงินและการคืนเงินทุกรายการจะแสดงที่นี่',
  },
};

export const kindTexts: Readonly<Record<Language, AllTexts>> = { th, en };
