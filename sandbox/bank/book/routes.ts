import { Router } from '@koa/router';
import { Refusal } from '../refusal';
import type { Book } from './book';

const limitMax = 1_000;

/**
 * `GET /api/book?since=0&limit=1000`: what the bank itself holds to have happened, in satang.
 * `totals` are over everything; those of `payouts`, `refunds` and `charges` by state. Money came in
 * by transfers and by charges that succeeded, and left by payouts and refunds that did. `transfers`
 * and what was decided of `payouts`, `refunds` and `charges`, each once, are a page in the order of
 * the book, `next` is the `since` of the page after it, and `hasMore` says whether something stands
 * there already.
 */
export function bookRoutes(book: Book): Router {
  const router = new Router({ prefix: '/book' });
  router.get('/', async (ctx) => {
    const since = readNumber(ctx.query['since'], 0, Number.MAX_SAFE_INTEGER, 0);
    const limit = readNumber(ctx.query['limit'], 1, limitMax, limitMax);
    const totals = book.view.totals();
    try {
      ctx.body = { totals, ...(await book.pageAfter(since, limit)) };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new Refusal(400, 'invalid_since', 'since is 0, or the next of a page of this book.');
    }
  });
  return router;
}

function readNumber(
  text: string | string[] | undefined,
  min: number,
  max: number,
  fallback: number,
): number {
  if (text === undefined) return fallback;
  const number = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Refusal(400, 'invalid_parameters', `Write a whole number from ${min} to ${max}.`);
}
