import type { Language } from './language';

const BANGKOK = 'Asia/Bangkok';
const locales: Readonly<Record<Language, string>> = { th: 'th-TH', en: 'en-GB' };

/** "14:05" in Bangkok. */
export const formatClock = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: BANGKOK,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);

/** "21 พฤศจิกายน 2569" in Thai, "21 November 2026" in English; the day in Bangkok. */
export const formatDay = (language: Language, at: Date): string => dayOf(language, at, 'long');

/** "21 Nov 2026" in English, "21 พ.ย. 2569" in Thai; the day in Bangkok. */
export const formatShortDay = (language: Language, at: Date): string =>
  dayOf(language, at, 'short');

const dayOf = (language: Language, at: Date, month: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(locales[language], {
    timeZone: BANGKOK,
    calendar: language === 'th' ? 'buddhist' : 'gregory',
    day: 'numeric',
    month,
    year: 'numeric',
  }).format(at);

/** "2026-11-21 14:05:09 (UTC+7)": the same moment for whoever counts years another way. */
export function formatPlainMoment(at: Date): string {
  const day = new Intl.DateTimeFormat('sv-SE', {
    timeZone: BANGKOK,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(at);
  return `${day} (UTC+7)`;
}

/** Whether two moments are on one day in Bangkok. */
export const isSameDay = (a: Date, b: Date): boolean => formatDay('en', a) === formatDay('en', b);
