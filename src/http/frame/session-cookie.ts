import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

const limitsFor = (publicUrl: string): string =>
  `Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;

/**
 * The cookie that a session is known by. Under https its name has the prefix by which browsers
 * refuse one that another host or a plain connection sets.
 */
const cookieNamed = (name: string) => {
  const nameFor = (publicUrl: string): string => `${isSecure(publicUrl) ? '__Host-' : ''}${name}`;
  return {
    read({ cookie = '' }: IncomingHttpHeaders, publicUrl: string): string | null {
      const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
      return pairs.find(([given]) => given === nameFor(publicUrl))?.[1] ?? null;
    },
    /** Gone with the browser: how long a session may live is for the database to say. */
    write: (token: string, publicUrl: string): string =>
      `${nameFor(publicUrl)}=${token}; ${limitsFor(publicUrl)}`,
    clear: (publicUrl: string): string =>
      `${nameFor(publicUrl)}=; Max-Age=0; ${limitsFor(publicUrl)}`,
  };
};

/** Of who works for a merchant. */
export const sessionCookie = cookieNamed('saphan-session');
/** Of an operator: neither opens what the other is for. */
export const consoleCookie = cookieNamed('saphan-console');

/** What a form of a session's page brings back: only who was shown the page can know it. */
export const formTokenOf = (token: string): string =>
  createHash('sha256').update(`form:${token}`).digest('base64url');
