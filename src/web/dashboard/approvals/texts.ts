import type { Language } from '../../kit/language';

const en = {
  title: 'When an approval is needed',
  hint:
    'Another owner or an approver has to agree. To need fewer approvals, a second person has to ' +
    'agree as well.',
  off: 'No approvals are needed.',
  first: 'The first rules revoke open invitations of owners, developers and approvers.',
  from: 'Withdrawals and refunds from',
  fromHint: 'Baht. Leave empty for none.',
  day: 'Total without approval in 24 hours',
  dayHint: 'Baht. Withdrawals and refunds beyond this total wait. Leave empty for no limit.',
  newPayees: 'Withdrawals and refunds to an account that you have never paid',
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
  fromHint: 'บาท เว้นว่างหากไม่ต้องอนุมัติ',
  day: 'ยอดรวมใน 24 ชั่วโมงที่ไม่ต้องอนุมัติ',
  dayHint: 'บาท รายการถอนและคืนเงินที่เกินยอดนี้ต้องอนุมัติ เว้นว่างหากไม่จำกัด',
  newPayees: 'ถอนเงินและคืนเงินไปยังบัญชีที่ไม่เคยโอนสำเร็จ',
  withdrawKeys: 'คีย์ API ที่ถอนเงินได้',
  refusedKeys: (count) => `ทีมของคุณไม่ได้สร้างคีย์ API ${count} คีย์`,
  refusedHint: 'คีย์แบบนี้ใช้ทำรายการที่ต้องอนุมัติไม่ได้ ให้ออกคีย์ใหม่แทน',
  yes: 'ใช่',
  save: 'บันทึก',
};

export type RulesTexts = typeof en;
export const rulesTexts: Readonly<Record<Language, RulesTexts>> = { th, en };
