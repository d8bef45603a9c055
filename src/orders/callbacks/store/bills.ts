import type { OrderState } from '../../rules/kinds';
import { run, type Db } from '../../../platform/postgres/connect';
import { raw, sql } from '../../../platform/postgres/sql';
import { kindsIn } from '../../rules/kinds/lists';

/** Decides whether the QR code of an order can be paid. */
export interface Bill {
  readonly status: OrderState;
  readonly amountSatang: number;
  readonly isOverdue: boolean;
  /** Money was reported for the order, booked or not. */
  readonly hasMoney: boolean;
}

/** Null when the account has no order with this reference in its QR code. */
export async function findBill(db: Db, accountId: string, ref: string): Promise<Bill | null> {
  const [row] = await run<Bill>(
    db,
    'find-bill',
    sql`select status, amount_satang,
            coalesce(expires_at <= now(), false) as is_overdue,
            exists (
              select from movements
              where movements.order_id = orders.id and movements.order_id is not null
                and dismissed_at is null)
            or exists (
              select from callbacks
              where callbacks.order_id = orders.id and reported = 'succeeded'
                and applied_at is null) as has_money
     from orders
     where ref = ${ref} and provider_account_id = ${accountId} and kind in (${raw(kindsIn)})`,
  );
  return row ?? null;
}
