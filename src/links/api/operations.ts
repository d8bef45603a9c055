import type { z } from 'zod';
import { operation } from '../../http/operation';
import { sliceOf } from '../../http/pagination';
import { listOperation, readOperation } from '../../http/read-operation';
import { json } from '../../http/reply';
import { keyContext } from '../../kernel/audit/record-audit-event';
import { QR_AMOUNT_MAX_BAHT, QR_AMOUNT_MIN_BAHT, bahtToSatang } from '../../kernel/rules/money';
import { changeLink, stopLink } from '../change-link';
import { createLink, type NewLink } from '../create-link';
import { findLink, listLinks } from '../find-link';
import { exampleChange, exampleLink, exampleRequest } from './example';
import { presentLink } from './present';
import { linkChange, linkPage, linkParams, linkRequest, linksQuery, paymentLink } from './schema';

const newLink = (merchantId: string, body: z.output<typeof linkRequest>): NewLink => ({
  merchantId,
  title: body.title,
  description: body.description,
  amount:
    body.amount === null
      ? {
          minSatang: bahtToSatang(body.amount_min ?? QR_AMOUNT_MIN_BAHT),
          maxSatang: bahtToSatang(body.amount_max ?? QR_AMOUNT_MAX_BAHT),
        }
      : bahtToSatang(body.amount),
  paymentsMax: body.payments_max,
  startsAt: body.starts_at,
  endsAt: body.ends_at,
  returnUrl: body.return_url,
  metadata: body.metadata,
});

export const linkOperations = [
  operation({
    name: 'createPaymentLink',
    summary: 'Create a payment link: a page with a short URL on which anyone can pay',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/payment-links',
    auth: 'merchant',
    permission: 'payments:write',
    creates: true,
    body: linkRequest,
    success: { status: 200, schema: paymentLink, example: exampleLink },
    example: { body: exampleRequest },
    links: [
      { to: 'readPaymentLink', params: { id: '/payment_link_id' } },
      { to: 'changePaymentLink', params: { id: '/payment_link_id' } },
      { to: 'stopPaymentLink', params: { id: '/payment_link_id' } },
      { to: 'createMonthlyMail', params: { id: '/payment_link_id' } },
      { to: 'listMonthlyMails', params: { id: '/payment_link_id' } },
    ],
    errors: [
      'invalid_amount',
      'amount_out_of_range',
      'invalid_currency',
      'invalid_metadata',
      'invalid_url',
      'business_unverified',
    ],
    respond(deps, { caller, body, claim, address }) {
      const audit = keyContext(caller, address);
      return createLink(deps, audit, newLink(caller.id, body), claim, (created) =>
        JSON.stringify(presentLink(created, deps.config.http.publicUrl)),
      );
    },
  }),

  listOperation({
    name: 'listPaymentLinks',
    summary: 'List payment links, newest first',
    family: 'qr',
    path: '/Thai/v1/payment-links',
    permission: 'payments:read',
    query: linksQuery,
    schema: linkPage,
    list: (deps, caller, query) => listLinks(deps, caller, sliceOf(query)),
    present: (items, { config }) => ({
      payment_links: items.map((item) => presentLink(item, config.http.publicUrl)),
    }),
  }),

  readOperation({
    name: 'readPaymentLink',
    summary: 'Retrieve a payment link',
    family: 'qr',
    path: '/Thai/v1/payment-links/:id',
    permission: 'payments:read',
    params: linkParams,
    schema: paymentLink,
    example: exampleLink,
    errors: ['payment_link_not_found'],
    read: async (deps, { caller, params }) =>
      presentLink(await findLink(deps, caller, params.id), deps.config.http.publicUrl),
  }),

  operation({
    name: 'changePaymentLink',
    summary: 'Update the texts, the limit, the period or the return URL of a payment link',
    family: 'qr',
    method: 'PATCH',
    path: '/Thai/v1/payment-links/:id',
    auth: 'merchant',
    permission: 'payments:write',
    params: linkParams,
    body: linkChange,
    success: { status: 200, schema: paymentLink },
    example: { body: exampleChange },
    errors: ['payment_link_not_found', 'invalid_metadata', 'invalid_url', 'state_conflict'],
    async respond(deps, { caller, params, body, address }) {
      const { payments_max: paymentsMax, starts_at: startsAt, ends_at: endsAt, ...rest } = body;
      const { return_url: returnUrl, ...texts } = rest;
      const edits = { ...texts, paymentsMax, startsAt, endsAt, returnUrl };
      const link = await changeLink(deps, keyContext(caller, address), caller, params.id, edits);
      return json(200, presentLink(link, deps.config.http.publicUrl));
    },
  }),

  operation({
    name: 'stopPaymentLink',
    summary: 'Stop a payment link for good. Idempotent',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/payment-links/:id/stop',
    auth: 'merchant',
    permission: 'payments:write',
    params: linkParams,
    success: { status: 200, schema: paymentLink },
    errors: ['payment_link_not_found'],
    async respond(deps, { caller, params, address }) {
      const link = await stopLink(deps, keyContext(caller, address), caller, params.id);
      return json(200, presentLink(link, deps.config.http.publicUrl));
    },
  }),
];
