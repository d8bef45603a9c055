import { keepChoice } from '../../pages/language';
import type { Language } from '../../pages/language';
import { pageHeaders, pagePolicy } from '../../pages/page-headers';
import type { Reply } from '../../reply';
import type { Done } from '../texts/texts';

/** What a page of the dashboard says beside its text. Its forms let the origin be told. */
export function htmlReply(
  body: string,
  language: Language,
  status = 200,
  cookie: string | null = null,
): Reply {
  return {
    status,
    contentType: 'text/html; charset=utf-8',
    body,
    headers: {
      ...pageHeaders(language),
      'Content-Security-Policy': `${pagePolicy}; font-src 'self'`,
      'Referrer-Policy': 'same-origin',
      ...(cookie === null ? {} : { 'Set-Cookie': cookie }),
    },
  };
}

/** Leads on after a form was taken, so that a reload sends nothing again. */
export function seeOther(path: string, done: Done | null = null, cookie?: string): Reply {
  const location = done === null ? path : `${path}${path.includes('?') ? '&' : '?'}done=${done}`;
  return {
    status: 303,
    contentType: 'text/html; charset=utf-8',
    body: '',
    headers: { Location: location, ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }) },
  };
}

/** Keeps the language that an address names, for all pages of the dashboard. */
export const languageCookie = (
  named: Language | undefined,
  headers: Parameters<typeof keepChoice>[1],
  publicUrl: string,
): string | null => keepChoice(named, headers, publicUrl.startsWith('https:'), '/dashboard');
