import type { Context } from 'koa';

export const languages = ['th', 'en'] as const;
export type Language = (typeof languages)[number];

/** The `lang` parameter, else the browser's preference, else Thai. */
export function languageOf(ctx: Context): Language {
  const requested = languages.find((language) => language === ctx.query['lang']);
  const preferred = ctx.acceptsLanguages(...languages);
  return requested ?? languages.find((language) => language === preferred) ?? 'th';
}

const locales: Readonly<Record<Language, string>> = { th: 'th-TH', en: 'en-GB' };

/** Day and time in Bangkok, without the year. */
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
