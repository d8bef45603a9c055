import { demandPaidAt, receiptOf, type Receipt } from '../../statements/pages/receipt/receipt';
import { renderReceiptPdf } from '../../statements/pages/receipt/receipt-pdf';
import { findShop, nameAt } from '../../business/find-business';
import { noteWaitingPayer } from '../deposit/note-waiting-payer';
import { submitPageSlip } from '../deposit/submit-slip';
import { findHostedPayment } from '../payment/find-hosted-payment';
import { payInSandbox } from '../payment/pay-in-sandbox';
import { renewPayment } from '../payment/renew-payment';
import { Problem } from '../../kernel/rules/problem';
import { renderQrCard } from '../../platform/images/qr-card';
import type { ApiDeps } from '../../http/api-deps';
import type { Request } from '../../http/definition';
import { operation } from '../../http/operation';
import { json, type Reply } from '../../http/reply';
import { assetOperations } from './assets';
import { renderDepositPage } from './deposit-page';
import { hasQr, pageStateOf, versionOf, type DepositView } from './deposit-view';
import { chooseLanguage, keepChoice, type Language } from '../../pages/kit/language';
import { pageHeaders } from '../../pages/kit/page-headers';
import { presentState } from './present';
import { cardOf } from './qr-card-view';
import { pageImage, qrImageOperation } from './qr-image';
import { readSlip } from './read-slip';
import { renderReceiptPage } from './receipt-page';
import { isSameOrigin } from '../../pages/kit/same-origin';
import { depositState, pageParams, pageQuery, stateQuery } from './schema';
import { texts } from './texts/texts';

/** A 4 MiB picture and the overhead of multipart encoding. */
const SLIP_FORM_BYTES_MAX = 6 * 1024 * 1024;
/** The same as the delay after which checkout.js sends `waiting=1`. */
const WAITING_AFTER_MS = 60_000;

type PageRequest = Pick<
  Request<'link', typeof pageParams, typeof pageQuery, undefined>,
  'params' | 'query' | 'headers'
>;

const ofPage = {
  family: 'page',
  auth: 'link',
  described: false,
  params: pageParams,
  query: pageQuery,
} as const;

export const pageOperations = [
  operation({
    ...ofPage,
    name: 'showDepositPage',
    summary: 'Checkout of a deposit or payment',
    method: 'GET',
    path: '/pay/:token',
    success: { status: 200, contentTypes: ['text/html'] },
    errors: ['page_not_found'],
    async respond(deps, request) {
      const view = await viewOf(deps, request);
      const { deposit, nowMs } = view;
      // A page without a script does not poll: its reloads are requests of this page.
      const isWaiting = nowMs - deposit.createdAt.getTime() >= WAITING_AFTER_MS;
      if (isWaiting) await noteWaitingPayer(deps, deposit);
      return pageReply(deps, request, view);
    },
  }),

  operation({
    name: 'readDepositState',
    summary: 'State of the payment, polled by the checkout',
    family: 'bank',
    method: 'GET',
    path: '/pay/:token/state',
    auth: 'link',
    described: false,
    params: pageParams,
    query: stateQuery,
    success: { status: 200, schema: depositState },
    errors: ['page_not_found'],
    async respond(deps, { params, query }) {
      const deposit = await findHostedPayment(deps, params.token);
      if (query.waiting === '1') await noteWaitingPayer(deps, deposit);
      const nowMs = Date.now();
      const version = versionOf(deposit, pageStateOf(deposit, nowMs));
      // A 304 response carries the server time as well.
      const headers = { ETag: `"${version}"`, 'X-Server-Time-Ms': String(nowMs) };
      return { ...json(200, presentState(deposit, nowMs)), headers };
    },
  }),

  operation({
    ...ofPage,
    name: 'showDepositQr',
    summary: 'QR code of the checkout, or that it cannot be paid any more',
    method: 'GET',
    path: '/pay/:token/qr-code.png',
    success: { status: 200, contentTypes: ['image/png'] },
    errors: ['page_not_found', 'qr_code_expired'],
    async respond(deps, request) {
      const { name, render } = pageImage(await viewOf(deps, request));
      return image(await request.drawCode(name, render), 'inline');
    },
  }),

  operation({
    ...ofPage,
    name: 'saveDepositQr',
    summary: 'Image of the QR code to save, with amount, references and deadline',
    method: 'GET',
    path: '/pay/:token/qr.png',
    draws: true,
    success: { status: 200, contentTypes: ['image/png'] },
    errors: ['page_not_found', 'qr_code_expired'],
    async respond(deps, request) {
      const view = await viewOf(deps, request);
      const payload = requireQr(view);
      const card = await renderQrCard(cardOf(view, payload, texts[view.language]));
      // `inline`: in-app browsers do not download files, but can save a picture by a long press.
      return image(card, `inline; filename="saphan-${view.deposit.ref}.png"`);
    },
  }),

  operation({
    ...ofPage,
    name: 'sendSlip',
    summary: 'Upload a payment slip; redirects to the checkout',
    method: 'POST',
    path: '/pay/:token/slip',
    form: true,
    bodyBytesMax: SLIP_FORM_BYTES_MAX,
    success: { status: 303, contentTypes: ['text/html'] },
    errors: [
      'page_not_found',
      'missing_parameter',
      'invalid_image',
      'slip_too_large',
      'too_many_slips',
    ],
    async respond(deps, request) {
      const { params } = request;
      // Before the body is read: an unknown token must not upload.
      const view = await viewOf(deps, request);
      demandSameOrigin(deps, request);
      try {
        await submitPageSlip(deps, params.token, await readSlip(await request.readForm()));
      } catch (error) {
        return refusedSlip(deps, request, view, error);
      }
      return backToPage(request, view);
    },
  }),

  operation({
    ...ofPage,
    name: 'renewPayment',
    summary: 'A QR code in place of an expired one or a failed card; redirects to the checkout',
    method: 'POST',
    path: '/pay/:token/new-code',
    form: true,
    success: { status: 303, contentTypes: ['text/html'] },
    errors: [
      'page_not_found',
      'state_conflict',
      'open_orders_exceeded',
      'qr_code_refused',
      'provider_unavailable',
    ],
    async respond(deps, request) {
      const view = await viewOf(deps, request);
      demandSameOrigin(deps, request);
      // A page that another press has renewed shows the new code.
      if (isRenewable(view)) await renew(deps, request, view);
      return backToPage(request, view);
    },
  }),

  operation({
    ...ofPage,
    name: 'showCheckoutReceipt',
    summary: 'Receipt of a paid checkout, to print',
    method: 'GET',
    path: '/pay/:token/receipt',
    success: { status: 200, contentTypes: ['text/html'] },
    errors: ['page_not_found', 'state_conflict'],
    async respond(deps, request) {
      const view = await viewOf(deps, request);
      const receipt = await requireReceipt(deps, view);
      return htmlReply(deps, request, view.language, renderReceiptPage(view, receipt));
    },
  }),

  operation({
    ...ofPage,
    name: 'saveCheckoutReceipt',
    summary: 'Receipt of a paid checkout as PDF',
    method: 'GET',
    path: '/pay/:token/receipt.pdf',
    draws: true,
    success: { status: 200, contentTypes: ['application/pdf'] },
    errors: ['page_not_found', 'state_conflict'],
    async respond(deps, request) {
      const view = await viewOf(deps, request);
      const pdf = await renderReceiptPdf(await requireReceipt(deps, view), view.language);
      const name = `receipt-${view.deposit.ref ?? view.deposit.orderId}.pdf`;
      return {
        status: 200,
        contentType: 'application/pdf',
        body: pdf,
        headers: { 'Content-Disposition': `attachment; filename="${name}"` },
      };
    },
  }),

  qrImageOperation,

  ...assetOperations,
];

/** A live deployment does not register it, and its use case refuses there as well. */
export const sandboxPayOperations = [
  operation({
    ...ofPage,
    name: 'payInSandbox',
    summary: 'The sandbox bank pays the code of the checkout; redirects to it',
    method: 'POST',
    path: '/pay/:token/sandbox-payment',
    form: true,
    success: { status: 303, contentTypes: ['text/html'] },
    errors: ['page_not_found', 'qr_code_expired', 'unavailable'],
    async respond(deps, request) {
      const view = await viewOf(deps, request);
      demandSameOrigin(deps, request);
      requireQr(view);
      await payInSandbox(deps, view.deposit);
      return backToPage(request, view);
    },
  }),
];

async function viewOf(deps: ApiDeps, { params, query, headers }: PageRequest) {
  const deposit = await findHostedPayment(deps, params.token);
  const nowMs = Date.now();
  return {
    brand: deps.config.brand,
    deposit,
    shop: await findShop(deps, deposit.merchantId),
    state: pageStateOf(deposit, nowMs),
    pageToken: params.token,
    language: chooseLanguage(query.lang, headers),
    nowMs,
    publicUrl: deps.config.http.publicUrl,
    isSandbox: deps.config.mode === 'sandbox',
    refusal: null,
    reloads: query.reload !== 'off',
  } satisfies DepositView;
}

/** Whether the state is one in which the page offers a code. */
const isRenewable = ({ state, deposit: { method } }: DepositView): boolean =>
  state === (method === 'token' ? 'failed' : 'expired');

/** Of two presses at once, one creates the code, and the other one shows it. */
async function renew(deps: ApiDeps, request: PageRequest, { deposit }: DepositView): Promise<void> {
  try {
    await renewPayment(deps, deposit);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'state_conflict') throw error;
    if (isRenewable(await viewOf(deps, request))) throw error;
  }
}

/** Throws Problem `invalid_request`. */
function demandSameOrigin({ config }: ApiDeps, { headers }: PageRequest): void {
  if (isSameOrigin(headers, config.http.publicUrl)) return;
  throw new Problem('invalid_request', { message: 'The form was not submitted from this page.' });
}

function backToPage({ params }: PageRequest, { language }: DepositView): Reply {
  const location = `/pay/${params.token}?lang=${language}`;
  return { status: 303, contentType: 'text/html', body: '', headers: { Location: location } };
}

const pageReply = (deps: ApiDeps, request: PageRequest, view: DepositView): Reply =>
  htmlReply(deps, request, view.language, renderDepositPage(view));

function htmlReply(
  { config }: ApiDeps,
  request: PageRequest,
  language: Language,
  body: string,
): Reply {
  const isSecure = config.http.publicUrl.startsWith('https:');
  const cookie = keepChoice(request.query.lang, request.headers, isSecure);
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body,
    headers: {
      ...pageHeaders(language),
      ...(cookie === null ? {} : { 'Set-Cookie': cookie }),
    },
  };
}

/** Rethrows an error that the page has no text for. */
function refusedSlip(
  deps: ApiDeps,
  request: PageRequest,
  view: DepositView,
  error: unknown,
): Reply {
  const known = texts[view.language].slip.refusals;
  if (!(error instanceof Problem) || known[error.code] === undefined) throw error;
  const refused = { ...view, refusal: error.code, reloads: false };
  return { ...pageReply(deps, request, refused), status: error.status };
}

/** Throws Problem `qr_code_expired` when the deposit must not be paid any more. */
function requireQr({ deposit, state, nowMs }: DepositView): string {
  const { payload } = deposit;
  if (payload === null || !hasQr(deposit, state, nowMs)) throw new Problem('qr_code_expired');
  return payload;
}

/** Throws Problem `state_conflict` until the order is paid. */
async function requireReceipt(
  deps: ApiDeps,
  { deposit, shop, language, isSandbox }: DepositView,
): Promise<Receipt> {
  const paidAt = demandPaidAt(deposit);
  const order = { ...deposit, id: deposit.orderId, reference: null, creditedCallback: null };
  const mode = isSandbox ? 'sandbox' : 'live';
  // The payer's name is not shown: anyone with the link can open the receipt.
  const payer = deposit.payer && { ...deposit.payer, name: null };
  const merchant = { id: deposit.merchantId, name: shop.profile.name };
  const merchantName = await nameAt(deps, merchant, paidAt);
  return receiptOf({ merchantName, order, payer, mode }, paidAt, language);
}

const image = (body: Reply['body'], disposition: string): Reply => ({
  status: 200,
  contentType: 'image/png',
  body,
  headers: { 'Content-Disposition': disposition, 'Cross-Origin-Resource-Policy': 'same-origin' },
});
