import type { ServerResponse } from 'node:http';

/** What every answer says, unless its operation says otherwise: show nothing, keep nothing. */
const headers = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;

/** A year, for this host alone: what stands beside it on the same domain is not ours to bind. */
const HTTPS_ONLY = 'max-age=31536000';

/** `isSecure`: callers reach us by https. */
export function setSecurityHeaders(response: ServerResponse, isSecure: boolean): void {
  for (const [name, value] of headers) response.setHeader(name, value);
  if (isSecure) response.setHeader('Strict-Transport-Security', HTTPS_ONLY);
}
