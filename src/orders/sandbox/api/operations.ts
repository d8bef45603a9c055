import { listPayableInSandbox } from '../../payment/list-open-payments';
import { operation } from '../../../http/operation';
import { json } from '../../../http/reply';
import { presentOpenPayments } from './present';
import { openPayments } from './schema';

const PAYMENTS_MAX = 50;

/** For the sandbox bank only. A live deployment does not register them. */
export const sandboxOperations = [
  operation({
    name: 'listOpenPayments',
    summary: 'List the pending payments of all merchants at the sandbox bank',
    family: 'ops',
    method: 'GET',
    path: '/sandbox/open-payments',
    auth: 'provider',
    success: { status: 200, schema: openPayments },
    errors: [],
    async respond(deps) {
      return json(200, presentOpenPayments(await listPayableInSandbox(deps.db, PAYMENTS_MAX)));
    },
  }),
];
