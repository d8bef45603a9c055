import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as base64url. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** The secret is shown once, its hash is stored. */
export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** Null when the text is no token. */
export const hashOfSentToken = (text: string): Buffer | null =>
  tokenForm.test(text) ? hashOfToken(text) : null;

/** Neither salted nor stretched: 256 random bits cannot be guessed. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
