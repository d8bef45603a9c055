import { keyContext } from '../../../kernel/audit/record-audit-event';
import { createRefund, findCreatedRefund } from '../create-refund';
import { findRefund, listRefunds } from '../find-refund';
import { refund } from '../../../contract/refund';
import { findBankCode } from '../../../kernel/rules/banks';
import { createOperation } from '../../../http/create-operation';
import { sliceOf } from '../../../http/pagination';
import { listOperation, readOperation } from '../../../http/read-operation';
import { exampleRefund, exampleRequest } from './example';

import { presentRefund } from './present';
import { refundPage, refundParams, refundRequest, refundsQuery } from './schema';

export const refundOperations = [
  createOperation({
    name: 'createRefund',
    summary: 'Refund all or part of a payment',
    family: 'qr',
    path: '/Thai/v1/refunds',
    permission: 'refunds:write',
    paysOut: true,
    body: refundRequest,
    success: { status: 200, schema: refund, example: exampleRefund },
    example: { body: exampleRequest },
    links: [
      { to: 'readRefund', params: { id: '/refund_id' } },
      { to: 'refundCallback', body: { orderId: '/refund_id' } },
    ],
    errors: [
      'invalid_amount',
      'invalid_metadata',
      'payment_not_found',
      'payment_not_refundable',
      'refund_window_passed',
      'refund_exceeds_remaining',
      'partial_refund_not_supported',
      'missing_destination',
      'destination_not_supported',
      'insufficient_funds',
      'payout_limit_exceeded',
    ],
    create: (deps, { caller, body, claim, address }) =>
      createRefund(
        deps,
        keyContext(caller, address),
        caller,
        {
          paymentId: body.payment_id,
          amountSatang: body.amount,
          reason: body.reason,
          metadata: body.metadata,
          destination: body.destination && {
            bankCode: findBankCode(body.destination.bank_name),
            bankName: body.destination.bank_name,
            accountNumber: body.destination.account_number,
            accountName: body.destination.account_name,
          },
        },
        claim,
      ),
    find: findCreatedRefund,
    present: presentRefund,
  }),

  readOperation({
    name: 'readRefund',
    summary: 'Retrieve a refund',
    family: 'qr',
    path: '/Thai/v1/refunds/:id',
    permission: 'refunds:read',
    params: refundParams,
    schema: refund,
    example: exampleRefund,
    errors: ['refund_not_found'],
    read: async (deps, { caller, params }) =>
      presentRefund(await findRefund(deps, caller, params.id)),
  }),

  listOperation({
    name: 'listRefunds',
    summary: 'List refunds, newest first. `payment_id` selects one payment',
    family: 'qr',
    path: '/Thai/v1/refunds',
    permission: 'refunds:read',
    query: refundsQuery,
    schema: refundPage,
    exampleQuery: { limit: 20 },
    list: (deps, caller, { payment_id: paymentId, ...query }) =>
      listRefunds(deps, caller, {
        ...sliceOf(query),
        ...(paymentId === undefined ? {} : { paymentId }),
      }),
    present: (items) => ({ refunds: items.map(presentRefund) }),
  }),
];
