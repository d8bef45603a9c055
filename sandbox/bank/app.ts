import { Router } from '@koa/router';
import Koa from 'koa';
import type { Context, Next } from 'koa';
import { bookRoutes } from './book/routes';
import { requestKinds } from './book/entry';
import { callbackRoutes } from './callbacks/routes';
import { errors } from './http/errors';
import { sameOrigin } from './http/same-origin';
import type { Mailbox } from './mail/mailbox';
import { mailRoutes } from './mail/routes';
import { assetRoutes } from './page/assets';
import { pageRoutes } from './page/routes';
import type { PageRoutesDeps } from './page/routes';
import { paymentRoutes } from './payments/routes';
import type { HeldAnswers } from './requests/held-answers';
import { providerRoutes } from './requests/provider-routes';
import { requestRoutes } from './requests/routes';
import type { TakeRequest } from './requests/take-request';
import { slipPictureRoutes, slipRoutes } from './slips/routes';

export interface AppDeps extends PageRoutesDeps {
  readonly providerKey: string;
  readonly billerId: string;
  readonly takeRequest: TakeRequest;
  readonly held: HeldAnswers;
  readonly mailbox: Mailbox;
}

/**
 * The bank's HTTP face: an API under /api for scripts; /payouts, /refunds, /charges and /slips for
 * the gateway, which proves itself by the provider's key; and pages for people.
 */
export function createApp(deps: AppDeps): Koa {
  const { pay, book, sender, decideRequest, providerKey, billerId, log } = deps;
  const app = new Koa();
  app.on('error', (error: unknown) => log.error({ err: error }, 'a request failed'));
  app.use(safeHeaders).use(errors(deps)).use(sameOrigin);

  const health = new Router();
  health.get('/healthz', (ctx) => {
    ctx.status = book.failure === null ? 200 : 503;
    ctx.body = { status: book.failure === null ? 'ok' : 'the book cannot be written' };
  });
  const api = new Router({ prefix: '/api' });
  const parts = [
    paymentRoutes({ pay, book, sender }),
    ...requestKinds.map((kind) => requestRoutes(kind, { book, sender, decideRequest })),
    callbackRoutes(sender),
    bookRoutes(book),
  ];
  for (const part of parts) api.use(part.routes());

  const forGateway = [
    ...requestKinds.map((kind) => providerRoutes(kind, deps)),
    slipRoutes(book, providerKey),
    mailRoutes(deps),
  ];
  const forPeople = [assetRoutes(), slipPictureRoutes(book, billerId), pageRoutes(deps)];
  for (const router of [health, api, ...forGateway, ...forPeople]) {
    app.use(router.routes()).use(router.allowedMethods());
  }
  return app;
}

/** Nothing from elsewhere, nothing inline, nothing kept, nothing framed. */
async function safeHeaders(ctx: Context, next: Next): Promise<void> {
  ctx.set({
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " +
      "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
  });
  await next();
}
