import type { FellOut } from '../../rules/routing';
import type { Language } from '../../../pages/kit/language';

const reasonsEn: Readonly<Record<FellOut, string>> = {
  tried: 'Already tried',
  not_on: 'Paused or off',
  unsupported: 'Does not support this kind of order',
  amount: 'Amount outside its limits',
  down: 'Not responding',
  not_funded: 'No rule allows payouts from it',
  rule: 'A rule selects another account',
  priority: 'Lower priority',
};
const reasonsTh: Readonly<Record<FellOut, string>> = {
  tried: 'ลองใช้แล้ว',
  not_on: 'หยุดพักหรือปิดใช้งาน',
  unsupported: 'ไม่รองรับรายการประเภทนี้',
  amount: 'จำนวนเงินอยู่นอกวงเงิน',
  down: 'ระบบไม่ตอบสนอง',
  not_funded: 'ไม่มีกฎที่อนุญาตให้โอนออกจากบัญชีนี้',
  rule: 'กฎกำหนดให้ใช้บัญชีอื่น',
  priority: 'ลำดับความสำคัญต่ำกว่า',
};

const en = {
  closed: { paused: 'paused', off: 'off' },
  account: 'Provider account',
  choice: 'Choice of the provider account',
  none: 'No account available',
  byRule: (rule: string) => `By rule: ${rule}`,
  byPriority: 'By priority',
  after: (account: string, failure: string) => `After ${account} failed (${failure})`,
  reasons: reasonsEn,
  rules: 'Routing rules',
  rulesHint:
    'Of the rules that apply to an order, the first whose account can take it decides. Without ' +
    'one, the priority of the accounts does.',
  noRules: 'No rules. The priority of the accounts decides.',
  raise: 'Move up',
  remove: 'Remove',
  removeQuestion: 'New orders no longer follow this rule.',
  add: 'Add a rule',
  addHint: 'Empty conditions match every order. The rule becomes the last one.',
  fundedHint: 'A rule for payouts states that its account holds money for payouts.',
  kind: 'Orders',
  min: 'From amount (baht)',
  max: 'Up to amount (baht)',
  bankName: 'Bank of the payee',
  bankHint: 'For payouts only, such as SCB.',
  hoursLabel: 'Hours in Bangkok',
  hoursHint: 'Such as 22-6: from 22:00 until 06:00.',
};

export type RoutingTexts = typeof en;

const th: typeof en = {
  closed: { paused: 'พักใช้งาน', off: 'ปิด' },
  account: 'บัญชีผู้ให้บริการ',
  choice: 'การเลือกบัญชีผู้ให้บริการ',
  none: 'ไม่มีบัญชีที่ใช้ได้',
  byRule: (rule) => `ตามกฎ: ${rule}`,
  byPriority: 'ตามลำดับความสำคัญ',
  after: (account, failure) => `หลังจาก ${account} ทำรายการไม่สำเร็จ (${failure})`,
  reasons: reasonsTh,
  rules: 'กฎการเลือกบัญชีผู้ให้บริการ',
  rulesHint: 'ระบบใช้กฎข้อแรกที่ตรงและบัญชีรับรายการได้ หากไม่มี ใช้ลำดับความสำคัญของบัญชี',
  noRules: 'ยังไม่มีกฎ ระบบใช้ลำดับความสำคัญของบัญชี',
  raise: 'เลื่อนขึ้น',
  remove: 'ลบ',
  removeQuestion: 'รายการใหม่จะไม่ใช้กฎข้อนี้อีก',
  add: 'เพิ่มกฎ',
  addHint: 'เงื่อนไขที่เว้นว่างหมายถึงทุกรายการ กฎใหม่อยู่ลำดับสุดท้าย',
  fundedHint: 'กฎสำหรับการโอนออกหมายความว่าบัญชีนั้นมีเงินสำหรับโอนออก',
  kind: 'ประเภทรายการ',
  min: 'จำนวนเงินตั้งแต่ (บาท)',
  max: 'จำนวนเงินไม่เกิน (บาท)',
  bankName: 'ธนาคารผู้รับเงิน',
  bankHint: 'เฉพาะการโอนออก เช่น SCB',
  hoursLabel: 'ช่วงเวลา (เวลาไทย)',
  hoursHint: 'เช่น 22-6 หมายถึง 22:00 ถึง 06:00 น.',
};

export const routingTexts: Readonly<Record<Language, typeof en>> = { th, en };
