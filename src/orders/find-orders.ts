import {
  findOrdersNamed,
  findOrdersOfAmount,
  type AmountTraits,
  type FoundOrder,
} from './store/find-orders';
import { pageOfMerchants } from '../merchants/store/merchant-overview';
import type { ListFilter } from './store/order-page';
import { listOrders } from './store/orders';
import { displayStatusOf } from './rules/display-status';
import type { Deps } from '../deps';

export type { FoundOrder };

export const FOUND_MAX = 50;
/** A search reads the orders of this many merchants with a similar name. */
const MERCHANTS_MAX = 10;

/** By id, ref or reference, of all merchants; for operators only. */
export function findOrders(deps: Pick<Deps, 'db'>, word: string): Promise<readonly FoundOrder[]> {
  // A transaction has the id of its order with another prefix.
  const name = word.replace(/^txn_/, 'pay_');
  return findOrdersNamed(deps.db, name, FOUND_MAX);
}

/** Of all merchants, newest first; for operators only. */
export const findOrdersWith = (
  { db }: Pick<Deps, 'db'>,
  traits: AmountTraits,
): Promise<readonly FoundOrder[]> => findOrdersOfAmount(db, traits, FOUND_MAX);

export type Traits = Pick<ListFilter, 'from' | 'until' | 'amount'>;

/**
 * Newest first, of the merchants with this id or name; for operators only. Null when more than ten
 * merchants match.
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
  // Sequential, so that a search uses one connection.
  for (const { id: merchantId, name: merchantName } of merchants) {
    const list = listOrders(db, { ...traits, merchantId });
    const { items } = await list.read({ limit: FOUND_MAX, offset: 0, after: null });
    found.push(
      ...items.map((order) => ({ ...order, merchantName, status: displayStatusOf(order) })),
    );
  }
  return found
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1))
    .slice(0, FOUND_MAX);
}
