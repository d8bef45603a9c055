import { isIP } from 'node:net';
import { domainToUnicode } from 'node:url';
import ipaddr from 'ipaddr.js';

/** The gateway may not call an address that the URL has, or could have. */
export class UnsafeTarget extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnsafeTarget';
  }
}

const urlLengthMax = 2048;
const publicPorts: readonly string[] = ['443', '8443'];

/** Azure's metadata and agent endpoint, which has a public address. */
const cloudHostAddress = '168.63.129.16';

/**
 * Global unicast. Private, loopback, link-local, shared, documentation, multicast and reserved
 * ranges are not public, nor are IPv6 ranges that embed an IPv4 address. An IPv4-mapped address is
 * checked as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast') return false;
  if (ip.kind() === 'ipv4') return ip.toString() !== cloudHostAddress;
  // Only 2000::/3 is allocated. `unicast` includes unnamed ranges too, such as the deprecated
  // IPv4-compatible form, in which ::127.0.0.1 would pass.
  const [first = 0] = ip.toByteArray();
  return first >> 5 === 0b001;
}

const isEncoded = (label: string): boolean => label.startsWith('xn--');

/**
 * For a URL that the gateway calls for others: makes every check that needs no DNS. With
 * `allowPrivate` (sandbox) http, any port and any address are accepted. Throws UnsafeTarget.
 */
export function parseTarget(url: string, allowPrivate: boolean): URL {
  if (url.length > urlLengthMax) {
    throw new UnsafeTarget(`The URL must have at most ${urlLengthMax} characters.`);
  }
  // The URL parser removes tabs and line breaks and reads a backslash as a slash: the URL called
  // would differ from the URL shown.
  if (/[\s\p{Cc}\\]/u.test(url) || !URL.canParse(url)) {
    throw new UnsafeTarget('The URL is not valid.');
  }
  const target = new URL(url);
  // Node 24 accepts an internationalized label that cannot be decoded; earlier versions do not.
  if (domainToUnicode(target.hostname).split('.').some(isEncoded)) {
    throw new UnsafeTarget('The URL is not valid.');
  }
  if (target.protocol !== 'https:' && !(allowPrivate && target.protocol === 'http:')) {
    throw new UnsafeTarget('The URL must begin with https://.');
  }
  if (target.username !== '' || target.password !== '') {
    throw new UnsafeTarget('The URL must not contain a user name or password.');
  }
  if (allowPrivate) return target;
  if (target.port !== '' && !publicPorts.includes(target.port)) {
    throw new UnsafeTarget(`The port must be ${publicPorts.join(' or ')}.`);
  }
  // IP addresses are not resolved, so they are checked here. The URL parser has normalized every
  // notation: decimal, octal, hex, short, full-width.
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new UnsafeTarget('The URL must lead to a public address.');
  }
  return target;
}
