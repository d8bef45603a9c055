import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * The cookie that a session is known by. Under https its name has the prefix by which browsers
 * refuse one that another host or a plain connection sets.
 */
const nameFor = (publicUrl: string): string =>
  isSecure(publicUrl) ? '__Host-saphan-session' : 'saphan-session';

const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:');

export function readSessionCookie(
  { cookie = '' }: IncomingHttpHeaders,
  publicUrl: string,
): string | null {
  const name = nameFor(publicUrl);
  const pairs = cookie.split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([given]) => given === name)?.[1] ?? null;
}

/** Gone with the browser: how long a session may live is for the database to say. */
export function writeSessionCookie(token: string, publicUrl: string): string {
  return `${nameFor(publicUrl)}=${token}; ${limitsFor(publicUrl)}`;
}

export const clearSessionCookie = (publicUrl: string): string =>
  `${nameFor(publicUrl)}=; Max-Age=0; ${limitsFor(publicUrl)}`;

const limitsFor = (publicUrl: string): string =>
  `Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;

/** What a form of a session's page brings back: only who was shown the page can know it. */
export const formTokenOf = (token: string): string =>
  createHash('sha256').update(`form:${token}`).digest('base64url');
