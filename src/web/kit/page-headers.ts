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

/**
 * What a page says beyond what every answer says: only what is our own, in no frame, with no power
 * over the device but to fill the clipboard, and nothing for search engines.
 */
export const pageHeaders = (language: Language): Record<string, string> => ({
  'Content-Security-Policy': pagePolicy,
  'Content-Language': language,
  Vary: 'Accept-Language, Cookie',
  'Permissions-Policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-write=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex, nofollow',
});
