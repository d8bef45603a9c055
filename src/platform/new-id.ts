import { randomBytes, randomFillSync } from 'node:crypto';

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** Random bytes are generated in blocks, as each call is expensive. Every byte is used once. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

/** Crockford's base32: 5 random bits per character. */
function randomText(count: number): string {
  if (used + count > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let text = '';
  for (const end = used + count; used < end; used++) text += crockford[(pool[used] ?? 0) & 31];
  return text;
}

/** Sorts by creation time: prefix, 10 characters of milliseconds, 80 random bits. */
export const newId = (prefix: string, nowMs: number = Date.now()): string =>
  `${idsFrom(prefix, nowMs)}${randomText(16)}`;

/** Lower bound of the ids created at `ms` or later. */
export function idsFrom(prefix: string, ms: number): string {
  let time = '';
  for (let rest = ms, digit = 0; digit < 10; digit++, rest = Math.floor(rest / 32)) {
    time = `${crockford[rest % 32]}${time}`;
  }
  return `${prefix}${time}`;
}

/** 130 random bits: an unguessable id grants access to its object. */
export function newSecretId(prefix: string): string {
  return `${prefix}${randomText(26)}`;
}

/** Short enough for a printed address: 80 random bits. */
export const newLinkToken = (): string => randomText(16);

/** Passes through the banks: 20 characters `[0-9A-Z]`, 100 random bits. */
export function newPaymentRef(): string {
  return randomText(20).toUpperCase();
}

/** Version 7: 48 bits of milliseconds, 74 random bits. Sorts by creation time. */
export function newUuid(nowMs: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
