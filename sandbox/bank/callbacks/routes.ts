import { Router } from '@koa/router';
import type { CallbackSender } from './callback-sender';
import { presentCallback } from './present';

/** `POST /api/callbacks/{callbackId}/send`: sends now what waits, gave up, or was delivered. */
export function callbackRoutes(sender: CallbackSender): Router {
  const router = new Router({ prefix: '/callbacks' });
  router.post('/:callbackId/send', async (ctx) => {
    const callback = await sender.sendAgain(ctx.params['callbackId'] ?? '');
    ctx.status = 202;
    ctx.body = presentCallback(callback, sender.progress(callback.callbackId));
  });
  return router;
}
