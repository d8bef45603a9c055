import { findOrdersNamed, findOrdersOfAmount } from '../../db/orders/find-orders';
import type { AmountTraits, FoundOrder } from '../../db/orders/find-orders';
import { pageOfMerchants } from '../../db/accounts/merchant-overview';
import { listByDisplayStatus } from '../../db/orders/order-page';
import type { ListFilter } from '../../db/orders/order-page';
import { orderFromRow } from '../../db/orders/orders';
import type { OrderRow } from '../../db/orders/orders';
import { allDisplayStatuses, displayStatusOf } from '../../domain/display-status';
import type { Deps } from '../deps';

export type { FoundOrder };

/** How many orders a search shows. */
export const FOUND_MAX = 50;
/** In how many merchants whose name is alike a search looks. */
const MERCHANTS_MAX = 10;

/** Orders of all merchants by an id, a code or a reference; for operators alone. */
export function findOrders(deps: Pick<Deps, 'db'>, word: string): Promise<readonly FoundOrder[]> {
  // A transaction is a view of its order, under the order's id with another prefix.
  const name = word.replace(/^txn_/, 'pay_');
  return findOrdersNamed(deps.db, name, FOUND_MAX);
}

/** The newest orders of an amount, of all merchants; for operators alone. */
export const findOrdersWith = (
  { db }: Pick<Deps, 'db'>,
  traits: AmountTraits,
): Promise<readonly FoundOrder[]> => findOrdersOfAmount(db, traits, FOUND_MAX);

/** What a merchant's orders are narrowed by. */
export type Traits = Pick<ListFilter, 'from' | 'until' | 'amount'>;

/**
 * The newest orders with these traits, of the merchants with this id or name; for operators alone.
 * Null when more than ten merchants have such a name.
 */
export async function findOrdersLike(
  { db }: Pick<Deps, 'db'>,
  merchant: string,
  traits: Traits,
): Promise<readonly FoundOrder[] | null> {
  const asked = { state: 'all', word: merchant, after: null, limit: MERCHANTS_MAX } as const;
  const { items: merchants, hasMore } = await pageOfMerchants(db, asked);
  if (hasMore) return null;
  const found: FoundOrder[] = [];
  // One after the other, so that a search takes one connection.
  for (const { id: merchantId, name: merchantName } of merchants) {
    const list = listByDisplayStatus(
      db,
      allDisplayStatuses,
      { ...traits, merchantId },
      {
        add: (rows) => rows.select('orders.*'),
        read: (row: OrderRow) => orderFromRow(row),
      },
    );
    const { items } = await list.read({ limit: FOUND_MAX, offset: 0, after: null });
    found.push(
      ...items.map((order) => ({ ...order, merchantName, status: displayStatusOf(order) })),
    );
  }
  return found
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, FOUND_MAX);
}
