import { isIPv4, isIPv6 } from 'node:net';

const ADDRESS_LENGTH_MAX = 45;

/**
 * Canonical form (RFC 5952), IPv4-mapped IPv6 as IPv4 in whichever notation; null for text that is
 * no IP address.
 */
export function readAddress(text: string): string | null {
  if (text.length > ADDRESS_LENGTH_MAX) return null;
  if (isIPv4(text)) return text;
  if (!isIPv6(text) || text.includes('%')) return null;
  // The URL parser returns the canonical form, and a mapped IPv4 address in hexadecimal.
  const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return canonical;
  return [high, low].flatMap(bytesOf).join('.');
}

/** 16 bits in hexadecimal as two bytes. */
function bytesOf(hex: string): readonly number[] {
  const value = Number.parseInt(hex, 16);
  return [value >> 8, value & 0xff];
}

/**
 * Rate limits count by it: an IPv4 address itself, the /64 of an IPv6 address, since a subscriber
 * is assigned at least that much. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const read = readAddress(plain);
  if (read === null || isIPv4(read)) return read ?? address;
  const [head = '', tail] = read.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
