import { Router } from '@koa/router';
import type { Book } from '../book/book';
import { requestPlurals } from '../book/entry';
import type { RequestKind } from '../book/entry';
import { readJson } from '../http/read-body';
import { requireKey } from '../http/require-key';
import type { HeldAnswers } from './held-answers';
import { demandRequest, presentForGateway } from './present';
import { readAsked } from './read-asked';
import type { TakeRequest } from './take-request';

export interface ProviderRoutesDeps {
  readonly providerKey: string;
  readonly book: Book;
  readonly takeRequest: TakeRequest;
  readonly held: HeldAnswers;
}

/**
 * The provider's side of a kind of request, under its key as a bearer, here of payouts:
 * `POST /payouts` → 202 `{orderId, status: 'processing'}`, and `GET /payouts/{orderId}` → 200
 * `{orderId, status, amount, transactionId?, failure?}` with the status `processing`, `success` or
 * `failed`. Errors are `{error: {code, message}}`. read-asked.ts has the bodies, request-rules.ts
 * the amounts and tokens that do something else.
 */
export function providerRoutes(kind: RequestKind, deps: ProviderRoutesDeps): Router {
  const { providerKey, book, takeRequest, held } = deps;
  const router = new Router({ prefix: `/${requestPlurals[kind]}` });
  router.use(requireKey(providerKey));

  router.post('/', async (ctx) => {
    const asked = readAsked(kind, await readJson(ctx));
    const answer = await takeRequest(asked);
    ctx.status = 202;
    ctx.body = { orderId: asked.orderId, status: 'processing' };
    if (answer === 'taken') return;
    ctx.respond = false;
    await held.hold(ctx.res);
  });

  router.get('/:orderId', (ctx) => {
    ctx.body = presentForGateway(demandRequest(book.view, kind, ctx.params['orderId'] ?? ''));
  });

  return router;
}
