import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Realm } from '../domain/realm';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

/** Lifetime of the device cookie after a sign-in, as in the database. */
const DEVICE_SECONDS = 180 * 24 * 60 * 60;

const limitsFor = (publicUrl: string): string =>
  `Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;

/**
 * A cookie whose name has the prefix `__Host-` under https: browsers then reject it from another
 * host or over a plain connection.
 */
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

/** The session cookie of each realm. Neither is valid in the other. */
export const sessionCookies = {
  merchant: cookieNamed('saphan-session'),
  operator: cookieNamed('saphan-console'),
} as const satisfies Readonly<Record<Realm, unknown>>;
/** Lifetime of a half-session, as in the database. */
const HALF_SECONDS = 10 * 60;
/** The half-session cookie of each realm. */
export const halfSessionCookies = {
  merchant: cookieNamed('saphan-session-half', HALF_SECONDS),
  operator: cookieNamed('saphan-console-half', HALF_SECONDS),
} as const satisfies Readonly<Record<Realm, unknown>>;
/** Identifies a browser for the counters of sign-in attempts. It grants no access. */
export const deviceCookie = cookieNamed('saphan-device', DEVICE_SECONDS);

/** The anti-CSRF token of a session's forms, derived from the session's secret. */
export const formTokenOf = (token: string): string =>
  createHash('sha256').update(`form:${token}`).digest('base64url');
