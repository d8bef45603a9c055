import { Router } from '@koa/router';
import { z } from 'zod';
import type { Book } from '../book/book';
import { requestPlurals } from '../book/entry';
import type { RequestKind } from '../book/entry';
import type { CallbackSender } from '../callbacks/callback-sender';
import { readAs } from '../http/read-as';
import { readJson } from '../http/read-body';
import type { DecideRequest } from './decide-request';
import { demandRequest, presentRequest } from './present';

const decideBody = z.object({ outcome: z.enum(['succeed', 'fail']) });

export interface RequestRoutesDeps {
  readonly book: Book;
  readonly sender: CallbackSender;
  readonly decideRequest: DecideRequest;
}

/**
 * A kind of request in the bank's own API, for scripts, here of payouts:
 * `GET /api/payouts/{orderId}`, and `POST /api/payouts/{orderId}/decide`
 * `{outcome: 'succeed' | 'fail'}`. Both answer 200 with `{orderId, status: 'waiting' |
 * 'succeeded' | 'failed', amount, …, callbacks}`; deciding in the other way is a 409
 * `already_decided`.
 */
export function requestRoutes(kind: RequestKind, deps: RequestRoutesDeps): Router {
  const { book, sender, decideRequest } = deps;
  const router = new Router({ prefix: `/${requestPlurals[kind]}` });

  router.get('/:orderId', (ctx) => {
    const booked = demandRequest(book.view, kind, ctx.params['orderId'] ?? '');
    ctx.body = presentRequest(booked, book.view, sender);
  });

  router.post('/:orderId/decide', async (ctx) => {
    const { outcome } = readAs(decideBody, await readJson(ctx));
    const booked = await decideRequest(kind, ctx.params['orderId'] ?? '', outcome);
    ctx.body = presentRequest(booked, book.view, sender);
  });

  return router;
}
