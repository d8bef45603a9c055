/*
 * Times from outside: read from text, and used only where they are plausible.
 */

/** The Buddhist era of Thai dates: 2569 is 2026. */
const BUDDHIST_AHEAD = 543;

/** Years from 2400 to 2699 are of the Buddhist era. */
export const gregorianYear = (year: number): number =>
  year >= 2400 && year <= 2699 ? year - BUDDHIST_AHEAD : year;

const written =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * ISO 8601: seconds and minutes of the offset are optional, the offset too, and the year may be of
 * the Buddhist era. Null for a text of another form and for a day or an hour that does not exist.
 * `offset` applies where the text has none.
 */
export function readMoment(text: string, offset = 'Z'): Date | null {
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = offset] =
    written.exec(text.trim()) ?? [];
  if (year === undefined || Number(hour) > 23) return null;
  const date = `${String(gregorianYear(Number(year))).padStart(4, '0')}-${month}-${day}`;
  const ms = fraction.padEnd(3, '0').slice(0, 3);
  // `Date` accepts days beyond the end of a month and returns a later date.
  const isDay = new Date(`${date}T00:00:00Z`).toJSON()?.startsWith(date) === true;
  const at = new Date(`${date}T${hour}:${minute}:${second}.${ms}${inFull(zone)}`);
  return isDay && !Number.isNaN(at.getTime()) ? at : null;
}

/** An offset in the form that `Date` reads: `+07` and `+0700` are `+07:00`. */
function inFull(zone: string): string {
  if (zone.length === 1) return zone.toUpperCase();
  return `${zone.slice(0, 3)}:${zone.length === 3 ? '00' : zone.slice(-2)}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** A reported time is plausible within these days around the arrival of its report. */
export const REPORTED_BEFORE_DAYS = 7;
export const REPORTED_AFTER_DAYS = 1;

/**
 * The time of a movement: the reported one; the arrival of the report if it has none, or one days
 * away. An implausible time is stored as reported, because it distinguishes movements, and used
 * for nothing else. `movementTimeOf` in ledger/store/movements.ts is the same in SQL.
 */
export function movementTime(reported: Date | null, arrivedAt: Date): Date {
  return reported !== null && isPlausible(reported, arrivedAt) ? reported : arrivedAt;
}

/** True when a reported time is near enough to the arrival of its report to be used. */
export function isPlausible(reported: Date, arrivedAt: Date): boolean {
  const aheadMs = reported.getTime() - arrivedAt.getTime();
  return aheadMs >= -REPORTED_BEFORE_DAYS * DAY_MS && aheadMs <= REPORTED_AFTER_DAYS * DAY_MS;
}

/** `at`, or the bound that it lies beyond; `from`, if that is later than `until`. */
export const momentBetween = (from: Date, at: Date, until: Date): Date =>
  new Date(Math.max(Math.min(at.getTime(), until.getTime()), from.getTime()));
