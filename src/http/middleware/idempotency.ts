import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { says } from '../../contract/fields';
import { Problem } from '../../kernel/rules/problem';
import { comparedText } from '../../kernel/rules/thai-text';

/** Contains the operation's name, not its path, so aliases share a claim. */
export interface Claim {
  readonly merchantId: string;
  readonly operation: string;
  readonly key: string;
  /** SHA-256 of the parsed parameters and body. */
  readonly fingerprint: Buffer;
}

const keyForm = /^[\x20-\x7e]{1,255}$/;

const keyRule = says('invalid_idempotency_key', 'must be text of 1 to 255 characters');
/** Any text that Postgres can store. */
export const bodyKey = z
  .string(keyRule)
  .refine((text) => text !== '' && Array.from(text).length <= 255, keyRule)
  .refine((text) => !/[\0\p{Cs}]/u.test(text), keyRule)
  .meta({ minLength: 1, maxLength: 255 });

/** For the API's description: header parsing strips surrounding spaces. */
export const keyHeader = z.string().regex(/^[\x21-\x7e]([\x20-\x7e]{0,253}[\x21-\x7e])?$/);
const headerName = 'idempotency-key';

/** Null when the header is missing. Throws Problem `invalid_idempotency_key`. */
export function readKeyHeader(request: IncomingMessage): string | null {
  const key = request.headers[headerName];
  if (key === undefined) return null;
  // Node joins repeated headers with a comma, which is also a valid character of a key.
  const sent = request.rawHeaders.filter(
    (text, at) => at % 2 === 0 && text.toLowerCase() === headerName,
  );
  if (typeof key !== 'string' || sent.length > 1 || !keyForm.test(key)) {
    throw new Problem('invalid_idempotency_key', { param: 'Idempotency-Key' });
  }
  return key;
}

/** Throws Problem when the keys of the header and the body differ. */
export function oneKey(headerKey: string | null, body: unknown): string | null {
  const bodyKey =
    (body as { idempotency_key?: string | null } | undefined)?.idempotency_key ?? null;
  if (headerKey !== null && bodyKey !== null && headerKey !== bodyKey) {
    throw new Problem('invalid_idempotency_key', {
      param: 'idempotency_key',
      message: 'The Idempotency-Key header and idempotency_key in the body differ.',
    });
  }
  return headerKey ?? bodyKey;
}

/**
 * Equal for requests with equal parameters and bodies. Ignores the idempotency key, the order of
 * members and the encoding of Thai text, which differs between keyboards.
 */
export function fingerprint(params: unknown, body: unknown): Buffer {
  const request = { params, body: { ...(body as object | undefined), idempotency_key: undefined } };
  return createHash('sha256')
    .update(comparedText(JSON.stringify(request, sortMembers)))
    .digest();
}

function sortMembers(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
