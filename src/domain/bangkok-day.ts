/** Bangkok keeps one time all year, seven hours before UTC. */
const AHEAD_MS = 7 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day in Bangkok at a moment, as `2026-11-21`. */
export const bangkokDay = (atMs: number): string =>
  new Date(atMs + AHEAD_MS).toISOString().slice(0, 10);

/** Years of the Buddhist era, which Thai people write: 2569 is 2026. */
const BUDDHIST_AHEAD = 543;

/**
 * A day of the calendar as somebody typed it, as `2026-11-21`; null for what is none. A year from
 * 2400 to 2699 is of the Buddhist era.
 */
export function readDay(text: string): string | null {
  const [, typed, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? [];
  if (typed === undefined) return null;
  const year = Number(typed);
  const isBuddhist = year >= 2400 && year <= 2699;
  const day = `${isBuddhist ? year - BUDDHIST_AHEAD : typed}-${month}-${date}`;
  const at = new Date(`${day}T00:00:00Z`);
  // Of a day that the month does not have, Date makes another one.
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? null : day;
}

/** The moment at which a day begins there. */
export const bangkokDayStart = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS);

/** Its last moment, to the millisecond. */
export const bangkokDayEnd = (day: string): Date =>
  new Date(bangkokDayStart(day).getTime() + DAY_MS - 1);

/** So many days up to the one at that moment, the oldest first. */
export const bangkokDaysUntil = (atMs: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => bangkokDay(atMs - (count - 1 - n) * DAY_MS));

/** As `2026-11-21T14:05:09+07:00`. */
export const bangkokMoment = (at: Date): string =>
  `${new Date(at.getTime() + AHEAD_MS).toISOString().slice(0, 19)}+07:00`;
