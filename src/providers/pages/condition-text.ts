import { bankTitle } from '../../kernel/rules/banks';
import { formatMoney } from '../../kernel/rules/money';
import type { RoutedKind, RoutingRule } from '../rules/routing';
import type { Language } from '../../pages/kit/language';

const en = {
  kinds: { qr: 'QR codes', payout: 'Payouts', charge: 'Token charges' } satisfies Record<
    RoutedKind,
    string
  >,
  anyOrder: 'All orders',
  from: (amount: string) => `from ${amount}`,
  upTo: (amount: string) => `up to ${amount}`,
  bank: (name: string) => `to ${name}`,
  hours: (from: string, until: string) => `${from}–${until}`,
};

const th: typeof en = {
  kinds: { qr: 'QR Code', payout: 'การโอนออก', charge: 'การเรียกเก็บด้วยโทเคน' },
  anyOrder: 'ทุกรายการ',
  from: (amount) => `ตั้งแต่ ${amount}`,
  upTo: (amount) => `ไม่เกิน ${amount}`,
  bank: (name) => `ไปยัง ${name}`,
  hours: (from, until) => `${from}–${until} น.`,
};

export const conditionTexts: Readonly<Record<Language, typeof en>> = { th, en };

export function conditionText(language: Language, when: RoutingRule['when']): string {
  const t = conditionTexts[language];
  const { kind, minSatang, maxSatang, bankCode, hours } = when;
  return [
    kind === undefined ? t.anyOrder : t.kinds[kind],
    minSatang === undefined ? null : t.from(formatMoney(minSatang)),
    maxSatang === undefined ? null : t.upTo(formatMoney(maxSatang)),
    bankCode === undefined ? null : t.bank(bankTitle(bankCode, language) ?? bankCode),
    hours === undefined ? null : t.hours(clock(hours[0]), clock(hours[1])),
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** A condition of a rule is stored as JSON in the field `when`. */
export const recordedText = (
  language: Language,
  name: string,
  value: string | number | boolean | null,
): string =>
  name === 'when'
    ? conditionText(language, JSON.parse(String(value)) as RoutingRule['when'])
    : String(value ?? '');
