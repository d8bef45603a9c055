import { Router } from '@koa/router';
import { bookRoutes } from './book-routes';
import { callbackRoutes } from './callbacks/routes';
import { pageRoutes, type PageRoutesDeps } from './page/routes';
import { paymentRoutes } from './payments/routes';
import { requestKinds } from './records';
import { providerRoutes, requestRoutes } from './requests/routes';
import type { UnansweredRequests } from './requests/unanswered-requests';
import { slipPictureRoutes, slipRoutes } from './slips/routes';

export interface BankRoutesDeps extends PageRoutesDeps {
  readonly providerKey: string;
  readonly billerId: string;
  readonly unanswered: UnansweredRequests;
}

/**
 * The provider's API (/payouts, /refunds, /charges, /slips) with the provider key, the sandbox API
 * under /api, and the pages.
 */
export function bankRoutes(deps: BankRoutesDeps): Router[] {
  const { payments, requests, unanswered, book, sender, providerKey, billerId } = deps;
  const api = new Router({ prefix: '/api' });
  const parts = [
    paymentRoutes(payments),
    ...requestKinds.map((kind) => requestRoutes(kind, requests)),
    callbackRoutes(sender),
    bookRoutes(book),
  ];
  for (const part of parts) api.use(part.routes());
  return [
    api,
    ...requestKinds.map((kind) => providerRoutes(kind, requests, unanswered, providerKey)),
    slipRoutes(book, providerKey),
    slipPictureRoutes(payments, billerId),
    pageRoutes(deps),
  ];
}
