import { keyContext } from '../../../kernel/audit/record-audit-event';
import { createTokenPayment, findCreatedTokenPayment } from '../create-token-payment';
import { expirePayment } from '../expire-payment';
import { describePayment, findPayment, listPayments } from '../find-payment';
import { bahtToSatang } from '../../../kernel/rules/money';
import { createOperation } from '../../../http/create-operation';
import { operation } from '../../../http/operation';
import { sliceOf } from '../../../http/pagination';
import { listOperation, readOperation } from '../../../http/read-operation';
import { json } from '../../../http/reply';
import {
  exampleExpired,
  examplePayment,
  exampleTokenPayment,
  exampleTokenRequest,
} from './example';
import { presentPayment, presentTokenPayment } from './present';
import { payment, paymentPage, paymentParams, paymentsQuery, tokenPaymentRequest } from './schema';

export const paymentOperations = [
  createOperation({
    name: 'createTokenPayment',
    summary: "Charge a customer's token. A webhook reports the outcome",
    family: 'qr',
    path: '/Thai/v1/payments',
    permission: 'payments:write',
    opensOrder: true,
    body: tokenPaymentRequest,
    success: { status: 200, schema: payment, example: exampleTokenPayment },
    example: { body: exampleTokenRequest },
    links: [
      { to: 'readPayment', params: { id: '/payment_id' } },
      { to: 'createRefund', body: { payment_id: '/payment_id' } },
    ],
    errors: [
      'invalid_amount',
      'amount_out_of_range',
      'invalid_currency',
      'invalid_reference',
      'invalid_metadata',
      'invalid_url',
      'payment_not_found',
      'state_conflict',
    ],
    create: (deps, { caller, body, claim }) =>
      createTokenPayment(
        deps,
        caller,
        {
          tokenId: body.token_id,
          amountSatang: bahtToSatang(body.amount),
          reference: body.reference,
          metadata: body.metadata,
          description: body.description,
          returnUrl: body.return_url,
          previousId: body.previous_payment_id,
        },
        claim,
      ),
    find: findCreatedTokenPayment,
    present: (created, { config }) => presentTokenPayment(created, config.http.publicUrl),
  }),

  readOperation({
    name: 'readPayment',
    summary: 'Retrieve a payment',
    family: 'qr',
    path: '/Thai/v1/payments/:id',
    permission: 'payments:read',
    params: paymentParams,
    schema: payment,
    example: examplePayment,
    errors: ['payment_not_found'],
    read: async (deps, { caller, params }) =>
      presentPayment(await findPayment(deps, caller, params.id), deps.config.http.publicUrl),
  }),

  listOperation({
    name: 'listPayments',
    summary: 'List payments, newest first',
    family: 'qr',
    path: '/Thai/v1/payments',
    permission: 'payments:read',
    query: paymentsQuery,
    schema: paymentPage,
    exampleQuery: { status: 'succeeded', limit: 20, start_date: '2026-11-01' },
    async list(deps, caller, query) {
      const listed = await listPayments(deps, caller, {
        ...sliceOf(query),
        ...(query.payment_link_id && { paymentLinkId: query.payment_link_id }),
      });
      const items = await Promise.all(listed.items.map((item) => describePayment(deps, item)));
      return { ...listed, items };
    },
    present: (items, { config }) => ({
      payments: items.map((item) => presentPayment(item, config.http.publicUrl)),
    }),
  }),

  operation({
    name: 'expirePayment',
    summary: 'Expire a pending payment. Idempotent',
    family: 'qr',
    method: 'POST',
    path: '/Thai/v1/payments/:id/expire',
    auth: 'merchant',
    permission: 'payments:write',
    params: paymentParams,
    success: { status: 200, schema: payment, example: exampleExpired },
    errors: ['payment_not_found', 'state_conflict'],
    async respond(deps, { caller, params, address }) {
      const audit = keyContext(caller, address);
      const expired = await expirePayment(deps, audit, caller, params.id);
      return json(200, presentPayment(expired, deps.config.http.publicUrl));
    },
  }),
];
