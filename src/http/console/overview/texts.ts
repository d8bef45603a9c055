import type { Language } from '../../pages/language';

interface OverviewTexts {
  readonly exceptions: string;
  readonly exceptionsHint: string;
  readonly toExceptions: string;
}

export const overviewTexts: Readonly<Record<Language, OverviewTexts>> = {
  th: {
    exceptions: 'รายการผิดปกติที่รอตัดสิน',
    exceptionsHint: 'สิ่งที่ไม่มีกฎใดตัดสินได้',
    toExceptions: 'ดูทั้งหมด',
  },
  en: {
    exceptions: 'Exceptions that wait',
    exceptionsHint: 'What no rule can settle',
    toExceptions: 'Look at them',
  },
};
