import type { addresses } from './addresses';
import { setting, type ValuesOf } from './setting';
import { integer } from './types';

export const limits = {
  CONNECTIONS_PER_ADDRESS: setting(integer(1, 10_000).optional(), {
    description: 'Open connections per client address (IPv6: per /64) and process.',
    fallback: '2000; 5000 with `TRUSTED_PROXIES`',
  }),
  RATE_LIMIT_PER_SECOND: setting(integer(1, 1_000_000).default(100), {
    description:
      'Requests per merchant, over all processes; per user or operator on the pages. A caller ' +
      'may send those of five seconds at once, if it pauses after them.',
  }),
  REQUESTS_IN_FLIGHT_MAX: setting(integer(1, 10_000).default(500), {
    description:
      'Requests that a process works on at a time. Below it, their number follows the load ' +
      '([Overload](operations.md#overload)).',
  }),
  QUEUE_DELAY_MAX_MS: setting(integer(1, 10_000).default(20), {
    description:
      'A process refuses requests while each authentication takes longer than these ' +
      'milliseconds, or each payment waits longer to be written. Set it above the usual time of ' +
      'a short statement on your network.',
  }),
};

export const limitsOf = (env: ValuesOf<typeof limits & typeof addresses>) => ({
  /** Per client network. Behind a proxy, all clients share its address. */
  connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS ?? (env.TRUSTED_PROXIES > 0 ? 5_000 : 2_000),
  rateLimitPerSecond: env.RATE_LIMIT_PER_SECOND,
  /** Per process; the effective limit shrinks under overload. */
  requestsInFlightMax: env.REQUESTS_IN_FLIGHT_MAX,
  /** The process is overloaded when no authentication of an interval is faster. */
  queueDelayMaxMs: env.QUEUE_DELAY_MAX_MS,
});
