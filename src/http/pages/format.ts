import { formatBaht } from '../../domain/money';
import type { Language } from './language';

const BANGKOK = 'Asia/Bangkok';
const locales: Readonly<Record<Language, string>> = { th: 'th-TH', en: 'en-GB' };

/** "฿1,234.50": the satang always show, as they are part of what has to be paid. */
export function formatMoney(satang: number): string {
  const [whole = '', fraction = ''] = formatBaht(satang).split('.');
  return `฿${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** "14:05" in Bangkok. */
export const formatClock = (at: Date): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: BANGKOK,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);

/** "21 พฤศจิกายน 2569" in Thai, "21 November 2026" in English; the day in Bangkok. */
export const formatDay = (language: Language, at: Date): string =>
  new Intl.DateTimeFormat(locales[language], {
    timeZone: BANGKOK,
    calendar: language === 'th' ? 'buddhist' : 'gregory',
    day: 'numeric',
    month: 'long',
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

/** "4:05" or "1:04:05"; nothing left is "0:00". The page's script counts on in the same way. */
export function formatLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
