import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { findKeySecrets } from './store/api-keys';
import { orProblem, Problem } from '../kernel/rules/problem';
import type { Deps } from '../deps';

export interface SignedRequest {
  readonly method: string;
  /** With the query, as received. */
  readonly path: string;
  readonly body: Buffer;
  readonly idempotencyKey: string;
  /** Unix time in seconds. */
  readonly timestamp: number;
}

/** Maximum difference between the clocks of client and gateway. */
const SKEW_SECONDS_MAX = 300;
const SEALED_AS = 'api_keys.signing_secret';

/** 256 random bits, and their stored form. */
export function newSigningSecret({ vault }: Pick<Deps, 'vault'>): {
  readonly secret: string;
  readonly sealed: string;
} {
  const secret = `sign_${randomBytes(32).toString('base64url')}`;
  return { secret, sealed: vault.seal(secret, SEALED_AS) };
}

export function signatureOf(secret: string, request: SignedRequest): Buffer {
  const { method, path, body, idempotencyKey, timestamp } = request;
  const digest = createHash('sha256').update(body).digest('hex');
  const signed = [timestamp, method, path, digest, idempotencyKey].join('\n');
  return createHmac('sha256', secret).update(signed).digest();
}

/** The header `Saphan-Signature`: Unix time in seconds, and 64 hex digits. */
export interface Signature {
  readonly timestamp: number;
  readonly hex: string;
}

/** Reads `t=<seconds>,v1=<hex>`. Throws Problem `invalid_signature`. */
export function readSignature(header: string): Signature {
  const [, seconds, hex = ''] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (seconds === undefined) throw refused('Send `Saphan-Signature: t=<seconds>,v1=<hex>`.');
  return { timestamp: Number(seconds), hex };
}

/**
 * The idempotency key is signed: within the five minutes of the timestamp a replayed request gets
 * the first response. Throws Problem `invalid_signature`, or `unauthorized` for a key that has
 * ended meanwhile.
 */
export async function verifySignature(
  deps: Pick<Deps, 'db' | 'vault'>,
  keyId: string,
  { timestamp, hex }: Signature,
  request: Omit<SignedRequest, 'timestamp' | 'idempotencyKey'> & {
    readonly idempotencyKey: string | null;
  },
): Promise<void> {
  const key = orProblem(await findKeySecrets(deps.db, keyId), 'unauthorized');
  const { signingSecretSealed } = key;
  if (signingSecretSealed === null) return;
  const { idempotencyKey } = request;
  if (idempotencyKey === null) throw refused('A signed request needs an Idempotency-Key.');
  if (Math.abs(Date.now() / 1000 - timestamp) > SKEW_SECONDS_MAX) {
    throw refused('The timestamp of the signature is more than five minutes away.');
  }
  const secret = deps.vault.open(signingSecretSealed, SEALED_AS);
  const expected = signatureOf(secret, { ...request, idempotencyKey, timestamp });
  if (!timingSafeEqual(expected, Buffer.from(hex, 'hex'))) {
    throw refused('The signature does not match the request.');
  }
}

const refused = (message: string): Problem => new Problem('invalid_signature', { message });
