import type { MerchantName } from './operation';

/*
 * After how many bank days a merchant may use its money, and the calendar of the run, by arithmetic
 * of its own. Days are texts such as `2026-11-21`, in Bangkok.
 */

export const bankDays: Readonly<Record<MerchantName, number>> = { rich: 1, modest: 2, routed: 0 };

const DAY_MS = 86_400_000;
const BANGKOK_MS = 7 * 3_600_000;

export const dayAt = (ms: number): string => new Date(ms + BANGKOK_MS).toISOString().slice(0, 10);

export const daysAfter = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);

const today = dayAt(Date.now());
const years = [-30, 0, 30].map((count) => daysAfter(today, count).slice(0, 4));

/** New Year, and the day of the run: money of the day before it is not due within the run. */
export const holidays: readonly string[] = [
  ...new Set([...years.map((year) => `${year}-01-01`), today]),
].toSorted();

/** The first day on which so many bank days have passed since a day. */
export function dueDay(day: string, count: number, off: readonly string[]): string {
  const isBankDay = (each: string) =>
    !['Sat', 'Sun'].includes(new Date(each).toUTCString().slice(0, 3)) && !off.includes(each);
  let [due, left] = [day, count];
  while (left > 0) {
    due = daysAfter(due, 1);
    if (isBankDay(due)) left -= 1;
  }
  return due;
}
