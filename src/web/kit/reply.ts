import { keepChoice } from './language';
import type { Language } from './language';
import { pageHeaders, pagePolicy } from './page-headers';
import type { Reply } from '../../http/reply';

/** What a page with forms says beside its text: that the origin may be told. */
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
export function seeOther(
  path: string,
  done: string | null = null,
  ...cookies: readonly string[]
): Reply {
  const location = done === null ? path : `${path}${path.includes('?') ? '&' : '?'}done=${done}`;
  return {
    status: 303,
    contentType: 'text/html; charset=utf-8',
    body: '',
    headers: { Location: location },
    cookies,
  };
}

/** Keeps the language that an address names, for all pages below a root. */
export const languageCookie = (
  named: Language | undefined,
  headers: Parameters<typeof keepChoice>[1],
  publicUrl: string,
  root: string,
): string | null => keepChoice(named, headers, publicUrl.startsWith('https:'), root);
