import { definitionOf, isOpen, type OrderTransition } from '../rules/kinds';
import { run, type Pipeline } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import { methodOf, pricingFromRow, pricingOf, type PricingRow } from '../../fees/store/prices';
import type { Pricing } from '../../fees/rules/order-fee';
import type { Maturity } from '../../maturity/rules/pending';
import { maturityOf } from '../../maturity/store/pending';
import { orderColumns, orderFromRow, type Order, type OrderRow } from './orders';
import { lockPaymentOf } from '../refund/store/refunds';

export interface LockedOrder extends Order {
  /** To the deadline by the database's clock, at least 1; null without a deadline. */
  readonly remainingMs: number | null;
  /** The deadline has passed, the order is open and no inquiry has to precede its expiry. */
  readonly isOverdue: boolean;
  /** By the database's clock, once the lock was granted. */
  readonly lockedAt: Date;
  /** As the first event of a payment or deposit names it; null when that was deleted. */
  readonly checkoutUrl: string | null;
  readonly previousId: string | null;
  /** Null: its merchant has no prices for its method. */
  readonly pricing: Pricing | null;
  /** Null: what is credited is available at once. */
  readonly maturity: Maturity | null;
  /** Applied in this transaction, in order. */
  readonly transitions: readonly OrderTransition[];
}

type LockedRow = OrderRow & {
  remainingMs: number | null;
  awaitsInquiry: boolean;
  lockedAt: Date;
  pricing: PricingRow | null;
  maturity: Maturity | null;
  firstData: Readonly<Record<'checkout_url' | 'previous_payment_id', string | undefined>> | null;
};

/**
 * With a merchant, only its order; null when there is no such order. Rows are locked in the same
 * order everywhere, so that two transitions never deadlock: a refund, its payment, the balance.
 */
export async function lockOrder(
  trx: Pipeline,
  orderId: string,
  merchantId: string | null = null,
): Promise<LockedOrder | null> {
  const [row] = await run<LockedRow>(
    trx,
    'lock-order',
    sql`select ${orderColumns},
            ceil(extract(epoch from expires_at - now()) * 1000)::bigint as remaining_ms,
            coalesce(inquired_at < expires_at, false) as awaits_inquiry,
            clock_timestamp() as locked_at,
            case when kind in ('payment', 'deposit') then (
              select body::json -> 'data' from events
              where events.order_id = orders.id and events.sequence = 1) end as first_data,
            ${pricingOf(sql`orders.merchant_id`, methodOf, sql`orders.provider_account_id`)},
            ${maturityOf('orders')} as maturity
     from orders where id = ${orderId}
     and merchant_id = coalesce(${merchantId}, merchant_id) for no key update`,
  );
  if (row === undefined) return null;
  const { remainingMs, awaitsInquiry, lockedAt, firstData, pricing, ...columns } = row;
  const order = orderFromRow(columns);
  if (definitionOf(order.kind).reducesPayment) lockPaymentOf(trx, orderId);
  return {
    ...order,
    remainingMs: remainingMs === null ? null : Math.max(remainingMs, 1),
    lockedAt,
    pricing: pricingFromRow(pricing),
    checkoutUrl: firstData?.checkout_url ?? null,
    previousId: firstData?.previous_payment_id ?? null,
    transitions: [],
    isOverdue:
      remainingMs !== null &&
      remainingMs <= 0 &&
      !awaitsInquiry &&
      isOpen(order.kind, order.status),
  };
}
