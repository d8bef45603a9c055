import { formatBaht } from '../../domain/money';
import type { Language } from './texts';

const locales: Readonly<Record<Language, string>> = { th: 'th-TH', en: 'en-GB' };

/** "฿1,234.50", the same in both languages. */
export function formatMoney(satang: number): string {
  const [whole = '', fraction = ''] = formatBaht(satang).split('.');
  return `฿${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** Day and time in Bangkok, without a year: what is shown here is recent. */
export function formatTime(language: Language, iso: string): string {
  return new Intl.DateTimeFormat(locales[language], {
    timeZone: 'Asia/Bangkok',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(iso));
}

/** "4:05" or "1:04:05"; nothing left is "0:00". The page's script counts on in the same way. */
export function formatLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const two = (number: number) => String(number).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Four digits and no more, in the way that Thai banks print an account on a slip. */
export function maskAccount(accountNumber: string): string {
  return `xxx-x-x${accountNumber.slice(-5, -1)}-x`;
}
