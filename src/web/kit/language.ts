import type { IncomingHttpHeaders } from 'node:http';

export const languages = ['th', 'en'] as const;
export type Language = (typeof languages)[number];

const COOKIE = 'saphan_lang';
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

const known = (name: string | undefined): Language | null =>
  languages.find((language) => language === name) ?? null;

/** What the address names, else the choice of before, else the browser's wish, else Thai. */
export function chooseLanguage(named: unknown, headers: IncomingHttpHeaders): Language {
  const asked = typeof named === 'string' ? known(named) : null;
  return asked ?? fromCookie(headers) ?? preferred(headers) ?? 'th';
}

/** The cookie that keeps a choice which the address names anew; null when there is none to keep. */
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

/** The best of `Accept-Language` that we speak: `en-GB` is English, and `q=0` is a refusal. */
function preferred(headers: IncomingHttpHeaders): Language | null {
  const wishes = (headers['accept-language'] ?? '').split(',').map((wish) => {
    const [tag = '', ...parameters] = wish.trim().toLowerCase().split(';');
    const quality = parameters.map((text) => /^\s*q=([\d.]+)/.exec(text)?.[1]).find(Boolean);
    return { language: known(tag.split('-')[0]), quality: Number(quality ?? 1) };
  });
  const spoken = wishes.filter(({ language, quality }) => language !== null && quality > 0);
  // Stable: of equal wishes the first counts.
  return spoken.sort((a, b) => b.quality - a.quality)[0]?.language ?? null;
}
