import { findOrdersNamed } from '../db/find-orders';
import type { FoundOrder } from '../db/find-orders';
import type { Deps } from './deps';

export type { FoundOrder };

const FOUND_MAX = 50;

/** Orders of all merchants by an id, a code or a reference; for operators alone. */
export function findOrders(deps: Pick<Deps, 'db'>, word: string): Promise<readonly FoundOrder[]> {
  // A transaction is a view of its order, under the order's id with another prefix.
  const name = word.replace(/^txn_/, 'pay_');
  return findOrdersNamed(deps.db, name, FOUND_MAX);
}
