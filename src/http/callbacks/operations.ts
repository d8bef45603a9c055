import { acceptCallback } from '../../application/accept-callback';
import { operation } from '../operation';
import { json } from '../reply';
import { callbackAccepted, callbackRequest } from './schema';

/** One operation for each kind of order; they differ in nothing else. */
function callbackOperation(route: 'payment', path: `/${string}`) {
  return operation({
    name: `${route}Callback`,
    summary: `The provider tells what became of a ${route}`,
    family: 'callback',
    method: 'POST',
    path,
    auth: 'callback',
    body: callbackRequest,
    success: { status: 201, schema: callbackAccepted },
    errors: ['invalid_status', 'invalid_amount', 'order_not_found'],
    async respond(deps, { caller, body, bodyText }) {
      const { applied } = await acceptCallback(deps, caller, {
        route,
        orderId: body.orderId,
        heard: body.status,
        amountSatang: body.amount,
        transactionId: body.transactionId,
        paidAt: body.paidAt,
        body: bodyText,
      });
      deps.metrics.callbacks.inc({ route, heard: body.status, applied: String(applied) });
      return json(201, { status: true, message: applied ? 'Applied.' : 'Accepted.' });
    },
  });
}

export const callbackOperations = [callbackOperation('payment', '/payment/gw/webhook')];
