import { Resolver, lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { UnsafeTarget, isPublicAddress } from './public-address';

/** Has no address, or its name servers did not answer in time. */
export class UnresolvedHost extends Error {
  constructor(host: string, options?: ErrorOptions) {
    super(`${host} has no address`, options);
    this.name = 'UnresolvedHost';
  }
}

export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Returns permitted addresses. Throws UnsafeTarget or UnresolvedHost. */
export type ResolveHost = (host: string) => Promise<readonly HostAddress[]>;

/** Returns unchecked addresses. */
export type QueryHost = (host: string) => Promise<readonly string[]>;

export interface ResolverOptions {
  readonly allowPrivate: boolean;
  readonly query?: QueryHost;
  readonly budgetMs?: number;
  /** Monotonic. */
  readonly nowMs?: () => number;
}

const cacheMs = 30_000;
const hostsMax = 1000;
/** Addresses to connect to; all addresses are checked. */
const addressesMax = 8;

interface Known {
  readonly addresses: Promise<readonly HostAddress[]>;
  readonly untilMs: number;
}

/**
 * Resolves host names to checked addresses, to which alone the caller connects: this prevents DNS
 * rebinding. One forbidden address rejects the host. Results are cached for 30 seconds, failures
 * are not.
 */
export function createResolver(options: ResolverOptions): ResolveHost {
  const { allowPrivate, budgetMs = 5000, nowMs = () => performance.now() } = options;
  const query = options.query ?? (allowPrivate ? querySystem : createDnsQuery());
  const known = new Map<string, Known>();

  async function ask(host: string): Promise<readonly HostAddress[]> {
    const addresses = await within(budgetMs, query(host)).catch((cause: unknown) => {
      throw new UnresolvedHost(host, { cause });
    });
    if (addresses.length === 0) throw new UnresolvedHost(host);
    if (!allowPrivate && !addresses.every(isPublicAddress)) {
      throw new UnsafeTarget(`${host} does not lead to public addresses only.`);
    }
    return addresses
      .slice(0, addressesMax)
      .map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
  }

  return (host) => {
    const found = known.get(host);
    if (found !== undefined && found.untilMs > nowMs()) return found.addresses;
    known.delete(host);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= hostsMax) known.delete(oldest);
    // Caches the promise, so that concurrent requests to one host share a query.
    const entry: Known = { addresses: ask(host), untilMs: nowMs() + cacheMs };
    known.set(host, entry);
    entry.addresses.catch(() => {
      if (known.get(host) === entry) known.delete(host);
    });
    return entry.addresses;
  };
}

/**
 * Queries the name servers directly. The system's lookup shares four threads among the whole
 * process: slow name servers of a few receivers would block all others.
 */
export function createDnsQuery(servers?: readonly string[], timeoutMs = 1500): QueryHost {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers !== undefined) resolver.setServers(servers);
  return async (host) => {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host),
      resolver.resolve6(host),
    ]);
    const addresses = [four, six].flatMap((part) =>
      part.status === 'fulfilled' ? part.value : [],
    );
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
    return addresses;
  };
}

/** Uses the system's lookup, which reads /etc/hosts: a sandbox resolves localhost. */
async function querySystem(host: string): Promise<readonly string[]> {
  const found = await lookup(host, { all: true, verbatim: false });
  return found.map(({ address }) => address);
}

function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer in ${limitMs} ms`)), limitMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Connects to the checked addresses only. Not called for an IP address in the URL. */
export function pinnedLookup(resolve: ResolveHost): LookupFunction {
  const find = callbackify(async (host: string) => [...(await resolve(host))]);
  return (host, _options, callback) => find(host, callback);
}
