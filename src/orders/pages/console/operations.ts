import { z } from 'zod';
import { findExchanges } from '../../../providers/accounts/exchange-log';
import { findOrderDetail } from '../../../exceptions/find-order-detail';
import { findOrders, findOrdersLike, findOrdersWith } from '../../find-orders';
import { bangkokDayEnd, bangkokDayStart, readDay } from '../../../kernel/rules/bangkok-day';
import { readBaht } from '../../../kernel/rules/money';
import type { ApiDeps } from '../../../http/api-deps';
import { text } from '../../../contract/fields';
import { pageQuery, page } from '../../../pages/console/frame/page';
import { orderScreen } from './view';
import { ordersScreen, type Asked, type Result, type SearchFault } from './search-view';
import { workflowUrlFor } from './workflow-url';

const orderId = z.string().regex(/^([a-z]{2,3}_[0-9a-z]{1,64}|[0-9a-f-]{36})$/, {
  error: 'order_not_found',
});

const typed = text(100).catch('').default('');

interface Traits {
  readonly satang: number | null;
  readonly from: Date | null;
  /** Inclusive. */
  readonly until: Date | null;
}

function readTraits({ merchant, amount, day }: Omit<Asked, 'q'>): Traits | SearchFault {
  const satang = amount === '' ? undefined : readBaht(amount);
  if (satang === null) return 'amount';
  if (day !== '' && readDay(day) === null) return 'day';
  // A day alone would match too many orders; no index bounds such a search.
  if (merchant === '' && satang === undefined) return 'dayAlone';
  return {
    satang: satang ?? null,
    from: day === '' ? null : bangkokDayStart(day),
    until: day === '' ? null : bangkokDayEnd(day),
  };
}

async function search(deps: ApiDeps, asked: Omit<Asked, 'q'>): Promise<Result> {
  const traits = readTraits(asked);
  if (typeof traits === 'string') return { fault: traits };
  const { satang, from, until } = traits;
  if (asked.merchant === '' && satang !== null) {
    return { orders: await findOrdersWith(deps, { amountSatang: satang, from, until }) };
  }
  const orders = await findOrdersLike(deps, asked.merchant, {
    ...(satang === null ? {} : { amount: { fromSatang: satang, untilSatang: satang } }),
    ...(from === null ? {} : { from }),
    ...(until === null ? {} : { until }),
  });
  return orders === null ? { fault: 'merchants' } : { orders };
}

export const consoleOrderOperations = [
  page({
    name: 'showOrders',
    summary: 'Search the orders of all merchants',
    path: '/console/orders',
    query: pageQuery.extend({ q: typed, merchant: typed, amount: typed, day: typed }),
    async render(deps, context, { query: { q, merchant, amount, day } }) {
      const asked = { q, merchant, amount, day: readDay(day) ?? day };
      if (q !== '') {
        const orders = await findOrders(deps, q);
        const screen = ordersScreen(context, asked, { orders });
        const [only, ...others] = orders;
        const isOne = only !== undefined && others.length === 0;
        return isOne ? { ...screen, only: `/console/orders/${only.id}` } : screen;
      }
      if (merchant === '' && amount === '' && day === '') return ordersScreen(context, asked, null);
      return ordersScreen(context, asked, await search(deps, asked));
    },
  }),

  page({
    name: 'showOrder',
    summary: 'An order with all related rows',
    path: '/console/orders/:id',
    params: z.object({ id: orderId }),
    errors: ['order_not_found'],
    async render(deps, context, { params: { id } }) {
      const [detail, exchanges] = await Promise.all([
        findOrderDetail(deps, id),
        findExchanges(deps, id),
      ]);
      return orderScreen(context, detail, exchanges, workflowUrlFor(deps.config, id));
    },
  }),
];
