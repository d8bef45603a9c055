import type { z } from 'zod';
import { acceptCallback, refuseCallback } from '../../application/callbacks/accept-callback';
import { plainFailure } from '../../domain/callback';
import type { OrderKind } from '../../domain/order';
import { operation } from '../../http/operation';
import { json } from '../../http/reply';
import { callbackAccepted, callbackRequest, payerOf, refusalOf } from './schema';

/** One operation for each kind of order; they differ in nothing else. */
function callbackOperation(route: OrderKind, path: `/${string}`, orderId: string) {
  return operation({
    name: `${route}Callback`,
    summary: `The provider tells what became of a ${route}`,
    family: 'callback',
    method: 'POST',
    path,
    auth: 'callback',
    body: callbackRequest,
    success: { status: 201, schema: callbackAccepted },
    example: { body: { orderId, status: 'success', transactionId: 'T-20261121-0001' } },
    errors: [
      'invalid_status',
      'invalid_amount',
      'foreign_currency',
      'order_not_found',
      'permission_denied',
    ],
    async respond(deps, { caller, body, bodyText }) {
      const told = {
        route,
        orderId: body.orderId,
        heard: body.status,
        amountSatang: body.amount,
        transactionId: body.transactionId,
        paidAt: body.paidAt,
        payer: payerOf(body),
        failure: failureOf(body),
        body: bodyText,
      };
      const refusal = refusalOf(body);
      if (refusal !== null) return refuseCallback(deps, caller, told, refusal);
      const { applied } = await acceptCallback(deps, caller, told);
      deps.metrics.callbacks.inc({ route, heard: body.status, applied: String(applied) });
      return json(201, { status: true, message: applied ? 'Applied.' : 'Accepted.' });
    },
  });
}

/** The provider's words for a failure; none where it gave no code. */
function failureOf({ failure }: z.output<typeof callbackRequest>) {
  if (failure === null || failure.code === '') return null;
  return plainFailure({ code: failure.code, message: failure.message ?? '' });
}

export const callbackOperations = [
  callbackOperation('payment', '/payment/gw/webhook', 'pay_01kbk2v9q6m3x7t5w8y0z1a2b3'),
  callbackOperation('deposit', '/deposit/gw/webhook', '019a8a5e-6f2c-7c3b-9d41-3f2f6f1b8c55'),
  callbackOperation('withdrawal', '/withdraw/gw/webhook', '019a8a5e-6f2c-7c3b-9d41-3f2f6f1b8c55'),
  callbackOperation('refund', '/refund/gw/webhook', 're_01kbk2v9q6m3x7t5w8y0z1a2b3'),
];
