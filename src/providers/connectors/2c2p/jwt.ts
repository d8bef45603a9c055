import { createHmac, timingSafeEqual } from 'node:crypto';

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const macOf = (text: string, secret: string): Buffer =>
  createHmac('sha256', secret).update(text).digest();

/** HS256. */
export function signJwt(claims: object, secret: string): string {
  const signed = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode(claims)}`;
  return `${signed}.${macOf(signed, secret).toString('base64url')}`;
}

/**
 * Null for a text that none of the secrets signed by HS256. Every secret is compared, in constant
 * time. The header chooses no algorithm.
 */
export function verifyJwt(token: string, secrets: readonly string[]): unknown {
  const [, header = '', claims = '', signature = ''] =
    /^([\w-]{1,1024})\.([\w-]{1,65536})\.([\w-]{43})$/.exec(token) ?? [];
  if (header === '' || algorithmOf(header) !== 'HS256') return null;
  const given = Buffer.from(signature, 'base64url');
  // The last digit has two bits to spare.
  if (given.toString('base64url') !== signature) return null;
  const matches = secrets.map((secret) =>
    timingSafeEqual(given, macOf(`${header}.${claims}`, secret)),
  );
  return matches.includes(true) ? parse(claims) : null;
}

function algorithmOf(header: string): unknown {
  const read = parse(header);
  return typeof read === 'object' && read !== null && 'alg' in read ? read.alg : null;
}

/** Null for anything but JSON. */
function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
}
