import type { Language } from './texts';

const locales: Readonly<Record<Language, string>> = { th: 'th-TH', en: 'en-GB' };

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
