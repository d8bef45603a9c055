import type { Language } from '../../../pages/kit/language';

const en = {
  hint:
    'The gateway answered these callbacks with 400, and no money was recorded. Compare them with ' +
    'the statement of the provider.',
  none: 'No refused callbacks',
  noneHint: 'Callbacks that a provider has signed, but that cannot be read, appear here.',
  received: 'Received',
  account: 'Provider account',
  order: 'Order',
  unknown: 'Unknown',
  reason: 'Reason',
};

export type RefusedCallbackTexts = typeof en;

const th: RefusedCallbackTexts = {
  hint: 'ระบบตอบ 400 และไม่ได้บันทึกเงิน ให้เทียบกับรายการเดินบัญชีของผู้ให้บริการ',
  none: 'ไม่มีคอลแบ็กที่ถูกปฏิเสธ',
  noneHint: 'คอลแบ็กของผู้ให้บริการที่ระบบอ่านไม่ได้จะแสดงที่นี่',
  received: 'ได้รับเมื่อ',
  account: 'บัญชีผู้ให้บริการ',
  order: 'รายการ',
  unknown: 'ไม่พบรายการ',
  reason: 'สาเหตุ',
};

export const refusedCallbackTexts: Readonly<Record<Language, RefusedCallbackTexts>> = { th, en };
