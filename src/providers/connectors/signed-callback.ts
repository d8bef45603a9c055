import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RawCallback } from './connector';

const TOLERANCE_S = 300;
const SIGNATURES_MAX = 10;

/**
 * A header `t=<Unix seconds>,v1=<hex>[,v1=<hex>]` has one signature per active secret. See
 * `isSigned`.
 */
export function isSignedHeader(
  callback: Pick<RawCallback, 'body' | 'receivedAt'>,
  header: string | readonly string[] | undefined,
  keys: readonly string[],
): boolean {
  const parts = String(header ?? '').split(',');
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [time = ''] = valuesOf('t');
  return isSigned(callback, time, valuesOf('v1'), keys);
}

/**
 * True when one of the signatures is the HMAC-SHA256 of `{timestamp}.{body}` in lower-case hex
 * under one of the keys, and the timestamp (Unix seconds) is at most 5 minutes off. All signatures
 * are compared with all keys, in constant time.
 */
export function isSigned(
  { body, receivedAt }: Pick<RawCallback, 'body' | 'receivedAt'>,
  timestamp: string,
  signatures: readonly string[],
  keys: readonly (string | Buffer)[],
): boolean {
  const ageS = receivedAt.getTime() / 1_000 - Number(timestamp);
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(ageS) > TOLERANCE_S) return false;
  const digests = signatures.slice(0, SIGNATURES_MAX).filter((text) => /^[0-9a-f]{64}$/.test(text));
  return keys
    .flatMap((key) => {
      const expected = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
      return digests.map((digest) => timingSafeEqual(expected, Buffer.from(digest, 'hex')));
    })
    .includes(true);
}
