import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** How far the clocks of sender and receiver may be apart, as Standard Webhooks has it. */
const SIGNATURE_TOLERANCE_MS = 5 * 60_000;

const prefix = 'whsec_';
const keyBytesMin = 24;
const keyBytesMax = 64;

/** A new secret: `whsec_` and the base64 of 32 random bytes. */
export function newSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`;
}

/**
 * The HMAC key that a secret stands for. `whsec_` and the base64 of 24 to 64 bytes are those bytes,
 * as Standard Webhooks has it. A merchant may choose any other text: it is its own UTF-8 bytes.
 */
export function signingKey(secret: string): Buffer {
  if (secret.startsWith(prefix)) {
    const encoded = secret.slice(prefix.length);
    const key = Buffer.from(encoded, 'base64');
    // Buffer skips what is not base64, so only a text that comes back unchanged was base64.
    const exact = key.toString('base64') === encoded;
    if (exact && key.length >= keyBytesMin && key.length <= keyBytesMax) return key;
  }
  return Buffer.from(secret, 'utf8');
}

export interface Signable {
  /** The event's id. The same on every attempt, so that a receiver can drop a repeat. */
  readonly id: string;
  /** When this attempt is made: each one is signed anew. */
  readonly atMs: number;
  /** The exact text that is sent. */
  readonly body: string;
  /** The current secret first; during a rotation also the one before it. */
  readonly secrets: readonly string[];
}

/** The three headers of Standard Webhooks, with one signature for each secret. */
export function signatureHeaders({ id, atMs, body, secrets }: Signable): Record<string, string> {
  // The signed text joins its parts by dots: an id with one could be read in two ways.
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
  /** As Node gives them: names in lower case. */
  readonly headers: Readonly<IncomingHttpHeaders>;
  /** The body as it came, before any parsing. */
  readonly body: string | Buffer;
  readonly secret: string;
  readonly nowMs: number;
}

/** Whether a webhook was signed with this secret, for this body, in the last or next 5 minutes. */
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
