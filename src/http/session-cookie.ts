import { createHash, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Realm } from '../kernel/rules/realm';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** After a sign-in; the same as in the database. */
const DEVICE_SECONDS = 180 * 24 * 60 * 60;

const limitsFor = (publicUrl: string): string =>
  `Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;

/** Prefixed `__Host-` under https: browsers reject it from another host or a plain connection. */
const cookieNamed = (name: string, seconds: number | null = null) => {
  const nameFor = (publicUrl: string): string => `${isSecure(publicUrl) ? '__Host-' : ''}${name}`;
  return {
    read({ cookie = '' }: IncomingHttpHeaders, publicUrl: string): string | null {
      const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
      return pairs.find(([given]) => given === nameFor(publicUrl))?.[1] ?? null;
    },
    /** A cookie without `Max-Age` ends with the browser session. */
    write: (token: string, publicUrl: string): string =>
      `${nameFor(publicUrl)}=${token}; ${seconds === null ? '' : `Max-Age=${seconds}; `}${limitsFor(
        publicUrl,
      )}`,
    clear: (publicUrl: string): string =>
      `${nameFor(publicUrl)}=; Max-Age=0; ${limitsFor(publicUrl)}`,
  };
};

/** Neither realm accepts the other's cookie. */
export const sessionCookies = {
  merchant: cookieNamed('saphan-session'),
  operator: cookieNamed('saphan-console'),
} as const satisfies Readonly<Record<Realm, unknown>>;
/** The same as in the database. */
const HALF_SECONDS = 10 * 60;
export const halfSessionCookies = {
  merchant: cookieNamed('saphan-session-half', HALF_SECONDS),
  operator: cookieNamed('saphan-console-half', HALF_SECONDS),
} as const satisfies Readonly<Record<Realm, unknown>>;
/** Identifies a browser for the counters of sign-in attempts. It grants no access. */
export const deviceCookie = cookieNamed('saphan-device', DEVICE_SECONDS);

/** Finds the open payment of a visitor on the page of a payment link. It grants no access. */
export const payerCookie = cookieNamed('saphan-payer', 24 * 60 * 60);

/** The anti-CSRF token, derived from the session's secret. */
export const formTokenOf = (token: string): string =>
  createHash('sha256').update(`form:${token}`).digest('base64url');

/**
 * The token as a page shows it: another text for each page, so that the lengths of compressed pages
 * reveal nothing about it (BREACH).
 */
export function maskFormToken(formToken: string): string {
  const bytes = Buffer.from(formToken, 'base64url');
  const pad = randomBytes(bytes.length);
  return Buffer.concat([pad, xor(pad, bytes)]).toString('base64url');
}

/** The token of a masked one; of any other text, some text. */
export function unmaskFormToken(masked: string): string {
  const bytes = Buffer.from(masked, 'base64url');
  const half = bytes.length >> 1;
  return xor(bytes.subarray(0, half), bytes.subarray(half, 2 * half)).toString('base64url');
}

const xor = (pad: Buffer, bytes: Buffer): Buffer =>
  Buffer.from(bytes.map((byte, index) => byte ^ (pad[index] ?? 0)));
