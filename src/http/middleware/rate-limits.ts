import { crc32 } from 'node:zlib';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../domain/problem';
import type { ApiContext } from '../context';

/** Limits of this process; a deployment of several allows as many times more. */
export interface RateLimits {
  /** Counts a merchant's request and says in headers what is left. Throws Problem. */
  countRequest(ctx: ApiContext, merchantId: string): Promise<void>;
  /** Counts a credential that was refused. Throws Problem once its address has had too many. */
  countRefusal(ctx: ApiContext): Promise<void>;
  /** Counts a form that nobody has signed in for. Throws Problem as countRefusal does. */
  countForm(ctx: ApiContext): Promise<void>;
  /** Counts a picture that is drawn for whoever has a link. Throws Problem as countRefusal does. */
  countDrawing(ctx: ApiContext): Promise<void>;
}

/** What an address may have in a minute. */
const ADDRESS_MAX = {
  /** Above what a client that has its key wrong sends, far below what guessing would take. */
  refusals: 300,
  /** A form carries megabytes. Many customers of one mobile network share an address. */
  forms: 60,
  /** A picture takes some 50 ms of a processor, and a customer keeps one or two. */
  drawings: 300,
};
/** Addresses share this many counters, so that no number of them fills the memory. */
const ADDRESS_COUNTERS = 65_536;

export function createRateLimits(requestsPerSecond: number): RateLimits {
  const requests = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
  return {
    async countRequest(ctx, merchantId) {
      const count = await consume(requests, merchantId);
      ctx.res.setHeader('RateLimit-Limit', requestsPerSecond);
      ctx.res.setHeader('RateLimit-Remaining', count.remainingPoints);
      ctx.res.setHeader('RateLimit-Reset', secondsLeft(count));
      if (count.consumedPoints > requestsPerSecond) throw tooMany(count);
    },
    countRefusal: limitAddresses(ADDRESS_MAX.refusals),
    countForm: limitAddresses(ADDRESS_MAX.forms),
    countDrawing: limitAddresses(ADDRESS_MAX.drawings),
  };
}

function limitAddresses(perMinuteMax: number): (ctx: ApiContext) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: perMinuteMax, duration: 60 });
  return async (ctx) => {
    const count = await consume(limiter, counterOf(ctx));
    if (count.consumedPoints > perMinuteMax) throw tooMany(count);
  };
}

const counterOf = ({ ip }: ApiContext): string => String(crc32(ip) % ADDRESS_COUNTERS);

/** The count, whether within the limit or, for which the library rejects, above it. */
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
