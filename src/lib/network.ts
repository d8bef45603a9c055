import { isIPv4, isIPv6 } from 'node:net';

/** The longest text of an IPv6 address. */
const ADDRESS_LENGTH_MAX = 45;

/** A valid IP address in its usual form, IPv4 also where it was mapped to IPv6; null for others. */
export function readAddress(text: string): string | null {
  if (text.length > ADDRESS_LENGTH_MAX) return null;
  const mapped = /^::ffff:([\d.]+)$/i.exec(text)?.[1] ?? text;
  if (isIPv4(mapped)) return mapped;
  return isIPv6(text) && !text.includes('%') ? text.toLowerCase() : null;
}

/**
 * Whom an address is counted as: IPv4 addresses one by one, IPv6 by the first 64 bits, since a
 * subscriber is assigned at least that many addresses. Text that is no address stays as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const read = readAddress(plain);
  if (read === null || isIPv4(read)) return read ?? address;
  // The URL parser writes each address in one form only, without leading zeros.
  const [head = '', tail] = new URL(`http://[${read}]`).hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
