import { findHostedDeposit } from '../../application/deposits/find-hosted-deposit';
import { submitPageSlip } from '../../application/deposits/submit-slip';
import { Problem } from '../../domain/problem';
import { renderQrCard } from '../../lib/qr-card';
import { renderQrPng } from '../../lib/qr-image';
import type { ApiDeps } from '../../http/api-deps';
import type { Request } from '../../http/definition';
import { operation } from '../../http/operation';
import { json } from '../../http/reply';
import type { Reply } from '../../http/reply';
import { assetOperations } from './assets';
import { renderDepositPage } from './deposit-page';
import { hasQr, pageStateOf, versionOf } from './deposit-view';
import type { DepositView } from './deposit-view';
import { chooseLanguage, keepChoice } from '../kit/language';
import { pageHeaders } from '../kit/page-headers';
import { presentState } from './present';
import { cardOf } from './qr-card-view';
import { readSlip } from './read-slip';
import { isSameOrigin } from '../kit/same-origin';
import { depositState, pageParams, pageQuery } from './schema';
import { texts } from './texts/texts';

/** A picture of 4 MiB in a form, with room for what a careless browser adds. */
const SLIP_FORM_BYTES_MAX = 6 * 1024 * 1024;
/** Three pixels for each that a phone's layout knows. */
const QR_SIZE_PX = 864;

type PageRequest = Pick<
  Request<'link', typeof pageParams, typeof pageQuery, undefined>,
  'params' | 'query' | 'headers'
>;

export const pageOperations = [
  operation({
    name: 'showDepositPage',
    summary: 'The page from which a customer pays a deposit',
    family: 'page',
    method: 'GET',
    path: '/pay/:token',
    auth: 'link',
    described: false,
    params: pageParams,
    query: pageQuery,
    success: { status: 200, contentTypes: ['text/html'] },
    errors: ['page_not_found'],
    respond: async (deps, request) => pageReply(deps, request, await viewOf(deps, request)),
  }),

  operation({
    name: 'readDepositState',
    summary: 'How the deposit of a page stands, for the page itself to ask again and again',
    family: 'bank',
    method: 'GET',
    path: '/pay/:token/state',
    auth: 'link',
    described: false,
    params: pageParams,
    success: { status: 200, schema: depositState },
    errors: ['page_not_found'],
    async respond(deps, { params }) {
      const deposit = await findHostedDeposit(deps, params.token);
      const nowMs = Date.now();
      const version = versionOf(deposit, pageStateOf(deposit, nowMs));
      // The time is told to those too who have the rest already.
      const headers = { ETag: `"${version}"`, 'X-Server-Time-Ms': String(nowMs) };
      return { ...json(200, presentState(deposit, nowMs)), headers };
    },
  }),

  operation({
    name: 'showDepositQr',
    summary: 'The QR code on the page, while it can be paid',
    family: 'page',
    method: 'GET',
    path: '/pay/:token/qr-code.png',
    auth: 'link',
    described: false,
    params: pageParams,
    query: pageQuery,
    success: { status: 200, contentTypes: ['image/png'] },
    errors: ['page_not_found', 'qr_code_expired'],
    async respond(deps, request) {
      const view = await viewOf(deps, request);
      demandQr(view);
      const { payload } = view.deposit;
      const name = `page ${payload}`;
      const picture = await request.drawCode(name, () => renderQrPng(payload, QR_SIZE_PX));
      return image(picture, 'inline');
    },
  }),

  operation({
    name: 'saveDepositQr',
    summary: 'The QR code as a card to keep, with all that a customer must know beside it',
    family: 'page',
    method: 'GET',
    path: '/pay/:token/qr.png',
    auth: 'link',
    described: false,
    params: pageParams,
    query: pageQuery,
    draws: true,
    success: { status: 200, contentTypes: ['image/png'] },
    errors: ['page_not_found', 'qr_code_expired'],
    async respond(deps, request) {
      const view = await viewOf(deps, request);
      demandQr(view);
      const card = await renderQrCard(cardOf(view, texts[view.language]));
      // Inline: browsers inside other apps show it, for a long press to keep, but download nothing.
      return image(card, `inline; filename="saphan-${view.deposit.ref}.png"`);
    },
  }),

  operation({
    name: 'sendSlip',
    summary: 'Take the slip of a customer who has paid; the answer leads back to the page',
    family: 'page',
    method: 'POST',
    path: '/pay/:token/slip',
    auth: 'link',
    described: false,
    params: pageParams,
    query: pageQuery,
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
      const { params, headers } = request;
      // Before the picture is read: who has no page has none to send.
      const view = await viewOf(deps, request);
      if (!isSameOrigin(headers, deps.config.http.publicUrl)) {
        throw new Problem('invalid_request', { message: 'The form is not one of this page.' });
      }
      try {
        await submitPageSlip(deps, params.token, await readSlip(await request.readForm()));
      } catch (error) {
        return refusedSlip(deps, request, view, error);
      }
      const location = `/pay/${params.token}?lang=${view.language}`;
      return { status: 303, contentType: 'text/html', body: '', headers: { Location: location } };
    },
  }),

  ...assetOperations,
];

async function viewOf(deps: ApiDeps, { params, query, headers }: PageRequest) {
  const deposit = await findHostedDeposit(deps, params.token);
  const nowMs = Date.now();
  return {
    deposit,
    state: pageStateOf(deposit, nowMs),
    pageToken: params.token,
    language: chooseLanguage(query.lang, headers),
    nowMs,
    refusal: null,
    reloads: query.reload !== 'off',
  } satisfies DepositView;
}

function pageReply({ config }: ApiDeps, request: PageRequest, view: DepositView): Reply {
  const isSecure = config.http.publicUrl.startsWith('https:');
  const cookie = keepChoice(request.query.lang, request.headers, isSecure);
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: renderDepositPage(view),
    headers: {
      ...pageHeaders(view.language),
      ...(cookie === null ? {} : { 'Set-Cookie': cookie }),
    },
  };
}

/** The page again, with the reason beside the form. What has no words there is thrown on. */
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

/** Throws Problem `qr_code_expired` where paying would be a mistake. */
function demandQr({ deposit, state, nowMs }: DepositView): void {
  if (!hasQr(deposit, state, nowMs)) throw new Problem('qr_code_expired');
}

const image = (body: Reply['body'], disposition: string): Reply => ({
  status: 200,
  contentType: 'image/png',
  body,
  headers: { 'Content-Disposition': disposition, 'Cross-Origin-Resource-Policy': 'same-origin' },
});
