import { Router } from '@koa/router';
import { z } from 'zod';
import type { Book } from '../book/book';
import type { CallbackSender } from '../callbacks/callback-sender';
import { readAs } from '../http/read-as';
import { readJson } from '../http/read-body';
import type { DecidePayout } from './decide-payout';
import { demandPayout, presentPayout } from './present';

const decideBody = z.object({ outcome: z.enum(['succeed', 'fail']) });

export interface PayoutRoutesDeps {
  readonly book: Book;
  readonly sender: CallbackSender;
  readonly decidePayout: DecidePayout;
}

/**
 * The payouts of the bank's own API, for scripts: `GET /api/payouts/{orderId}`, and
 * `POST /api/payouts/{orderId}/decide` `{outcome: 'succeed' | 'fail'}`. Both answer 200 with
 * `{orderId, status: 'waiting' | 'succeeded' | 'failed', amount, …, callbacks}`; deciding in the
 * other way is a 409 `already_decided`.
 */
export function payoutRoutes({ book, sender, decidePayout }: PayoutRoutesDeps): Router {
  const router = new Router({ prefix: '/payouts' });

  router.get('/:orderId', (ctx) => {
    const booked = demandPayout(book.view, ctx.params['orderId'] ?? '');
    ctx.body = presentPayout(booked, book.view, sender);
  });

  router.post('/:orderId/decide', async (ctx) => {
    const { outcome } = readAs(decideBody, await readJson(ctx));
    const booked = await decidePayout(ctx.params['orderId'] ?? '', outcome);
    ctx.body = presentPayout(booked, book.view, sender);
  });

  return router;
}
