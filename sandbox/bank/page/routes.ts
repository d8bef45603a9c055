import { Router } from '@koa/router';
import type { Context } from 'koa';
import type { Logger } from '../../../src/platform/observe/log';
import { newSecretId } from '../../../src/platform/new-id';
import { ApiError } from '../../web/api-error';
import { apiErrorOf } from '../../web/errors';
import { languageOf } from '../../web/language';
import { readForm } from '../../web/requests';
import type { Book } from '../book';
import type { CallbackSender } from '../callbacks/callback-sender';
import type { Gateway } from '../gateway';
import { DELAY_SECONDS_MAX, type Payments, type PayRequest } from '../payments/payments';
import { paymentModes, requestKinds, type RequestKind } from '../records';
import type { Requests } from '../requests/requests';
import { recordPath, requestPath } from './callbacks';
import { renderListPage, type ListView } from './list-page';
import { renderPaymentPage, renderRequestPage } from './record-pages';

export interface PageRoutesDeps {
  readonly payments: Payments;
  readonly requests: Requests;
  readonly book: Book;
  readonly sender: CallbackSender;
  readonly gateway: Gateway;
  readonly clock: () => number;
  readonly log: Logger;
}

/** How long a form waits for the first callback, so that the next page can show its result. */
const FIRST_ATTEMPT_MS = 1_000;
/** A late payment follows the expiry of the QR code by this time. */
const LATE_BY_MS = 5_000;

/** Forms are answered by a redirect, so that a reload submits nothing. */
export function pageRoutes(deps: PageRoutesDeps): Router {
  const { payments, book, sender, clock, log } = deps;
  const router = new Router();

  router.get('/', async (ctx) => {
    ctx.body = await listPage(deps, ctx, null);
  });

  router.get('/payments/:paymentId', (ctx) => {
    const payment = payments.find(ctx.params['paymentId'] ?? '');
    ctx.body = renderPaymentPage(payment, languageOf(ctx), clock());
  });

  for (const kind of requestKinds) addRequestPages(router, kind, deps);

  router.post('/pay', async (ctx) => {
    const form = await readForm(ctx);
    try {
      const { payment } = payments.pay(readPayForm(form, clock()));
      await sender.attempted(payment.callbacks, FIRST_ATTEMPT_MS);
      seeOther(ctx, recordPath(payment));
    } catch (cause) {
      const error = apiErrorOf(cause, log);
      ctx.status = error.status;
      ctx.body = await listPage(deps, ctx, { qrData: form.get('qr_data') ?? '', error });
    }
  });

  router.post('/callbacks/:callbackId/send', async (ctx) => {
    const form = await readForm(ctx);
    const callback = sender.sendAgain(ctx.params['callbackId'] ?? '');
    await sender.attempted([callback], FIRST_ATTEMPT_MS);
    const record = book.callback(callback.callbackId)?.record;
    const path = record === undefined ? '/' : recordPath(record);
    seeOther(ctx, form.get('back') === path ? path : '/');
  });

  return router;
}

function addRequestPages(
  router: Router,
  kind: RequestKind,
  { requests, sender, clock }: PageRoutesDeps,
): void {
  const path = requestPath({ kind, orderId: ':orderId' });

  router.get(path, (ctx) => {
    const request = requests.find(kind, ctx.params['orderId'] ?? '');
    ctx.body = renderRequestPage(request, languageOf(ctx), clock());
  });

  router.post(`${path}/decide`, async (ctx) => {
    const outcome = (await readForm(ctx)).get('outcome');
    if (outcome !== 'succeed' && outcome !== 'fail') throw invalidForm();
    const request = requests.decide(kind, ctx.params['orderId'] ?? '', outcome);
    await sender.attempted(request.callbacks, FIRST_ATTEMPT_MS);
    seeOther(ctx, recordPath(request));
  });
}

async function listPage(
  { book, gateway, clock }: PageRoutesDeps,
  ctx: Context,
  failed: ListView['failed'],
): Promise<string> {
  return renderListPage({
    language: languageOf(ctx),
    open: await gateway.listOpenPayments(),
    nowMs: clock(),
    gatewayUrl: gateway.url,
    book,
    newToken: () => newSecretId(''),
    failed,
  });
}

/** The token of the form is the idempotency key: two clicks make one payment. */
function readPayForm(form: URLSearchParams, nowMs: number): PayRequest {
  const token = form.get('token') ?? '';
  const mode = paymentModes.find((known) => known === form.get('mode'));
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(token) || mode === undefined) throw invalidForm();
  return {
    qrData: (form.get('qr_data') ?? '').trim(),
    mode,
    amountSatang: null,
    delaySeconds: mode === 'late' ? delayUntilLate(form.get('expires_at') ?? '', nowMs) : null,
    payer: null,
    idempotencyKey: `page:${token}`,
  };
}

const invalidForm = () => new ApiError(400, 'invalid_request', 'The form is not valid.');

function delayUntilLate(expiresAt: string, nowMs: number): number {
  const seconds = Math.ceil((Date.parse(expiresAt) + LATE_BY_MS - nowMs) / 1000);
  if (Number.isNaN(seconds)) throw invalidForm();
  return Math.min(Math.max(1, seconds), DELAY_SECONDS_MAX);
}

function seeOther(ctx: Context, path: string): void {
  ctx.redirect(`${path}?lang=${languageOf(ctx)}`);
  ctx.status = 303;
}
