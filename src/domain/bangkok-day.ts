/** Bangkok keeps one time all year, seven hours before UTC. */
const AHEAD_MS = 7 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day in Bangkok at a moment, as `2026-11-21`. */
const bangkokDay = (atMs: number): string => new Date(atMs + AHEAD_MS).toISOString().slice(0, 10);

/** The moment at which a day begins there. */
export const bangkokDayStart = (day: string): Date =>
  new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS);

/** So many days up to the one at that moment, the oldest first. */
export const bangkokDaysUntil = (atMs: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => bangkokDay(atMs - (count - 1 - n) * DAY_MS));
