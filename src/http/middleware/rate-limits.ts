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

/** Above what a client that has its key wrong sends, far below what guessing would take. */
const REFUSALS_PER_MINUTE_MAX = 300;
/** A form carries megabytes. Many customers of one mobile network share an address. */
const FORMS_PER_MINUTE_MAX = 60;
/** A picture takes some 50 ms of a processor, and a customer keeps one or two. */
const DRAWINGS_PER_MINUTE_MAX = 300;
/** Addresses share this many counters, so that no number of them fills the memory. */
const ADDRESS_COUNTERS = 65_536;

export function createRateLimits(requestsPerSecond: number): RateLimits {
  const requests = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
  const refusals = new RateLimiterMemory({ points: REFUSALS_PER_MINUTE_MAX, duration: 60 });
  const forms = new RateLimiterMemory({ points: FORMS_PER_MINUTE_MAX, duration: 60 });
  const drawings = new RateLimiterMemory({ points: DRAWINGS_PER_MINUTE_MAX, duration: 60 });
  return {
    async countRequest(ctx, merchantId) {
      const count = await consume(requests, merchantId);
      ctx.res.setHeader('RateLimit-Limit', requestsPerSecond);
      ctx.res.setHeader('RateLimit-Remaining', count.remainingPoints);
      ctx.res.setHeader('RateLimit-Reset', secondsLeft(count));
      if (count.consumedPoints > requestsPerSecond) throw tooMany(count);
    },
    async countRefusal(ctx) {
      const count = await consume(refusals, counterOf(ctx));
      if (count.consumedPoints > REFUSALS_PER_MINUTE_MAX) throw tooMany(count);
    },
    async countForm(ctx) {
      const count = await consume(forms, counterOf(ctx));
      if (count.consumedPoints > FORMS_PER_MINUTE_MAX) throw tooMany(count);
    },
    async countDrawing(ctx) {
      const count = await consume(drawings, counterOf(ctx));
      if (count.consumedPoints > DRAWINGS_PER_MINUTE_MAX) throw tooMany(count);
    },
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
