import { bangkokPeriods, readDay } from '../kernel/rules/bangkok-day';
import { journalText } from '../ledger/rules/journal';
import { readJournal } from '../ledger/store/journal';
import { UsageError, type Command, type Invocation } from './command';
import { withPatientDatabase } from './wiring';

export const journal: Command = {
  summary: 'print the ledger of a period as a journal that hledger and other programs read',
  usage: '',
  options: {
    from: { type: 'string', value: 'day', help: 'the first day in Bangkok; that of last month' },
    until: { type: 'string', value: 'day', help: 'the last day in Bangkok; that of last month' },
  },
  async run({ config, options, print }) {
    const { lastMonth } = bangkokPeriods(Date.now());
    const period = {
      from: dayOf(options, 'from') ?? lastMonth.from,
      until: dayOf(options, 'until') ?? lastMonth.until,
    };
    if (period.until < period.from) throw new UsageError('--until is before --from.');
    await withPatientDatabase(config, async (db) => {
      for await (const entry of readJournal(db, period)) print(journalText(entry));
    });
    return 0;
  },
};

function dayOf(options: Invocation['options'], name: 'from' | 'until'): string | null {
  const typed = options[name];
  if (typeof typed !== 'string') return null;
  const day = readDay(typed);
  if (day === null) throw new UsageError(`--${name} must be a day such as 2026-11-30.`);
  return day;
}
