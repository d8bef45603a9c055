import type { Language } from '../../../pages/kit/language';

const en = {
  title: 'When an approval is needed',
  hint:
    'Another owner or an approver has to agree. To need fewer approvals, a second person has to ' +
    'agree as well.',
  off: 'No approvals are needed.',
  first: 'The first rules revoke open invitations of owners, developers and approvers.',
  from: 'Withdrawals and refunds from',
  day: 'Total without approval in 24 hours',
  keysFrom: 'Two approvals of payouts by API keys from',
  keysWaiting: 'Total of payouts by API keys that may wait',
  hints: {
    from: 'Baht. Leave empty for none.',
    day: 'Baht. Withdrawals and refunds beyond this total wait. Leave empty for no limit.',
    keysFrom:
      'Baht. Whoever holds a key could also be the person who approves. Leave empty for none.',
    keysWaiting: 'Baht. API keys cannot hold more by requests that wait. Leave empty for no limit.',
  },
  newPayees: 'Withdrawals and refunds to a new account, or of more than was approved for it before',
  payees: 'Known accounts',
  addPayees: 'Add accounts that are not new; another person has to approve the list',
  withdrawKeys: 'API keys that may withdraw',
  refusedKeys: (count: number) =>
    `${count === 1 ? '1 API key was' : `${count} API keys were`} not created by your team.`,
  refusedHint: 'Such a key cannot request what needs an approval. Rotate it.',
  yes: 'Yes',
  save: 'Save',
};

const th: typeof en = {
  title: 'รายการที่ต้องอนุมัติ',
  hint: 'ต้องให้เจ้าของหรือผู้อนุมัติอีกคนเห็นชอบ รวมถึงเมื่อจะลดรายการที่ต้องอนุมัติ',
  off: 'ไม่มีรายการที่ต้องอนุมัติ',
  first: 'เมื่อตั้งกฎครั้งแรก คำเชิญเจ้าของ นักพัฒนา และผู้อนุมัติที่ยังไม่ตอบรับจะถูกยกเลิก',
  from: 'ถอนเงินและคืนเงินตั้งแต่',
  day: 'ยอดรวมใน 24 ชั่วโมงที่ไม่ต้องอนุมัติ',
  keysFrom: 'รายการจ่ายเงินจากคีย์ API ที่ต้องอนุมัติสองคน ตั้งแต่',
  keysWaiting: 'ยอดรวมของรายการจากคีย์ API ที่รออนุมัติได้',
  hints: {
    from: 'บาท เว้นว่างหากไม่ต้องอนุมัติ',
    day: 'บาท รายการถอนและคืนเงินที่เกินยอดนี้ต้องอนุมัติ เว้นว่างหากไม่จำกัด',
    keysFrom: 'บาท ผู้ที่ถือคีย์อาจเป็นคนเดียวกับผู้อนุมัติ เว้นว่างหากไม่ต้องอนุมัติสองคน',
    keysWaiting: 'บาท คีย์ API กันเงินด้วยรายการที่รออนุมัติได้ไม่เกินยอดนี้ เว้นว่างหากไม่จำกัด',
  },
  newPayees: 'ถอนเงินและคืนเงินไปยังบัญชีใหม่ หรือเกินยอดที่เคยอนุมัติสำหรับบัญชีนั้น',
  payees: 'บัญชีที่รู้จัก',
  addPayees: 'เพิ่มบัญชีที่ไม่ถือเป็นบัญชีใหม่ (ต้องให้ผู้อื่นอนุมัติ)',
  withdrawKeys: 'คีย์ API ที่ถอนเงินได้',
  refusedKeys: (count) => `ทีมของคุณไม่ได้สร้างคีย์ API ${count} คีย์`,
  refusedHint: 'คีย์แบบนี้ใช้ทำรายการที่ต้องอนุมัติไม่ได้ ให้ออกคีย์ใหม่แทน',
  yes: 'ใช่',
  save: 'บันทึก',
};

export type RulesTexts = typeof en;
export const rulesTexts: Readonly<Record<Language, RulesTexts>> = { th, en };
