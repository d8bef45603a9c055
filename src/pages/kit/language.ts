import type { IncomingHttpHeaders } from 'node:http';

export const languages = ['th', 'en'] as const;
export type Language = (typeof languages)[number];

const COOKIE = 'saphan_lang';
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

const known = (name: string | undefined): Language | null =>
  languages.find((language) => language === name) ?? null;

/** The query parameter, else the cookie, else `Accept-Language`, else Thai. */
export function chooseLanguage(named: unknown, headers: IncomingHttpHeaders): Language {
  const asked = typeof named === 'string' ? known(named) : null;
  return asked ?? fromCookie(headers) ?? preferred(headers) ?? 'th';
}

/** The `Set-Cookie` value for a language from the query; null when the cookie has it already. */
export function keepChoice(
  named: Language | undefined,
  headers: IncomingHttpHeaders,
  isSecure: boolean,
  path = '/pay',
): string | null {
  if (named === undefined || named === fromCookie(headers)) return null;
  const secure = isSecure ? '; Secure' : '';
  const limits = `Path=${path}; Max-Age=${COOKIE_SECONDS}; SameSite=Lax; HttpOnly${secure}`;
  return `${COOKIE}=${named}; ${limits}`;
}

function fromCookie({ cookie = '' }: IncomingHttpHeaders): Language | null {
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return known(pairs.find(([name]) => name === COOKIE)?.[1]);
}

/** `en-GB` matches English; `q=0` excludes. */
function preferred(headers: IncomingHttpHeaders): Language | null {
  const ranges = (headers['accept-language'] ?? '').split(',').map((range) => {
    const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
    const quality = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find(Boolean);
    return { language: known(tag.split('-')[0]), quality: Number(quality ?? 1) };
  });
  const supported = ranges.filter(({ language, quality }) => language !== null && quality > 0);
  // The sort is stable: of equal qualities the first wins.
  return supported.sort((a, b) => b.quality - a.quality)[0]?.language ?? null;
}
