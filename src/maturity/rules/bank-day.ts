const DAY_MS = 24 * 60 * 60 * 1000;

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

const isWeekend = (day: string): boolean =>
  [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

export const yearOf = (day: string): string => day.slice(0, 4);

/**
 * The day on which the money of a day matures: after a number of bank days that follow it. Null
 * while that depends on a year without known holidays.
 */
export function maturesOn(
  day: string,
  bankDays: number,
  holidays: readonly string[],
): string | null {
  const days = new Set(holidays);
  const years = new Set(holidays.map(yearOf));
  let at = day;
  for (let left = bankDays; left > 0;) {
    at = nextDay(at);
    if (!years.has(yearOf(at))) return null;
    if (!isWeekend(at) && !days.has(at)) left -= 1;
  }
  return at;
}
