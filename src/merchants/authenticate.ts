import { createHash, randomBytes } from 'node:crypto';
import type { KeyHolder } from '../kernel/merchants/store';
import { Problem } from '../kernel/rules/problem';
import { bearerToken, isBearerOf } from '../platform/crypto/bearer';
import type { Deps } from '../deps';

/** Sandbox keys are invalid in live mode, and live keys in a sandbox. */
const keyForms = {
  sandbox: /^sk_test_[A-Za-z0-9_-]{43}$/,
  live: /^sk_live_[A-Za-z0-9_-]{43}$/,
} as const;

/** 256 random bits. Only the hash and the hint, for display, are stored. */
export function newApiKey(mode: 'sandbox' | 'live'): {
  readonly key: string;
  readonly hash: Buffer;
  readonly hint: string;
} {
  const prefix = mode === 'sandbox' ? 'sk_test_' : 'sk_live_';
  const key = `${prefix}${randomBytes(32).toString('base64url')}`;
  return { key, hash: sha256(key), hint: `${key.slice(0, prefix.length + 4)}…` };
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Throws Problem `unauthorized`. */
export async function authenticateMerchant(
  deps: Pick<Deps, 'batched' | 'config'>,
  authorization: string | undefined,
): Promise<KeyHolder> {
  const key = bearerToken(authorization);
  const merchant =
    key !== null && keyForms[deps.config.mode].test(key)
      ? await deps.batched.merchantByKey(sha256(key))
      : null;
  if (merchant === null) throw unauthorized(authorization);
  return merchant;
}

/** Names the invalid part of the header without repeating its content. */
export function unauthorized(authorization: string | undefined): Problem {
  const write = 'send `Authorization: Bearer <API key>`.';
  if (authorization === undefined || authorization.trim() === '') {
    return new Problem('unauthorized', {
      message: `The header Authorization is missing: ${write}`,
    });
  }
  if (bearerToken(authorization) !== null) {
    return new Problem('unauthorized', {
      message: 'The API key is unknown, was revoked or has expired.',
    });
  }
  const message = /^Bearer\b/i.test(authorization)
    ? `The header Authorization has no key after Bearer, or more than one: ${write}`
    : `The header Authorization does not begin with the word Bearer: ${write}`;
  return new Problem('unauthorized', { message });
}

export const isProvider = (
  { config }: Pick<Deps, 'config'>,
  authorization: string | undefined,
): boolean => isBearerOf(config.provider.acceptedKeys, authorization);

export const isOperator = (
  { config }: Pick<Deps, 'config'>,
  authorization: string | undefined,
): boolean => isBearerOf(config.operatorKeys, authorization);
