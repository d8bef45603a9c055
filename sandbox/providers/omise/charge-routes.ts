import { renderQrPng, renderQrSvg } from '../../../src/platform/images/qr-image';
import type { Authentication } from '../authorize-page';
import { badRequest, notFound } from './errors';
import { amountIn, endpointsIn, isObject, metadataIn, textIn, type Body } from './fields';
import { listOf, searchIn } from './lists';
import { presentCharge, presentRefund } from './present';
import type { StoredCharge, StoredRefund } from './records';
import type { Call, Route } from './route';
import type { Upstream } from './upstream';

const INVALID = 'invalid_charge';
const DAY_MS = 86_400_000;

/** Charges, their refunds and QR codes. */
export const chargeRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/charges$/, answer: createCharge },
  {
    method: 'GET',
    path: /^\/charges$/,
    answer: ({ upstream, query, form }) =>
      listOf(
        [...upstream.charges.keys()].map((id) => upstream.charge(id)),
        query,
        {
          location: '/charges',
          nowMs: upstream.now(),
          present: (charge) => presentCharge(charge, form),
        },
      ),
  },
  {
    method: 'GET',
    path: /^\/search$/,
    answer: ({ upstream, query, form }) => {
      if (query.get('scope') !== 'charge') throw badRequest('bad_request', 'scope is invalid');
      return searchIn([...upstream.charges.values()], query, {
        textOf: ({ description, metadata }) => `${description} ${JSON.stringify(metadata)}`,
        present: (charge) => presentCharge(charge, form),
      });
    },
  },
  {
    method: 'GET',
    path: /^\/charges\/(\w+)$/,
    answer: ({ upstream, ids, form }) => presentCharge(upstream.charge(ids[0] ?? ''), form),
  },
  ...(['mark_as_paid', 'mark_as_failed', 'expire'] as const).map((act): Route => ({
    method: 'POST',
    path: new RegExp(`^/charges/(\\w+)/${act}$`),
    answer: ({ upstream, ids, form }) => {
      const charge = upstream.charge(ids[0] ?? '');
      if (act !== 'expire' && upstream.options.livemode) throw notFound('the path');
      if (charge.status !== 'pending') throw badRequest(INVALID, 'charge is not pending');
      if (act === 'expire') charge.status = 'expired';
      else if (act === 'mark_as_paid') upstream.finish(charge, 'successful', null);
      else upstream.finish(charge, 'failed', 'failed_processing');
      return presentCharge(charge, form);
    },
  })),
  { method: 'POST', path: /^\/charges\/(\w+)\/refunds$/, answer: createRefund },
  {
    method: 'GET',
    path: /^\/charges\/(\w+)\/refunds$/,
    answer: ({ upstream, ids, query, form }) =>
      listOf(upstream.charge(ids[0] ?? '').refunds, query, {
        location: `/charges/${ids[0]}/refunds`,
        nowMs: upstream.now(),
        present: (refund) => presentRefund(refund, form),
      }),
  },
  {
    method: 'GET',
    path: /^\/charges\/(\w+)\/refunds\/(\w+)$/,
    answer: ({ upstream, ids: [chargeId = '', refundId], form }) => {
      const { refunds } = upstream.charge(chargeId);
      const refund = refunds.find(({ id }) => id === refundId);
      if (refund === undefined) throw notFound(`refund ${refundId}`);
      return presentRefund(refund, form);
    },
  },
];

/** The image of a charge's QR code, with its media type. */
export function qrImage(upstream: Upstream, path: string): { type: string; bytes: Buffer } | null {
  const ids = /^\/charges\/(\w+)\/documents\/(\w+)\/downloads\/\w+$/.exec(path);
  const charge = upstream.charges.get(ids?.[1] ?? '');
  if (charge === undefined || charge.qr === null || charge.documentId !== ids?.[2]) return null;
  return upstream.options.image === 'svg'
    ? { type: 'image/svg+xml', bytes: Buffer.from(renderQrSvg(charge.qr, 250)) }
    : { type: 'image/png', bytes: renderQrPng(charge.qr, 250) };
}

/** The charge whose payer opens the page of its bank. */
export function authenticationAt(upstream: Upstream, path: string): Authentication | null {
  const [, id = ''] = /^\/payments\/(\w+)\/authorize$/.exec(path) ?? [];
  if (upstream.charges.get(id)?.authorizeUri === null || !upstream.charges.has(id)) return null;
  const charge = upstream.charge(id);
  return {
    id,
    isOpen: charge.status === 'pending',
    returnUrl: charge.returnUri ?? 'https://www.omise.example',
    decide: (isApproved) =>
      isApproved
        ? upstream.finish(charge, 'successful', null)
        : upstream.finish(charge, 'failed', 'failed_processing'),
  };
}

function createCharge({ upstream, body, form }: Call): object {
  const amount = amountIn(body, INVALID, 2_000, 15_000_000);
  if (String(body['currency']).toLowerCase() !== 'thb') {
    throw badRequest(INVALID, 'currency is currently not supported');
  }
  const expiresAt = expiryIn(body, upstream);
  const source = body['source'];
  const isPromptPay = isObject(source) && source['type'] === 'promptpay';
  if (isPromptPay === (body['card'] !== undefined)) {
    throw badRequest(INVALID, 'source or card is required');
  }
  const metadata = metadataIn(body);
  const endpoints = endpointsIn(body);
  const result = isPromptPay ? null : useToken(upstream, textIn(body, 'card', INVALID));
  const id = upstream.newId('chrg');
  const charge: StoredCharge = {
    id,
    createdAt: upstream.now(),
    amount,
    reportedAmount: upstream.amountShown ?? amount,
    kind: isPromptPay ? 'promptpay' : 'card',
    description: typeof body['description'] === 'string' ? body['description'] : null,
    metadata,
    endpoints,
    expiresAt,
    qr: isPromptPay ? upstream.qrTextOf({ id, amount }) : null,
    documentId: upstream.newId('docu'),
    authorizeUri: result === '3ds' ? `${upstream.url}/payments/${id}/authorize` : null,
    returnUri: body['return_uri'] === undefined ? null : textIn(body, 'return_uri', INVALID),
    refunds: [],
    status: 'pending',
    failureCode: null,
    paidAt: null,
    refundable: true,
    partiallyRefundable: true,
    reversed: false,
    dispute: null,
  };
  upstream.charges.set(id, charge);
  upstream.tell('charge.create', charge);
  if (result === 'success') upstream.finish(charge, 'successful', null);
  if (result === 'fail') upstream.finish(charge, 'failed', 'insufficient_fund');
  return presentCharge(charge, form);
}

function expiryIn({ expires_at: text }: Body, upstream: Upstream): number {
  if (text === undefined) return upstream.now() + DAY_MS;
  const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  if (!(at > upstream.now())) throw badRequest(INVALID, 'expires_at must be in the future');
  return at;
}

function useToken(upstream: Upstream, id: string) {
  const token = upstream.tokens.get(id);
  if (token === undefined) throw notFound(`token ${id}`);
  if (token.used) throw badRequest('used_token', 'token was already used');
  token.used = true;
  return token.result;
}

function createRefund({ upstream, ids, body, form }: Call): object {
  const charge = upstream.charge(ids[0] ?? '');
  const refunded = charge.refunds.reduce((sum, { amount }) => sum + amount, 0);
  const amount = amountIn(body, 'invalid_amount', 1, charge.amount - refunded);
  const isPart = amount !== charge.amount;
  const isAllowed = charge.refundable && (charge.partiallyRefundable || !isPart);
  if (charge.status !== 'successful' || !isAllowed || charge.refunds.length >= 15) {
    throw badRequest('failed_refund', 'charge is not refundable');
  }
  const refund: StoredRefund = {
    id: upstream.newId('rfnd'),
    createdAt: upstream.now(),
    chargeId: charge.id,
    amount,
    metadata: metadataIn(body),
    status: charge.kind === 'card' ? 'closed' : 'pending',
  };
  charge.refunds.push(refund);
  upstream.tell('refund.create', refund);
  return presentRefund(refund, form);
}
