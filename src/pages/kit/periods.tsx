import { bangkokPeriods, periodNames, type Period } from '../../kernel/rules/bangkok-day';
import type { Language } from './language';
import { usePage } from './page-context';
import { Tabs } from './parts';

const en = {
  period: 'Period',
  all: 'All days',
  today: 'Today',
  yesterday: 'Yesterday',
  thisMonth: 'This month',
  lastMonth: 'Last month',
};

const texts: Readonly<Record<Language, typeof en>> = {
  en,
  th: {
    period: 'ช่วงเวลา',
    all: 'ทุกวัน',
    today: 'วันนี้',
    yesterday: 'เมื่อวาน',
    thisMonth: 'เดือนนี้',
    lastMonth: 'เดือนที่แล้ว',
  },
};

interface PeriodTabsProps {
  readonly current: Partial<Period>;
  /** Null: all days. */
  readonly addressOf: (period: Period | null) => string;
  readonly withAll?: boolean;
}
export function PeriodTabs({ current, addressOf, withAll = false }: PeriodTabsProps) {
  const { language, nowMs } = usePage();
  const t = texts[language];
  const periods = bangkokPeriods(nowMs);
  const all = {
    href: addressOf(null),
    text: t.all,
    isCurrent: current.from === undefined && current.until === undefined,
  };
  const named = periodNames.map((name) => {
    const period = periods[name];
    const isCurrent = period.from === current.from && period.until === current.until;
    return { href: addressOf(period), text: t[name], isCurrent };
  });
  return <Tabs label={t.period} tabs={withAll ? [all, ...named] : named} />;
}
