import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../../domain/problem';
import { networkOf } from '../../lib/network';
import type { ApiContext } from '../context';
import { createDrawings } from './drawings';
import type { Draw } from './drawings';

/** Limits of this process; a deployment of several allows as many times more. */
export interface RateLimits {
  /** Counts a merchant's request and says in headers what is left. Throws Problem. */
  countRequest(ctx: ApiContext, merchantId: string): Promise<void>;
  /** Guards the comparison of bearer keys. */
  readonly keys: KeyGuard;
  /** Counts a session or a secret link that was refused. Throws Problem as `keys.refuse` does. */
  countRefusal(ctx: ApiContext): Promise<void>;
  /** Counts a form that nobody has signed in for. Throws Problem as countRefusal does. */
  countForm(ctx: ApiContext): Promise<void>;
  /** The same for a device that has signed in before, whatever its address sent meanwhile. */
  countDeviceForm(device: string): Promise<void>;
  /** Counts a picture that is drawn for whoever has a link. Throws Problem as countRefusal does. */
  countDrawing(ctx: ApiContext): Promise<void>;
  /** Draws a QR code, counted by address unless it is kept. Throws Problem likewise. */
  drawCode(ctx: ApiContext): Draw;
}

/**
 * Limits the guesses of bearer keys. Once an address has had too many refusals, none of its keys is
 * compared any more, the right one included, until the limit is free again. A key that was accepted
 * from the address lately is exempt: a stranger behind the same proxy cannot lock its holder out.
 */
interface KeyGuard {
  /** Before a key is compared. Throws Problem. */
  admit(ctx: ApiContext): Promise<void>;
  /** After it was accepted. */
  accept(ctx: ApiContext): void;
  /** Counts one that was refused. Throws Problem once its address has had too many. */
  refuse(ctx: ApiContext): Promise<void>;
}

/** What an address may have in a minute. */
const ADDRESS_MAX = {
  /** Above what a client that has its key wrong sends, far below what guessing would take. */
  refusals: 300,
  /** A form carries megabytes. Many customers of one mobile network share an address. */
  forms: 60,
  /** A picture takes some 50 ms of a processor, and a customer keeps one or two. */
  drawings: 300,
  /** A QR code takes some 7 ms. A merchant's server may fetch them for all its customers. */
  codes: 1_200,
};
/** Addresses share this many counters, so that no number of them fills the memory. */
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

/** How long, and of how many keys and addresses, an acceptance is remembered. */
const ACCEPTED_MS = 15 * 60_000;
const ACCEPTED_MAX = 10_000;

function guardKeys(): KeyGuard {
  const limiter = new RateLimiterMemory({ points: ADDRESS_MAX.refusals, duration: 60 });
  /** When each was last accepted, the oldest first. */
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

/** A key at an address. */
const holderOf = ({ ip, headers }: ApiContext): string =>
  createHash('sha256')
    .update(`${networkOf(ip)} ${headers.authorization ?? ''}`)
    .digest('base64');

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
