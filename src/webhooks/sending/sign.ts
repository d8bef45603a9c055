import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Permitted clock difference between sender and receiver, by Standard Webhooks. */
const SIGNATURE_TOLERANCE_MS = 5 * 60_000;

const prefix = 'whsec_';
const keyBytesMin = 24;
const keyBytesMax = 64;

/** `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/** False for a `whsec_` secret that Standard Webhooks libraries do not decode to this HMAC key. */
export const isDecodable = (secret: string): boolean =>
  !secret.startsWith(prefix) || decodedKey(secret) !== null;

function decodedKey(secret: string): Buffer | null {
  if (!secret.startsWith(prefix)) return null;
  const encoded = secret.slice(prefix.length);
  const key = Buffer.from(encoded, 'base64');
  // Buffer skips invalid characters: only text that encodes back unchanged was base64.
  const isExact = key.toString('base64') === encoded;
  return isExact && key.length >= keyBytesMin && key.length <= keyBytesMax ? key : null;
}

/**
 * The HMAC key. `whsec_` and base64 of 24 to 64 bytes is decoded to those bytes (Standard
 * Webhooks); any other text is used as its UTF-8 bytes.
 */
export function signingKey(secret: string): Buffer {
  return decodedKey(secret) ?? Buffer.from(secret, 'utf8');
}

export interface Signable {
  /** The event's id, equal for all attempts: a receiver uses it to drop duplicates. */
  readonly id: string;
  /** The time of this attempt: each attempt is signed again. */
  readonly atMs: number;
  readonly body: string;
  /** The current secret; during a rotation also the previous one. */
  readonly secrets: readonly string[];
}

/** The three headers of Standard Webhooks, with one signature per secret. */
export function signatureHeaders({ id, atMs, body, secrets }: Signable): Record<string, string> {
  // The signed text joins its parts by dots: an id with a dot would be ambiguous.
  if (id.includes('.')) throw new Error(`a webhook id must not contain a dot: ${id}`);
  if (secrets.length === 0) throw new Error('a webhook is never sent unsigned');
  const timestamp = String(Math.floor(atMs / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => sign(id, timestamp, body, secret)).join(' '),
  };
}

export interface Signed {
  /** As Node provides them: names in lower case. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** Before any parsing. */
  readonly body: string | Buffer;
  readonly secret: string;
  readonly nowMs: number;
}

/** Also requires a timestamp within 5 minutes of `nowMs`. False without the headers. */
export function verify({ headers, body, secret, nowMs }: Signed): boolean {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string') return false;
  if (typeof signatures !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowMs - Number(timestamp) * 1000) > SIGNATURE_TOLERANCE_MS) return false;
  const expected = Buffer.from(sign(id, timestamp, body, secret));
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function sign(id: string, timestamp: string, body: string | Buffer, secret: string): string {
  const hmac = createHmac('sha256', signingKey(secret));
  return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}
