import { bangkokDayStart, type Period } from '../../kernel/rules/bangkok-day';
import type { Language } from './language';

const BANGKOK = 'Asia/Bangkok';
const locales: Readonly<Record<Language, string>> = { th: 'th-TH', en: 'en-GB' };

// Creating an Intl.DateTimeFormat costs a hundred times as much as using it.
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: BANGKOK,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const preciseClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: BANGKOK,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const plainMoment = new Intl.DateTimeFormat('sv-SE', {
  timeZone: BANGKOK,
  dateStyle: 'short',
  timeStyle: 'medium',
});

const dayFormat = (language: Language, month: 'long' | 'short') =>
  new Intl.DateTimeFormat(locales[language], {
    timeZone: BANGKOK,
    calendar: language === 'th' ? 'buddhist' : 'gregory',
    day: 'numeric',
    month,
    year: 'numeric',
  });
const days = { th: dayFormat('th', 'long'), en: dayFormat('en', 'long') };
const shortDays = { th: dayFormat('th', 'short'), en: dayFormat('en', 'short') };

/** "14:05" in Bangkok. */
export const formatClock = (at: Date): string => clock.format(at);

/** "14:05:09" in Bangkok. */
export const formatPreciseClock = (at: Date): string => preciseClock.format(at);

/** "21 พฤศจิกายน 2569" in Thai, "21 November 2026" in English; the day in Bangkok. */
export const formatDay = (language: Language, at: Date): string => days[language].format(at);

/** "21 Nov 2026" in English, "21 พ.ย. 2569" in Thai; the day in Bangkok. */
export const formatShortDay = (language: Language, at: Date): string =>
  shortDays[language].format(at);

/** "1 Nov 2026 – 30 Nov 2026", or "1 พ.ย. 2569 – 30 พ.ย. 2569". */
export const formatPeriod = (language: Language, { from, until }: Period): string =>
  [from, until].map((day) => formatShortDay(language, bangkokDayStart(day))).join(' – ');

/** "2026-11-21 14:05:09 (UTC+7)", in the Gregorian calendar. */
export const formatPlainMoment = (at: Date): string => `${plainMoment.format(at)} (UTC+7)`;

export const isSameDay = (a: Date, b: Date): boolean => formatDay('en', a) === formatDay('en', b);
