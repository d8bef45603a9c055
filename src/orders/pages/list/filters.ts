import type { Filter, ListTime } from '../../list-orders';
import { bangkokDayEnd, bangkokDayStart, readDay } from '../../../kernel/rules/bangkok-day';
import { readBaht } from '../../../kernel/rules/money';
import { meaningsOf } from '../../rules/search';
import { text } from '../../../contract/fields';

export const filterFields = [
  'q',
  'by',
  'from',
  'until',
  'min',
  'max',
  'review',
  'payer',
  'slip',
] as const;
export type FilterField = (typeof filterFields)[number];

/** As typed. A repeated parameter, which no form sends, counts as empty. */
export type Typed = Readonly<Partial<Record<FilterField | 'status', string>>>;

const typed = text(100)
  .transform((value) => (value === '' ? undefined : value))
  .optional()
  .catch(undefined);

/** A year of the Buddhist era is converted to the Gregorian year. */
const day = typed.transform((value) => (value === undefined ? value : (readDay(value) ?? value)));

export const filterQuery = {
  q: typed,
  by: typed.transform((value) => (value === 'created' ? value : undefined)),
  from: day,
  until: day,
  min: typed,
  max: typed,
  review: typed.transform((value) => (value === 'open' ? value : undefined)),
  payer: typed.transform((value) => (value === 'other' ? value : undefined)),
  slip: typed.transform((value) => (value === 'other' ? value : undefined)),
};

interface ReadFilters {
  readonly filter: Filter;
  readonly faults: readonly FilterField[];
}

const incomplete = ['pending', 'processing', 'expired', 'failed'];

/**
 * By default, days are those on which money moved, and so is the order of paid orders. Others have
 * only a time of creation.
 */
export function timeOf({ by, from, until, status }: Typed): ListTime {
  if (by !== undefined || (status !== undefined && incomplete.includes(status))) return 'created';
  return (from ?? until) !== undefined || status === 'succeeded' ? 'completed' : 'created';
}

export function readFilters(typed: Typed): ReadFilters {
  const { q, from, until, min, max, review, payer, slip } = typed;
  const faults: FilterField[] = [];
  function read<Value>(name: FilterField, written: string | undefined, value: Value | null) {
    if (written === undefined) return undefined;
    if (value === null) faults.push(name);
    return value ?? undefined;
  }
  const day = (name: 'from' | 'until', written: string | undefined, edge: (day: string) => Date) =>
    read(
      name,
      written,
      written !== undefined && readDay(written) === written ? edge(written) : null,
    );
  const baht = (name: 'min' | 'max', written: string | undefined) =>
    read(name, written, written === undefined ? null : readBaht(written));
  const first = day('from', from, bangkokDayStart);
  const last = day('until', until, bangkokDayEnd);
  const amount = given({ fromSatang: baht('min', min), untilSatang: baht('max', max) });
  return {
    faults,
    filter: given({
      time: timeOf(typed),
      from: first,
      until: last,
      amount: Object.keys(amount).length === 0 ? undefined : amount,
      search: q === undefined ? undefined : meaningsOf(q),
      isUnderReview: review === undefined ? undefined : true,
      isOtherPayer: payer === undefined ? undefined : true,
      hasWrongSlip: slip === undefined ? undefined : true,
    }),
  };
}

export const given = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };

/** Replaces some parameters; an empty value removes the parameter. */
export function addressOf(path: string, asked: Typed & { readonly cursor?: string }): string {
  const named = Object.entries(asked).filter(([, value]) => value !== undefined && value !== '');
  return named.length === 0 ? path : `${path}?${new URLSearchParams(named).toString()}`;
}
