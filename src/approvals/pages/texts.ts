import type { ApprovalStatus, ApprovalWarning } from '../../kernel/approvals/rules/approval';
import type { Language } from '../../pages/kit/language';

interface ApprovalTexts {
  readonly statuses: Readonly<Record<ApprovalStatus, string>>;
  readonly facts: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string>>;
  readonly hint: string;
  readonly approval: string;
  readonly act: string;
  readonly amount: string;
  readonly object: string;
  readonly proposer: string;
  readonly created: string;
  readonly expires: string;
  readonly status: string;
  readonly decided: string;
  readonly decider: string;
  readonly problem: string;
  readonly none: string;
  readonly noneHint: string;
  readonly noAmount: string;
  readonly yes: string;
  readonly no: string;
  readonly approve: string;
  readonly reject: string;
  readonly rejectQuestion: string;
  readonly withdraw: string;
  readonly withdrawQuestion: string;
  readonly own: string;
  readonly onlyApprovers: string;
  /** Nobody may approve it, because the person behind the API key is unknown. */
  readonly anonymous: string;
  /** Why an approval needs a second confirmation. */
  readonly warnings: Readonly<
    Record<ApprovalWarning, { readonly title: string; readonly hint: string }>
  >;
  readonly needsTwo: string;
  readonly firstBy: string;
  readonly isFirst: string;
  /** The API key that made the request has expired. */
  readonly keyExpired: string;
}

const en: ApprovalTexts = {
  statuses: {
    pending: 'Waiting',
    approved: 'Approved',
    rejected: 'Rejected',
    expired: 'Expired',
    withdrawn: 'Withdrawn',
    failed: 'No longer possible',
  },
  facts: {
    bank: 'Bank',
    account: 'Account',
    customer: 'Customer',
    payment: 'Payment',
    fromSatang: 'Approval from',
    daySatang: 'Total without approval in 24 hours',
    newPayees: 'Approval of new accounts',
    payees: 'Known accounts',
    keysFromSatang: 'Two approvals of payouts by API keys from',
    keysWaitingSatang: 'Total of payouts by API keys that may wait',
    withdrawKeys: 'Approval of keys that may withdraw',
    name: 'Name',
    permission: 'Permission',
    hint: 'Key',
    resolution: 'Resolution',
    assignee: 'Assigned to',
    rest: 'Remaining amount',
    reason: 'Reason',
    limitSatang: 'Payout limit per day',
    method: 'Method',
    price: 'Price',
    cost: 'Expected cost',
    'expected_cost account': 'Provider account',
    validFrom: 'Valid from',
    chargedSatang: 'Fees of last month',
    atPriceSatang: 'Fees of last month at this price',
    rates: 'Rates',
    email: 'Email',
    role: 'Role',
    connector: 'Connector',
    label: 'Name',
    priority: 'Priority',
    settings: 'Settings',
    status: 'New status',
    url: 'URL',
    bankReference: 'Bank reference',
    change: 'Change',
    when: 'Condition',
    'routing account': 'Provider account',
    'maturity account': 'Provider account',
    days: 'Bank days',
    year: 'Year',
    holidays: 'Bank holidays',
  },
  values: {
    'status on': 'On',
    'change add': 'Add a rule',
    'change raise': 'Move a rule up',
    'change remove': 'Remove a rule',
  },
  hint: 'Another person decides each request. Nothing is sent before it is approved.',
  approval: 'Approval',
  act: 'Request',
  amount: 'Amount',
  object: 'ID',
  proposer: 'Requested by',
  created: 'Requested',
  expires: 'Expires',
  status: 'Status',
  decided: 'Decided',
  decider: 'Decided by',
  problem: 'Reason',
  none: 'No requests yet',
  noneHint: 'Requests that need a second person appear here.',
  noAmount: 'None',
  yes: 'Yes',
  no: 'No',
  approve: 'Approve',
  reject: 'Reject',
  rejectQuestion: 'The request ends, and a held amount is released.',
  withdraw: 'Withdraw request',
  withdrawQuestion: 'The request ends, and a held amount is released.',
  own: 'You made this request, or the API key that did. Another person has to decide it.',
  onlyApprovers: 'Your role cannot decide this request.',
  warnings: {
    key_revoked: {
      title: 'API key revoked',
      hint: 'The key may have been stolen. Approve only what your team has requested.',
    },
    proposer_left: {
      title: 'Requester has left the team',
      hint: 'The request is from before that. Approve only what your team still wants.',
    },
  },
  needsTwo:
    'Two people have to approve this request, because it is not known who holds the API key.',
  firstBy: 'First approval by',
  isFirst: 'You have approved this request. A second person has to approve it.',
  keyExpired: 'The API key that made this request has expired.',
  anonymous:
    'Nobody can approve this: it is not known who made the API key. Reject it and rotate the key.',
};

const th: ApprovalTexts = {
  statuses: {
    pending: 'รออนุมัติ',
    approved: 'อนุมัติแล้ว',
    rejected: 'ไม่อนุมัติ',
    expired: 'หมดอายุ',
    withdrawn: 'ถอนคำขอ',
    failed: 'ทำรายการไม่ได้แล้ว',
  },
  facts: {
    bank: 'ธนาคาร',
    account: 'เลขที่บัญชี',
    customer: 'ลูกค้า',
    payment: 'รายการรับชำระ',
    fromSatang: 'ต้องอนุมัติตั้งแต่',
    daySatang: 'ยอดรวมใน 24 ชั่วโมงที่ไม่ต้องอนุมัติ',
    newPayees: 'ต้องอนุมัติบัญชีใหม่',
    payees: 'บัญชีที่รู้จัก',
    keysFromSatang: 'ต้องอนุมัติสองคนสำหรับคีย์ API ตั้งแต่',
    keysWaitingSatang: 'ยอดรวมของรายการจากคีย์ API ที่รออนุมัติได้',
    withdrawKeys: 'ต้องอนุมัติคีย์ที่ถอนเงินได้',
    name: 'ชื่อ',
    permission: 'สิทธิ์',
    hint: 'คีย์',
    resolution: 'วิธีดำเนินการ',
    assignee: 'โอนเข้ารายการหรือร้านค้า',
    rest: 'ยอดส่วนที่เหลือ',
    reason: 'เหตุผล',
    limitSatang: 'วงเงินจ่ายออกต่อวัน',
    method: 'ช่องทาง',
    price: 'ราคา',
    cost: 'ต้นทุนที่คาดไว้',
    'expected_cost account': 'บัญชีผู้ให้บริการ',
    validFrom: 'มีผลตั้งแต่',
    chargedSatang: 'ค่าธรรมเนียมเดือนที่แล้ว',
    atPriceSatang: 'เดือนที่แล้วถ้าใช้ราคานี้',
    rates: 'อัตรา',
    email: 'อีเมล',
    role: 'บทบาท',
    connector: 'ตัวเชื่อมต่อ',
    label: 'ชื่อ',
    priority: 'ลำดับความสำคัญ',
    settings: 'ค่าที่แก้ไข',
    status: 'สถานะใหม่',
    url: 'URL',
    bankReference: 'เลขที่อ้างอิงของธนาคาร',
    change: 'การเปลี่ยนแปลง',
    when: 'เงื่อนไข',
    'routing account': 'บัญชีผู้ให้บริการ',
    'maturity account': 'บัญชีผู้ให้บริการ',
    days: 'วันทำการธนาคาร',
    year: 'ปี',
    holidays: 'วันหยุดธนาคาร',
  },
  values: {
    'status on': 'เปิดใช้',
    'change add': 'เพิ่มกฎ',
    'change raise': 'เลื่อนกฎขึ้น',
    'change remove': 'ลบกฎ',
  },
  hint: 'คำขอแต่ละรายการต้องให้ผู้อื่นอนุมัติ และจะยังไม่โอนเงินจนกว่าจะอนุมัติ',
  approval: 'การอนุมัติ',
  act: 'คำขอ',
  amount: 'จำนวนเงิน',
  object: 'รหัส',
  proposer: 'ผู้ขอ',
  created: 'ขอเมื่อ',
  expires: 'หมดอายุ',
  status: 'สถานะ',
  decided: 'พิจารณาเมื่อ',
  decider: 'ผู้พิจารณา',
  problem: 'สาเหตุ',
  none: 'ยังไม่มีคำขอ',
  noneHint: 'คำขอที่ต้องให้ผู้อื่นอนุมัติจะแสดงที่นี่',
  noAmount: 'ไม่มี',
  yes: 'ใช่',
  no: 'ไม่ใช่',
  approve: 'อนุมัติ',
  reject: 'ไม่อนุมัติ',
  rejectQuestion: 'คำขอจะสิ้นสุด และยอดเงินที่กันไว้จะกลับมาใช้ได้',
  withdraw: 'ถอนคำขอ',
  withdrawQuestion: 'คำขอจะสิ้นสุด และยอดเงินที่กันไว้จะกลับมาใช้ได้',
  own: 'คุณหรือคีย์ API ที่คุณสร้างเป็นผู้ขอรายการนี้ จึงต้องให้ผู้อื่นพิจารณา',
  onlyApprovers: 'บทบาทของคุณพิจารณาคำขอนี้ไม่ได้',
  warnings: {
    key_revoked: {
      title: 'คีย์ API ถูกเพิกถอนแล้ว',
      hint: 'คีย์นี้อาจรั่วไหล อนุมัติเฉพาะรายการที่ทีมของคุณขอเท่านั้น',
    },
    proposer_left: {
      title: 'ผู้ขอออกจากทีมแล้ว',
      hint: 'คำขอนี้มีอยู่ก่อนแล้ว อนุมัติเฉพาะรายการที่ทีมของคุณยังต้องการเท่านั้น',
    },
  },
  needsTwo: 'คำขอนี้ต้องอนุมัติสองคน เพราะไม่ทราบว่าใครถือคีย์ API',
  firstBy: 'ผู้อนุมัติคนแรก',
  isFirst: 'คุณอนุมัติคำขอนี้แล้ว ต้องให้อีกคนอนุมัติด้วย',
  keyExpired: 'คีย์ API ที่ขอรายการนี้หมดอายุแล้ว',
  anonymous: 'อนุมัติคำขอนี้ไม่ได้ เพราะไม่ทราบว่าใครสร้างคีย์ API ให้ปฏิเสธคำขอแล้วออกคีย์ใหม่แทน',
};

export const approvalTexts: Readonly<Record<Language, ApprovalTexts>> = { th, en };
