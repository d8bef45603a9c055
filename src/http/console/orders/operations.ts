import { z } from 'zod';
import { findDossier } from '../../../application/find-dossier';
import { findOrders } from '../../../application/find-orders';
import { text } from '../../fields';
import { lookQuery, page } from '../frame/page';
import { orderScreen } from './view';
import { ordersScreen } from './search-view';
import { workflowUrlFor } from './workflow-url';

/** Both kinds of ids that orders have. */
const orderId = z.string().regex(/^([a-z]{3}_[0-9a-z]{1,64}|[0-9a-f-]{36})$/, {
  error: 'order_not_found',
});

export const consoleOrderOperations = [
  page({
    name: 'showOrders',
    summary: 'Finds an order of any merchant',
    path: '/console/orders',
    query: lookQuery.extend({ q: text(100).catch('').default('') }),
    async show(deps, visit, { query: { q } }) {
      return ordersScreen(visit, q, q === '' ? null : await findOrders(deps, q));
    },
  }),

  page({
    name: 'showOrder',
    summary: 'All that is known of an order',
    path: '/console/orders/:id',
    params: z.object({ id: orderId }),
    errors: ['order_not_found'],
    async show(deps, visit, { params: { id } }) {
      const workflowUrl = workflowUrlFor(deps.config, id);
      return orderScreen(visit, await findDossier(deps, id), workflowUrl);
    },
  }),
];
