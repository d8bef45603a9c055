import { countOpenOrders } from './store/order-counts';
import { Problem } from '../kernel/rules/problem';
import type { Deps } from '../deps';

const KEPT_MS = 1_000;
const RETRY_SECONDS = 60;

/** Of public pages: payers leave half of the merchant's quota to its own requests. */
export const payersShare = (openOrdersMax: number): number => Math.ceil(openOrdersMax / 2);

interface Counted {
  readonly atMs: number;
  readonly stored: Promise<number>;
  /** Orders admitted since `count` was read. */
  admitted: number;
}

/**
 * Throws Problem `open_orders_exceeded` when a merchant has `max` pending payments and deposits.
 * A process counts a merchant's orders once in a second and adds what it admits, so several
 * processes can exceed the quota by what they admit within a second.
 */
export type DemandRoom = (merchantId: string, max: number) => Promise<void>;

export function createOpenOrderQuota(
  { db }: Pick<Deps, 'db'>,
  now: () => number = () => performance.now(),
): DemandRoom {
  /** Has an entry per merchant with a quota. */
  const counts = new Map<string, Counted>();
  return async (merchantId, max) => {
    let counted = counts.get(merchantId);
    if (counted === undefined || now() - counted.atMs > KEPT_MS) {
      const stored = countOpenOrders(db, merchantId, max);
      counted = { atMs: now(), stored, admitted: 0 };
      counts.set(merchantId, counted);
      stored.catch(() => counts.delete(merchantId));
    }
    if ((await counted.stored) + counted.admitted >= max) {
      throw new Problem('open_orders_exceeded', {
        headers: { 'Retry-After': String(RETRY_SECONDS) },
      });
    }
    counted.admitted++;
  };
}
