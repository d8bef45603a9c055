import { bankTitle } from '../../../domain/banks';
import { formatMoney } from '../../../domain/money';
import type { RoutingRule } from '../../../domain/routing';
import type { Language } from '../../kit/language';
import { routingTexts } from './texts';

/** The conditions of a rule in one line. */
export function conditionText(language: Language, when: RoutingRule['when']): string {
  const t = routingTexts[language];
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
