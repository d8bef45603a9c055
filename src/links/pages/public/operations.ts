import { z } from 'zod';
import { says } from '../../../contract/fields';
import type { ApiDeps } from '../../../http/api-deps';
import type { Request } from '../../../http/definition';
import { operation } from '../../../http/operation';
import type { Reply } from '../../../http/reply';
import { payerCookie } from '../../../http/session-cookie';
import { readQrAmount } from '../../../kernel/rules/money';
import { Problem } from '../../../kernel/rules/problem';
import { chooseLanguage, keepChoice, languages } from '../../../pages/kit/language';
import { pageHeaders } from '../../../pages/kit/page-headers';
import { isSameOrigin } from '../../../pages/kit/same-origin';
import { newSecretId } from '../../../platform/new-id';
import { payableAmount } from '../../find-link';
import { findPublicLink, payLink, type PublicLink } from '../../pay-link';
import { renderLinkPage } from './view';

/** A malformed token gets the same 404 as an unknown one. */
const linkParams = z.object({
  token: z.string().regex(/^[0-9a-z]{16}$/, says('page_not_found')),
});
const linkQuery = z.object({ lang: z.enum(languages).optional().catch(undefined) });

type PageRequest = Pick<
  Request<'link', typeof linkParams, typeof linkQuery, undefined>,
  'query' | 'headers'
>;

export const publicLinkOperations = [
  operation({
    name: 'showPaymentLink',
    summary: 'Page of a payment link. Creates nothing',
    family: 'page',
    method: 'GET',
    path: '/l/:token',
    auth: 'link',
    described: false,
    params: linkParams,
    query: linkQuery,
    success: { status: 200, contentTypes: ['text/html'] },
    errors: ['page_not_found'],
    respond: async (deps, request) =>
      pageReply(deps, request, await findPublicLink(deps, request.params.token)),
  }),

  operation({
    name: 'payPaymentLink',
    summary: 'Start a payment; redirects to its checkout',
    family: 'page',
    method: 'POST',
    path: '/l/:token',
    auth: 'link',
    described: false,
    params: linkParams,
    query: linkQuery,
    fields: true,
    success: { status: 303, contentTypes: ['text/html'] },
    errors: [
      'page_not_found',
      'invalid_amount',
      'payment_link_closed',
      'open_orders_exceeded',
      'idempotency_key_reused',
      'qr_code_refused',
      'provider_unavailable',
    ],
    async respond(deps, request) {
      const { params, headers, fields } = request;
      const { publicUrl } = deps.config.http;
      if (!isSameOrigin(headers, publicUrl)) throw new Problem('cross_site');
      const found = await findPublicLink(deps, params.token);
      const typed = fields.get('amount');
      const amountSatang = payableAmount(found.link, typed === null ? null : readQrAmount(typed));
      if (amountSatang === null) {
        return { ...pageReply(deps, request, found, typed ?? ''), status: 400 };
      }
      const visitor = visitorOf(headers, publicUrl) ?? newSecretId('');
      try {
        const qrCodeId = await payLink(deps, found, visitor, amountSatang);
        return {
          status: 303,
          contentType: 'text/html',
          body: '',
          headers: { Location: `/pay/${qrCodeId}?lang=${languageOf(request)}` },
          cookies: [payerCookie.write(visitor, publicUrl)],
        };
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'payment_link_closed') throw error;
        const closed = await findPublicLink(deps, params.token);
        return { ...pageReply(deps, request, closed), status: error.status };
      }
    },
  }),
];

const languageOf = ({ query, headers }: PageRequest) => chooseLanguage(query.lang, headers);

function visitorOf(headers: PageRequest['headers'], publicUrl: string): string | null {
  const visitor = payerCookie.read(headers, publicUrl);
  return visitor !== null && /^[0-9a-z]{26}$/.test(visitor) ? visitor : null;
}

/** The cookie precedes the form: a second press while the first is answered has it too. */
function pageReply(
  { config }: ApiDeps,
  request: PageRequest,
  found: PublicLink,
  refusedAmount: string | null = null,
): Reply {
  const language = languageOf(request);
  const { brand, http } = config;
  const { publicUrl } = http;
  const isSecure = publicUrl.startsWith('https:');
  const choice = keepChoice(request.query.lang, request.headers, isSecure, '/');
  const isKnown = visitorOf(request.headers, publicUrl) !== null;
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body: renderLinkPage({ ...found, brand, language, publicUrl, refusedAmount }),
    headers: pageHeaders(language),
    cookies: [
      ...(choice === null ? [] : [choice]),
      ...(isKnown ? [] : [payerCookie.write(newSecretId(''), publicUrl)]),
    ],
  };
}
