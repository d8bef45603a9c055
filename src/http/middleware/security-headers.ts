import type { ServerResponse } from 'node:http';

/** Defaults; an operation can override them. */
const headers = [
  ['Cache-Control', 'no-store'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
] as const;

/** One year, for this host only: sibling hosts of the domain are not the gateway's. */
const HTTPS_ONLY = 'max-age=31536000';

export function setSecurityHeaders(response: ServerResponse, isSecure: boolean): void {
  for (const [name, value] of headers) response.setHeader(name, value);
  if (isSecure) response.setHeader('Strict-Transport-Security', HTTPS_ONLY);
}
