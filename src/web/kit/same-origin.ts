import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form came from our own page, as far as the browser says. Old ones say nothing but the
 * origin, and that is `null` where the page forbids to tell it, as ours do: such a request is let
 * in, for what it needs is the secret in the path.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || origin === 'null') return true;
  return URL.canParse(origin) && [host, new URL(publicUrl).host].includes(new URL(origin).host);
}

/**
 * The same where a cookie is what lets in: what a browser does not say to be from here, is not.
 * Pages that have such forms let the origin be told.
 */
export function isSurelySameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && origin !== 'null' && isSameOrigin(headers, publicUrl);
}
