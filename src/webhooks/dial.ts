import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import type { ResolveHost } from './resolver';

export interface DialerOptions {
  readonly resolve: ResolveHost;
  readonly connectTimeoutMs: number;
  /** PEM certificates to trust instead of the public authorities. */
  readonly ca?: string;
}

/** Opens the sockets of the sender. */
export interface Dialer {
  readonly connect: buildConnector.connector;
  /** Whether a fault is the reset of a socket that was open before `startedAtMs` (monotonic). */
  wasStale(fault: unknown, startedAtMs: number): boolean;
}

const resetCodes: readonly string[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/**
 * The default of 250 ms gives up on an address that is half the world away, and when no other is
 * left that works, on the receiver.
 */
const addressTimeoutMs = 1000;

export function createDialer({ resolve, connectTimeoutMs, ca }: DialerOptions): Dialer {
  const openSinceMs = new WeakMap<object, number>();
  const dial = buildConnector({
    timeout: connectTimeoutMs,
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressTimeoutMs,
    lookup: pinnedLookup(resolve),
    ...(ca === undefined ? {} : { ca }),
  });
  return {
    connect(target, callback) {
      dial(target, (...outcome) => {
        const [, socket] = outcome;
        if (socket) {
          const sinceMs = performance.now();
          // An error does not tell its socket: it is marked while it passes.
          socket.once('error', (fault: Error) => openSinceMs.set(fault, sinceMs));
        }
        callback(...outcome);
      });
    },
    wasStale(fault, startedAtMs) {
      if (typeof fault !== 'object' || fault === null || !('code' in fault)) return false;
      const sinceMs = openSinceMs.get(fault);
      return (
        sinceMs !== undefined && sinceMs < startedAtMs && resetCodes.includes(String(fault.code))
      );
    },
  };
}

/** Hands the socket the very addresses that were judged. It is not called for a literal address. */
function pinnedLookup(resolve: ResolveHost): LookupFunction {
  const find = callbackify(async (host: string) => [...(await resolve(host))]);
  return (host, _options, callback) => find(host, callback);
}
