import { z } from 'zod';
import { receiveCallback } from '../../application/callbacks/receive-callback';
import type { OrderKind } from '../../domain/orders';
import { operation } from '../../http/operation';
import { json } from '../../http/reply';
import { callbackRequest } from '../../providers/generic/callback';

const callbackAccepted = z
  .object({ status: z.literal(true), message: z.string() })
  .meta({ id: 'CallbackAccepted' });

/** One operation per order kind. The paths belong to the default account. */
function callbackOperation(orderKind: OrderKind, path: `/${string}`, orderId: string) {
  return operation<'callback', undefined, undefined, z.ZodType>({
    name: `${orderKind}Callback`,
    summary: `The provider reports the outcome of a ${orderKind}`,
    family: 'callback',
    method: 'POST',
    path,
    auth: 'callback',
    raw: true,
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
    async respond(deps, { caller, headers, bytes }) {
      const applied = await receiveCallback(deps, caller, orderKind, { headers, body: bytes });
      return json(201, { status: true, message: applied ? 'Applied.' : 'Accepted.' });
    },
  });
}

export const callbackOperations = [
  callbackOperation('payment', '/payment/gw/webhook', 'pay_01kbk2v9q6m3x7t5w8y0z1a2b3'),
  callbackOperation('deposit', '/deposit/gw/webhook', '019a8a5e-6f2c-7c3b-9d41-3f2f6f1b8c55'),
  callbackOperation('withdrawal', '/withdraw/gw/webhook', '019a8a5e-6f2c-7c3b-9d41-3f2f6f1b8c55'),
  callbackOperation('refund', '/refund/gw/webhook', 're_01kbk2v9q6m3x7t5w8y0z1a2b3'),
];
