import type { Context } from 'koa';
import { languages } from './texts';
import type { Language } from './texts';

/** What the address says, else what the browser prefers, else Thai. */
export function languageOf(ctx: Context): Language {
  const named = languages.find((language) => language === ctx.query['lang']);
  const preferred = ctx.acceptsLanguages(...languages);
  return named ?? languages.find((language) => language === preferred) ?? 'th';
}
