import { buildConnector } from 'undici';
import { pinnedLookup, type ResolveHost } from '../../platform/network/resolver';

export interface DialerOptions {
  readonly resolve: ResolveHost;
  readonly connectTimeoutMs: number;
  /** PEM certificates to trust instead of the public authorities. */
  readonly ca?: string;
}

export interface Dialer {
  readonly connect: buildConnector.connector;
  /** Whether the error is a reset of a socket that was open before `startedAtMs` (monotonic). */
  wasStale(fault: unknown, startedAtMs: number): boolean;
}

const resetCodes: readonly string[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Time per address. Node's default of 250 ms is too short for a distant receiver. */
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
          // The error does not refer to its socket, so it is recorded here.
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
