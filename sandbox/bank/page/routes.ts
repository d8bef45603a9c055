import { setTimeout as pause } from 'node:timers/promises';
import { Router } from '@koa/router';
import type { Context } from 'koa';
import type { Logger } from '../../../src/lib/log';
import { newSecretId } from '../../../src/lib/new-id';
import type { Book } from '../book/book';
import { paymentModes, requestKinds } from '../book/entry';
import type { RequestKind } from '../book/entry';
import type { CallbackSender } from '../callbacks/callback-sender';
import type { Gateway } from '../gateway';
import { readForm } from '../http/read-body';
import { DELAY_SECONDS_MAX } from '../payments/pay';
import type { Pay, PayRequest } from '../payments/pay';
import { Refusal, refusalOf } from '../refusal';
import type { DecideRequest } from '../requests/decide-request';
import { demandRequest } from '../requests/present';
import { pageOf, requestPath } from './callback-part';
import { languageOf } from './language';
import { renderListPage } from './list-page';
import type { ListView } from './list-page';
import { renderReceiptPage } from './receipt-page';
import { renderRequestPage } from './request-page';
import type { Language } from './texts';

export interface PageRoutesDeps {
  readonly pay: Pay;
  readonly decideRequest: DecideRequest;
  readonly book: Book;
  readonly sender: CallbackSender;
  readonly gateway: Gateway;
  readonly clock: () => number;
  readonly log: Logger;
}

/** How long a form's answer waits for the gateway, so that the next page can say how it went. */
const firstAnswerMs = 1_000;
/** How long after its end a QR code is paid late. */
const lateByMs = 5_000;
const tokenForm = /^[A-Za-z0-9_-]{16,64}$/;

/** The pages for people. A form is answered by a redirect, so that a reload sends nothing again. */
export function pageRoutes(deps: PageRoutesDeps): Router {
  const { pay, book, sender, clock, log } = deps;
  const progress = (callbackId: string) => sender.progress(callbackId);
  const router = new Router();

  router.get('/', async (ctx) => {
    ctx.body = await listPage(deps, languageOf(ctx), null);
  });

  router.get('/payments/:paymentId', (ctx) => {
    const booked = book.view.payment(ctx.params['paymentId'] ?? '');
    if (booked === null) throw new Refusal(404, 'payment_not_found', 'No such payment.');
    const view = { language: languageOf(ctx), nowMs: clock(), booked, book: book.view, progress };
    ctx.body = renderReceiptPage(view);
  });

  for (const kind of requestKinds) addRequestPages(router, kind, deps);

  router.post('/pay', async (ctx) => {
    const language = languageOf(ctx);
    const form = await readForm(ctx);
    try {
      const { payment } = await pay(readPayForm(form, clock()));
      await heard(sender, payment.outcomes);
      seeOther(ctx, `/payments/${payment.paymentId}?lang=${language}`);
    } catch (error) {
      const refusal = refusalOf(error, log);
      ctx.status = refusal.status;
      const qrData = form.get('qr_data') ?? '';
      ctx.body = await listPage(deps, language, { qrData, refusal });
    }
  });

  router.post('/callbacks/:callbackId/send', async (ctx) => {
    const form = await readForm(ctx);
    const callback = await sender.sendAgain(ctx.params['callbackId'] ?? '');
    await heard(sender, [callback]);
    const receipt = pageOf(callback.about);
    seeOther(ctx, `${form.get('back') === receipt ? receipt : '/'}?lang=${languageOf(ctx)}`);
  });

  return router;
}

function addRequestPages(router: Router, kind: RequestKind, deps: PageRoutesDeps): void {
  const { decideRequest, book, sender, clock } = deps;
  const progress = (callbackId: string) => sender.progress(callbackId);
  const address = requestPath({ kind, orderId: ':orderId' });

  router.get(address, (ctx) => {
    const booked = demandRequest(book.view, kind, ctx.params['orderId'] ?? '');
    const view = { language: languageOf(ctx), nowMs: clock(), booked, book: book.view, progress };
    ctx.body = renderRequestPage(view);
  });

  router.post(`${address}/decide`, async (ctx) => {
    const choice = (await readForm(ctx)).get('outcome');
    if (choice !== 'succeed' && choice !== 'fail') throw strangeForm();
    const { request, decision } = await decideRequest(kind, ctx.params['orderId'] ?? '', choice);
    await heard(sender, decision?.tellings ?? []);
    seeOther(ctx, `${requestPath(request)}?lang=${languageOf(ctx)}`);
  });
}

async function listPage(
  deps: PageRoutesDeps,
  language: Language,
  refused: ListView['refused'],
): Promise<string> {
  const { book, sender, gateway, clock } = deps;
  return renderListPage({
    language,
    open: await gateway.listOpenPayments(),
    nowMs: clock(),
    gatewayUrl: gateway.url,
    book: book.view,
    progress: (callbackId) => sender.progress(callbackId),
    newToken: () => newSecretId(''),
    refused,
  });
}

/** The token of the form makes two clicks one payment. */
function readPayForm(form: URLSearchParams, nowMs: number): PayRequest {
  const token = form.get('token') ?? '';
  const mode = paymentModes.find((known) => known === form.get('mode'));
  if (!tokenForm.test(token) || mode === undefined) {
    throw strangeForm();
  }
  return {
    qrData: (form.get('qr_data') ?? '').trim(),
    mode,
    amountSatang: null,
    delaySeconds: mode === 'late' ? delayUntilLate(form.get('expires_at') ?? '', nowMs) : null,
    payer: null,
    onceKey: `page:${token}`,
  };
}

function strangeForm(): Refusal {
  return new Refusal(400, 'invalid_request', 'The form is not one of this bank.');
}

function delayUntilLate(expiresAt: string, nowMs: number): number {
  const seconds = Math.ceil((Date.parse(expiresAt) + lateByMs - nowMs) / 1000);
  if (Number.isNaN(seconds)) throw new Refusal(400, 'invalid_request', 'When does it expire?');
  return Math.min(Math.max(1, seconds), DELAY_SECONDS_MAX);
}

async function heard(
  sender: CallbackSender,
  callbacks: readonly { readonly callbackId: string }[],
): Promise<void> {
  const stop = new AbortController();
  const enough = pause(firstAnswerMs, undefined, { signal: stop.signal });
  await Promise.race([sender.firstAttempts(callbacks), enough]);
  stop.abort();
  await Promise.allSettled([enough]);
}

function seeOther(ctx: Context, location: string): void {
  ctx.redirect(location);
  ctx.status = 303;
}
