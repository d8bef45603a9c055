import { createHash } from 'node:crypto';
import { createRateCounters } from '../../people/limit-attempts';
import { createOpenOrderQuota, type DemandRoom } from '../../orders/open-order-quota';
import { Problem } from '../../kernel/rules/problem';
import { networkOf } from '../../platform/network/network';
import type { Limiter } from '../../platform/shared-counters';
import type { ApiDeps } from '../api-deps';
import type { ApiContext } from '../context';
import { createAdmission, type Admission } from './admission';
import { createDrawings, type Draw } from './drawings';
import { createPayoutTurns, type PayoutTurns } from './payout-turns';

/** Rates are counted over all processes (`platform/shared-counters.ts`). */
export interface RateLimits {
  readonly admission: Admission;
  /**
   * Counts a request of a merchant or session and sets the rate-limit headers. `perSecond`: null
   * for the default. Throws Problem `rate_limit_exceeded`.
   */
  countRequest(ctx: ApiContext, callerId: string, perSecond?: number | null): void;
  readonly demandRoomForOrder: DemandRoom;
  readonly takePayoutTurn: PayoutTurns;
  readonly keys: KeyGuard;
  /** For refused sessions and secret links. */
  readonly links: Pick<KeyGuard, 'refuse'>;
  /** Counts a form of an anonymous visitor. Throws Problem as `links.refuse` does. */
  countForm(ctx: ApiContext): void;
  /** Counts a form of a known device (`placeOfDevice`), independently of its address. */
  countDeviceForm(place: string): void;
  /** Counts an image rendered for the holder of a link. Throws Problem as `links.refuse` does. */
  countDrawing(ctx: ApiContext): void;
  /** Cached. Counts renderings by address. Throws Problem as `links.refuse` does. */
  drawCode(ctx: ApiContext): Draw;
}

/**
 * Limits guesses of bearer keys by address. Above the limit the gateway refuses every key from the
 * address without comparing it, even a valid one. A key accepted from the address within the last
 * 15 minutes is exempt, so that a stranger behind the same proxy cannot lock out its holder.
 */
interface KeyGuard {
  /** Call before a key is compared. Throws Problem `rate_limit_exceeded`. */
  admit(ctx: ApiContext): void;
  accept(ctx: ApiContext): void;
  /** Throws Problem `rate_limit_exceeded` above the limit. */
  refuse(ctx: ApiContext): void;
}

/** Per address and minute. */
const ADDRESS_MAX = {
  /** Above the rate of a client with a wrong key, far below the rate that guessing needs. */
  refusals: 300,
  /** A form can be megabytes. Many customers of a mobile network share one address. */
  forms: 60,
  /** Rendering takes about 50 ms of CPU. A customer downloads one or two images. */
  drawings: 300,
  /**
   * Rendering takes about 7 ms of CPU. A merchant's server may fetch codes for all its customers.
   */
  codes: 1_200,
};
/** A client may use the requests of this many following seconds at once. */
const REQUESTS_BURST_SECONDS = 5;

export function createRateLimits(
  deps: Pick<ApiDeps, 'db' | 'log' | 'metrics' | 'config' | 'batched'>,
): RateLimits {
  const { http } = deps.config;
  const counters = createRateCounters(deps);
  const drawings = createDrawings();
  const byAddress = (name: string, perMinuteMax: number) => {
    const limiter = counters.limiter(name, 60_000);
    return {
      count: (who: string) => demandRoom(limiter, who, perMinuteMax),
      countAddress: (ctx: ApiContext) => demandRoom(limiter, counterOf(ctx), perMinuteMax),
    };
  };
  const requests = counters.limiter('requests', 1_000, REQUESTS_BURST_SECONDS);
  const forms = byAddress('forms', ADDRESS_MAX.forms);
  const codes = byAddress('codes', ADDRESS_MAX.codes);
  return {
    admission: createAdmission(http, deps.metrics, [deps.batched.creations]),
    demandRoomForOrder: createOpenOrderQuota(deps),
    takePayoutTurn: createPayoutTurns(deps.config),
    countRequest(ctx, callerId, perSecond = null) {
      const max = perSecond ?? http.rateLimitPerSecond;
      const { isOver, remaining, secondsLeft } = requests.take(callerId, max);
      ctx.res.setHeader('RateLimit-Limit', max);
      ctx.res.setHeader('RateLimit-Remaining', remaining);
      ctx.res.setHeader('RateLimit-Reset', secondsLeft);
      if (isOver) throw tooMany(secondsLeft);
    },
    keys: guardKeys(counters.limiter('keys', 60_000)),
    links: { refuse: byAddress('links', ADDRESS_MAX.refusals).countAddress },
    countForm: forms.countAddress,
    countDeviceForm: forms.count,
    countDrawing: byAddress('drawings', ADDRESS_MAX.drawings).countAddress,
    drawCode: (ctx) => drawings(() => codes.countAddress(ctx)),
  };
}

/** Throws Problem `rate_limit_exceeded`. */
function demandRoom(limiter: Limiter, who: string, max: number): void {
  const { isOver, secondsLeft } = limiter.take(who, max);
  if (isOver) throw tooMany(secondsLeft);
}

const counterOf = ({ ip }: ApiContext): string => networkOf(ip);

/** Lifetime of a remembered acceptance. */
const ACCEPTED_MS = 15 * 60_000;
const ACCEPTED_MAX = 10_000;

function guardKeys(limiter: Limiter): KeyGuard {
  /** Time of the last acceptance by key and address, oldest first. */
  const accepted = new Map<string, number>();
  return {
    admit(ctx) {
      const secondsLeft = limiter.look(counterOf(ctx), ADDRESS_MAX.refusals);
      if (secondsLeft === null) return;
      const atMs = accepted.get(holderOf(ctx)) ?? -Infinity;
      if (atMs < Date.now() - ACCEPTED_MS) throw tooMany(secondsLeft);
    },
    accept(ctx) {
      const holder = holderOf(ctx);
      accepted.delete(holder);
      accepted.set(holder, Date.now());
      if (accepted.size <= ACCEPTED_MAX) return;
      const [oldest = ''] = accepted.keys();
      accepted.delete(oldest);
    },
    refuse: (ctx) => demandRoom(limiter, counterOf(ctx), ADDRESS_MAX.refusals),
  };
}

const holderOf = ({ ip, headers }: ApiContext): string =>
  createHash('sha256')
    .update(`${networkOf(ip)} ${headers.authorization ?? ''}`)
    .digest('base64');

const tooMany = (seconds: number): Problem =>
  new Problem('rate_limit_exceeded', { headers: { 'Retry-After': String(seconds) } });
