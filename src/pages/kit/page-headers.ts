import type { Language } from './language';

export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Resources of the same origin only, no framing, no device permissions but clipboard writes. */
export const pageHeaders = (language: Language): Record<string, string> => ({
  'Content-Security-Policy': pagePolicy,
  'Content-Language': language,
  Vary: 'Accept-Encoding, Accept-Language, Cookie, Sec-Fetch-Site',
  'Permissions-Policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
});
