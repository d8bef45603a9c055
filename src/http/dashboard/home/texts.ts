import type { Language } from '../../pages/language';

export interface HomeTexts {
  readonly balance: string;
  readonly available: string;
  readonly availableHint: string;
  readonly held: string;
  readonly heldHint: string;
}

export const homeTexts: Readonly<Record<Language, HomeTexts>> = {
  th: {
    balance: 'ยอดเงิน',
    available: 'ถอนได้',
    availableHint: 'ใช้ถอนหรือคืนเงินได้ตอนนี้',
    held: 'กันไว้',
    heldHint: 'สำหรับการถอนและการคืนเงินที่กำลังดำเนินการ',
  },
  en: {
    balance: 'Balance',
    available: 'Available',
    availableHint: 'Can be paid out or refunded now',
    held: 'Held',
    heldHint: 'For withdrawals and refunds that are under way',
  },
};
