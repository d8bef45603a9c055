import { createHash, timingSafeEqual } from 'node:crypto';

/** Null for any other header. */
export const bearerToken = (authorization: string | undefined): string | null =>
  /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1] ?? null;

/**
 * Digests of equal length are compared in constant time, and always with every key, so that the
 * response time reveals nothing about the keys.
 */
export function isBearerOf(keys: readonly string[], authorization: string | undefined): boolean {
  const token = bearerToken(authorization);
  if (token === null) return false;
  const digest = sha256(token);
  return keys.map((key) => timingSafeEqual(digest, sha256(key))).includes(true);
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
