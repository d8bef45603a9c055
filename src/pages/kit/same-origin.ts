import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form was submitted from a page of ours, according to `Sec-Fetch-Site` or `Origin`. A
 * request without either passes: old browsers send `Origin: null` under the checkout's referrer
 * policy, and the secret in the path authorizes the request.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || origin === 'null') return true;
  return URL.canParse(origin) && [host, new URL(publicUrl).host].includes(new URL(origin).host);
}

/**
 * The strict variant for requests that a cookie authorizes: a request without the headers fails.
 * Pages with such forms send a referrer policy under which browsers set `Origin`.
 */
export function isSurelySameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  return origin !== undefined && origin !== 'null' && isSameOrigin(headers, publicUrl);
}
