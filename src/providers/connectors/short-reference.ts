import { createHash } from 'node:crypto';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * For a provider whose references are shorter than our ids: `[0-9A-Z]`, the same for every call, 5
 * bits of the id's SHA-256 per character. Up to 32 characters.
 */
export const shortReference = (orderId: string, length: number): string =>
  [...createHash('sha256').update(orderId).digest().subarray(0, length)]
    .map((byte) => digits[byte & 31])
    .join('');
