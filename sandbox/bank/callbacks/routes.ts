import { Router } from '@koa/router';
import { satangToBaht } from '../../../src/kernel/rules/money';
import type { Callback } from '../records';
import type { CallbackSender } from './callback-sender';

/** `POST /api/callbacks/{callbackId}/send` sends a callback now, in any state. */
export function callbackRoutes(sender: CallbackSender): Router {
  const router = new Router({ prefix: '/callbacks' });
  router.post('/:callbackId/send', (ctx) => {
    ctx.status = 202;
    ctx.body = presentCallback(sender.sendAgain(ctx.params['callbackId'] ?? ''));
  });
  return router;
}

export function presentCallback(callback: Callback): object {
  const { callbackId, state, stateSince, body, transfer, dueAt, withWrongKey } = callback;
  return {
    callbackId,
    state,
    stateSince,
    status: body.status,
    transactionId: transfer?.transactionId ?? null,
    amount: transfer === null ? null : satangToBaht(transfer.amountSatang),
    dueAt,
    withWrongKey,
    attempts: callback.attempts,
    reason: callback.reason,
  };
}
