import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A webhook's URL leads, or could lead, to a place that we do not send to. */
export class UnsafeTarget extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnsafeTarget';
  }
}

const urlLengthMax = 2048;
const publicPorts: readonly string[] = ['443', '8443'];

/** Answers metadata and agent requests of virtual machines in one cloud, from a public range. */
const cloudHostAddress = '168.63.129.16';

/**
 * Whether an address is one of the open internet. Everything is refused that is not plain global
 * unicast: private, loopback, link-local, shared, documentation, multicast, reserved, and the IPv6
 * ranges that carry an IPv4 address inside. An address mapped into IPv6 is judged as what it maps.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const ip = ipaddr.process(address);
  if (ip.range() !== 'unicast') return false;
  if (ip.kind() === 'ipv4') return ip.toString() !== cloudHostAddress;
  // Of IPv6 only 2000::/3 is given out. `unicast` also means what nobody has named yet, such as the
  // old ::a.b.c.d form, in which ::127.0.0.1 would pass.
  const [first = 0] = ip.toByteArray();
  return first >> 5 === 0b001;
}

/**
 * Reads the URL of a webhook and judges all that can be judged without DNS. With `allowPrivate` (a
 * sandbox) http, any port and any address are accepted. Throws UnsafeTarget.
 */
export function parseTarget(url: string, allowPrivate: boolean): URL {
  if (url.length > urlLengthMax) {
    throw new UnsafeTarget(`The URL must have at most ${urlLengthMax} characters.`);
  }
  // The URL parser drops tabs and line breaks and takes a backslash for a slash: what is shown
  // would not be what is called.
  if (/[\s\p{Cc}\\]/u.test(url) || !URL.canParse(url)) {
    throw new UnsafeTarget('The URL is not valid.');
  }
  const target = new URL(url);
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
  // No resolver is asked about an address, so here is the only place that can refuse one. The URL
  // parser has brought every notation (decimal, octal, hex, short, full-width) to the usual one.
  const host = target.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) {
    throw new UnsafeTarget('The URL must lead to a public address.');
  }
  return target;
}
