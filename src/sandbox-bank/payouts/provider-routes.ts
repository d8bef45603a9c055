import { Router } from '@koa/router';
import { z } from 'zod';
import type { Book } from '../book/book';
import { accountNumber, baht, text } from '../http/fields';
import { readAs } from '../http/read-as';
import { readJson } from '../http/read-body';
import { requireKey } from '../http/require-key';
import type { HeldAnswers } from './held-answers';
import { demandPayout, presentForGateway } from './present';
import type { TakePayout } from './take-payout';

const payoutBody = z
  .object({
    orderId: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'write 1 to 64 of A-Z a-z 0-9 _ -'),
    amount: baht.refine((satang) => satang > 0, 'write more than nothing'),
    currency: z.literal('THB'),
    bankCode: z
      .string()
      .regex(/^\d{3}$/, 'write three digits, or null')
      .nullable(),
    bankName: text,
    accountNumber,
    accountName: text,
  })
  .transform(({ amount, currency: _currency, ...facts }) => ({ ...facts, amountSatang: amount }));

export interface ProviderRoutesDeps {
  readonly providerKey: string;
  readonly book: Book;
  readonly takePayout: TakePayout;
  readonly held: HeldAnswers;
}

/**
 * The provider's side of payouts, under its key as a bearer: `POST /payouts` → 202
 * `{orderId, status: 'processing'}`, and `GET /payouts/{orderId}` → 200 `{orderId, status, amount,
 * transactionId?, failure?}` with the status `processing`, `success` or `failed`. Errors are
 * `{error: {code, message}}`. payout-rules.ts has the amounts that do something else.
 */
export function providerRoutes({ providerKey, book, takePayout, held }: ProviderRoutesDeps) {
  const router = new Router({ prefix: '/payouts' });
  router.use(requireKey(providerKey));

  router.post('/', async (ctx) => {
    const request = readAs(payoutBody, await readJson(ctx));
    const answer = await takePayout(request);
    ctx.status = 202;
    ctx.body = { orderId: request.orderId, status: 'processing' };
    if (answer === 'taken') return;
    ctx.respond = false;
    await held.hold(ctx.res);
  });

  router.get('/:orderId', (ctx) => {
    ctx.body = presentForGateway(demandPayout(book.view, ctx.params['orderId'] ?? ''));
  });

  return router;
}
