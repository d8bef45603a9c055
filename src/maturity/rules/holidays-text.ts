import { readDay } from '../../kernel/rules/bangkok-day';
import { yearOf } from './bank-day';

/** A list from a central bank has about 20. */
const HOLIDAYS_MAX = 60;

/**
 * The bank holidays of one year: `2027-01-01 2027-02-22`, also with commas. Null for another text,
 * and for none: a year without bank holidays is a year that is not known.
 */
export function readHolidays(
  typed: string,
): { readonly year: number; readonly days: readonly string[] } | null {
  const texts = typed.split(/[\s,;]+/).filter((text) => text !== '');
  const days: string[] = [];
  for (const text of texts) {
    const day = readDay(text);
    if (day === null || yearOf(day) !== yearOf(days[0] ?? day)) return null;
    if (!days.includes(day)) days.push(day);
  }
  const [first] = days;
  if (first === undefined || days.length > HOLIDAYS_MAX) return null;
  return { year: Number(yearOf(first)), days: days.toSorted((a, b) => a.localeCompare(b)) };
}
