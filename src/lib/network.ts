import { isIPv4, isIPv6 } from 'node:net';

const ADDRESS_LENGTH_MAX = 45;

/** A valid IP address in canonical form, IPv4-mapped IPv6 as IPv4; null for other text. */
export function readAddress(text: string): string | null {
  if (text.length > ADDRESS_LENGTH_MAX) return null;
  const mapped = /^::ffff:([\d.]+)$/i.exec(text)?.[1] ?? text;
  if (isIPv4(mapped)) return mapped;
  return isIPv6(text) && !text.includes('%') ? text.toLowerCase() : null;
}

/**
 * The network that an address is rate limited by: an IPv4 address itself, the /64 of an IPv6
 * address, since a subscriber is assigned at least that much. Other text is returned unchanged.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const read = readAddress(plain);
  if (read === null || isIPv4(read)) return read ?? address;
  // The URL parser returns the canonical form, without leading zeros.
  const [head = '', tail] = new URL(`http://[${read}]`).hostname.slice(1, -1).split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
