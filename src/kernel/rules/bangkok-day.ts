import { gregorianYear } from './moment';

/** Bangkok is UTC+7 all year. */
const AHEAD_MS = 7 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** As `2026-11-21`. */
export const bangkokDay = (atMs: number): string =>
  new Date(atMs + AHEAD_MS).toISOString().slice(0, 10);

/** From 0 to 23. */
export const bangkokHour = (atMs: number): number => new Date(atMs + AHEAD_MS).getUTCHours();

/**
 * As typed by a person, for example `2026-11-21`; null when it is invalid. Years from 2400 to 2699
 * are of the Buddhist era.
 */
export function readDay(text: string): string | null {
  const [, typed, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? [];
  if (typed === undefined) return null;
  const year = String(gregorianYear(Number(typed))).padStart(4, '0');
  const day = `${year}-${month}-${date}`;
  const at = new Date(`${day}T00:00:00Z`);
  // `Date` accepts days beyond the end of a month and returns a later date.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : day;
}

export const bangkokDayStart = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS);

/** The last millisecond of the day. */
export const bangkokDayEnd = (day: string): Date =>
  new Date(bangkokDayStart(day).getTime() + DAY_MS - 1);

/** Up to the day at `atMs`, oldest first. */
export const bangkokDaysUntil = (atMs: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => bangkokDay(atMs - (count - 1 - n) * DAY_MS));

/** ISO 8601 in Bangkok time: `2026-11-21T14:05:09+07:00`. */
export const bangkokMoment = (at: Date): string =>
  `${new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 19)}+07:00`;
