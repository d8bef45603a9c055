import { z } from 'zod';
import { findOrderDetail } from '../../../application/orders/find-order-detail';
import { findOrders, findOrdersLike } from '../../../application/orders/find-orders';
import type { Traits } from '../../../application/orders/find-orders';
import { bangkokDayEnd, bangkokDayStart, readDay } from '../../../domain/bangkok-day';
import { readBaht } from '../../../domain/money';
import { text } from '../../../contract/fields';
import { pageQuery, page } from '../frame/page';
import { orderScreen } from './view';
import { ordersScreen } from './search-view';
import type { Asked, SearchFault } from './search-view';
import { workflowUrlFor } from './workflow-url';

/** Both kinds of ids that orders have. */
const orderId = z.string().regex(/^([a-z]{3}_[0-9a-z]{1,64}|[0-9a-f-]{36})$/, {
  error: 'order_not_found',
});

const typed = text(100).catch('').default('');

/** The first field that cannot be read, or what the fields ask for. */
function readTraits({ merchant, amount, day }: Omit<Asked, 'q'>): Traits | SearchFault {
  if (merchant === '') return 'merchant';
  const satang = amount === '' ? undefined : readBaht(amount);
  if (satang === null) return 'amount';
  if (day !== '' && readDay(day) === null) return 'day';
  return {
    ...(satang === undefined ? {} : { amount: { fromSatang: satang, untilSatang: satang } }),
    ...(day === '' ? {} : { from: bangkokDayStart(day), until: bangkokDayEnd(day) }),
  };
}

export const consoleOrderOperations = [
  page({
    name: 'showOrders',
    summary: 'Finds an order of any merchant',
    path: '/console/orders',
    query: pageQuery.extend({ q: typed, merchant: typed, amount: typed, day: typed }),
    async show(deps, visit, { query: { q, merchant, amount, day } }) {
      const asked = { q, merchant, amount, day: readDay(day) ?? day };
      if (q !== '') return ordersScreen(visit, asked, { orders: await findOrders(deps, q) });
      if (merchant === '' && amount === '' && day === '') return ordersScreen(visit, asked, null);
      const traits = readTraits(asked);
      if (typeof traits === 'string') return ordersScreen(visit, asked, { fault: traits });
      const orders = await findOrdersLike(deps, merchant, traits);
      return ordersScreen(visit, asked, orders === null ? { fault: 'merchants' } : { orders });
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
      return orderScreen(visit, await findOrderDetail(deps, id), workflowUrl);
    },
  }),
];
