import { createHash, randomBytes } from 'node:crypto';

/** What every such secret looks like: 256 random bits. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

/** A secret to be shown once and told back. Kept is only its hash, which it is found by. */
export function newToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/** The hash to find a token by that somebody sent; null for what cannot be one. */
export const hashOfSentToken = (text: string): Buffer | null =>
  tokenForm.test(text) ? hashOfToken(text) : null;

/** No salt and no stretching: nobody can guess what is 256 random bits. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
