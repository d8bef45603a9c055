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
  // Postgres has no year 0.
  if (typed === undefined || Number(typed) === 0) return null;
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

/** As `2026-11-21 14:05:09`, in Bangkok time: a spreadsheet reads it as a time. */
export const bangkokText = (at: Date): string => bangkokMoment(at).slice(0, 19).replace('T', ' ');

/** 1970-01-01 in the day numbers of spreadsheets. */
const SERIAL_1970 = 25_569;

/** The same as a spreadsheet's number of days, to the second. */
export const bangkokSerial = (at: Date): number =>
  SERIAL_1970 + (Math.floor(at.getTime() / 1000) * 1000 + AHEAD_MS) / DAY_MS;

export const periodNames = ['today', 'yesterday', 'thisMonth', 'lastMonth'] as const;
export type PeriodName = (typeof periodNames)[number];

/** Days in Bangkok, both inclusive. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

export function bangkokPeriods(nowMs: number): Readonly<Record<PeriodName, Period>> {
  const today = bangkokDay(nowMs);
  const yesterday = bangkokDay(nowMs - DAY_MS);
  const first = `${today.slice(0, 8)}01`;
  const lastOfMonth = bangkokDay(bangkokDayStart(first).getTime() - DAY_MS);
  return {
    today: { from: today, until: today },
    yesterday: { from: yesterday, until: yesterday },
    thisMonth: { from: first, until: today },
    lastMonth: { from: `${lastOfMonth.slice(0, 8)}01`, until: lastOfMonth },
  };
}
