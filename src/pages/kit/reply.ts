import type { Performed } from '../../people/acts/perform';
import type { Confirmation } from './confirmations';
import { keepChoice, type Language } from './language';
import { pageHeaders, pagePolicy } from './page-headers';
import type { Reply } from '../../http/reply';

/** The referrer policy lets browsers send `Origin` with forms. */
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

/** 303 after a form action, so that a reload does not submit it again. */
export function seeOther(
  path: string,
  done: Confirmation | null = null,
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

/** A file that the browser saves. */
export const savedFile = (body: Buffer, contentType: string, filename: string): Reply => ({
  status: 200,
  contentType,
  body,
  headers: {
    'Cache-Control': 'private, no-store',
    'Content-Disposition': `attachment; filename="${filename}"`,
  },
});

/** Key of the confirmation: of the act, or of its proposal. */
export const doneOr = (performed: Performed, done: Confirmation): Confirmation =>
  performed === 'proposed' ? 'approval_requested' : done;

/** For all pages below `root`; keeps the language of the query. */
export const languageCookie = (
  named: Language | undefined,
  headers: Parameters<typeof keepChoice>[1],
  publicUrl: string,
  root: string,
): string | null => keepChoice(named, headers, publicUrl.startsWith('https:'), root);
