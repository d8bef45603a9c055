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
