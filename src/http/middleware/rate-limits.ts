import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../domain/problem';
import { networkOf } from '../../lib/network';
import type { ApiContext } from '../context';
import { createDrawings } from './drawings';
import type { Draw } from './drawings';

/** The limits are counted per process: with n processes a caller has n times the limit. */
export interface RateLimits {
  /**
   * Counts a merchant's request and sets the rate-limit headers. Throws Problem
   * `rate_limit_exceeded`.
   */
  countRequest(ctx: ApiContext, merchantId: string): Promise<void>;
  /** Limits guesses of bearer keys. */
  readonly keys: KeyGuard;
  /** Counts a refused session or secret link. Throws Problem as `keys.refuse` does. */
  countRefusal(ctx: ApiContext): Promise<void>;
  /** Counts a form of an anonymous visitor. Throws Problem as `countRefusal` does. */
  countForm(ctx: ApiContext): Promise<void>;
  /** Counts a form of a known device, independently of its address. */
  countDeviceForm(device: string): Promise<void>;
  /** Counts an image rendered for the holder of a link. Throws Problem as `countRefusal` does. */
  countDrawing(ctx: ApiContext): Promise<void>;
  /**
   * Renders a QR code, or returns it from the cache. Counts renderings by address. Throws Problem
   * as `countRefusal` does.
   */
  drawCode(ctx: ApiContext): Draw;
}

/**
 * Limits guesses of bearer keys by address. Above the limit the gateway refuses every key from the
 * address without comparing it, even a valid one. Exempt is a key that was accepted from the
 * address within the last 15 minutes, so that a stranger behind the same proxy cannot lock out its
 * holder.
 */
interface KeyGuard {
  /** Call before a key is compared. Throws Problem `rate_limit_exceeded`. */
  admit(ctx: ApiContext): Promise<void>;
  /** Call after a key was accepted. */
  accept(ctx: ApiContext): void;
  /** Call after a key was refused. Throws Problem `rate_limit_exceeded` above the limit. */
  refuse(ctx: ApiContext): Promise<void>;
}

/** Limits per address and minute. */
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
/** Number of counters. Addresses are hashed onto them, which bounds memory. */
const ADDRESS_COUNTERS = 65_536;

export function createRateLimits(requestsPerSecond: number): RateLimits {
  const drawings = createDrawings();
  const countCode = limitAddresses(ADDRESS_MAX.codes);
  const requests = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
  return {
    async countRequest(ctx, merchantId) {
      const count = await consume(requests, merchantId);
      ctx.res.setHeader('RateLimit-Limit', requestsPerSecond);
      ctx.res.setHeader('RateLimit-Remaining', count.remainingPoints);
      ctx.res.setHeader('RateLimit-Reset', secondsLeft(count));
      if (count.consumedPoints > requestsPerSecond) throw tooMany(count);
    },
    keys: guardKeys(),
    countRefusal: limitAddresses(ADDRESS_MAX.refusals),
    countForm: limitAddresses(ADDRESS_MAX.forms),
    countDeviceForm: limitCounters(ADDRESS_MAX.forms),
    countDrawing: limitAddresses(ADDRESS_MAX.drawings),
    drawCode: (ctx) => drawings(() => countCode(ctx)),
  };
}

function limitAddresses(perMinuteMax: number): (ctx: ApiContext) => Promise<void> {
  const count = limitCounters(perMinuteMax);
  return ({ ip }) => count(networkOf(ip));
}

function limitCounters(perMinuteMax: number): (who: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinuteMax, duration: 60 });
  return async (who) => {
    const count = await consume(limiter, counterFor(who));
    if (count.consumedPoints > perMinuteMax) throw tooMany(count);
  };
}

const counterFor = (who: string): string => String(crc32(who) % ADDRESS_COUNTERS);
const counterOf = ({ ip }: ApiContext): string => counterFor(networkOf(ip));

/** Lifetime and maximum number of remembered acceptances. */
const ACCEPTED_MS = 15 * 60_000;
const ACCEPTED_MAX = 10_000;

function guardKeys(): KeyGuard {
  const limiter = new RateLimiterMemory({ points: ADDRESS_MAX.refusals, duration: 60 });
  /** Time of the last acceptance by key and address, oldest first. */
  const accepted = new Map<string, number>();
  return {
    async admit(ctx) {
      const count = await limiter.get(counterOf(ctx));
      if (count === null || count.consumedPoints < ADDRESS_MAX.refusals) return;
      const atMs = accepted.get(holderOf(ctx)) ?? -Infinity;
      if (atMs < Date.now() - ACCEPTED_MS) throw tooMany(count);
    },
    accept(ctx) {
      const holder = holderOf(ctx);
      accepted.delete(holder);
      accepted.set(holder, Date.now());
      if (accepted.size <= ACCEPTED_MAX) return;
      const [oldest = ''] = accepted.keys();
      accepted.delete(oldest);
    },
    async refuse(ctx) {
      const count = await consume(limiter, counterOf(ctx));
      if (count.consumedPoints > ADDRESS_MAX.refusals) throw tooMany(count);
    },
  };
}

/** Identifies a key at an address. */
const holderOf = ({ ip, headers }: ApiContext): string =>
  createHash('sha256')
    .update(`${networkOf(ip)} ${headers.authorization ?? ''}`)
    .digest('base64');

/** Consumes a point. Returns the result also above the limit, where the library rejects. */
async function consume(limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key);
  } catch (count) {
    if (count instanceof RateLimiterRes) return count;
    throw count;
  }
}

const secondsLeft = (count: RateLimiterRes): number => Math.ceil(count.msBeforeNext / 1000);

function tooMany(count: RateLimiterRes): Problem {
  return new Problem('rate_limit_exceeded', {
    headers: { 'Retry-After': String(Math.max(1, secondsLeft(count))) },
  });
}
