import { kindsOut } from '../rules/kinds/lists';
import { run, type Db } from '../../platform/postgres/connect';
import { joined, raw, sql, type Sql } from '../../platform/postgres/sql';

/** Of the orders of a list. */
export interface OrderSums {
  readonly count: number;
  /** Amounts of payments and deposits. */
  readonly inSatang: number;
  /** Amounts of refunds and withdrawals. */
  readonly outSatang: number;
  /** Credited to the merchant, net of what was reversed. */
  readonly creditedSatang: number;
  readonly refundedSatang: number;
}

export const noSums: OrderSums = {
  count: 0,
  inSatang: 0,
  outSatang: 0,
  creditedSatang: 0,
  refundedSatang: 0,
};

/** Queries of ids, which may overlap. */
export async function countIds(db: Db, ids: readonly Sql[]): Promise<number> {
  const [counted] = await run<{ total: number }>(
    db,
    null,
    sql`select count(*) as total from (${joined(ids, ' union ')}) as matching`,
  );
  return counted?.total ?? 0;
}

/** Reads at most `max` + 1 orders; null when there are more. */
export async function sumOrders(
  db: Db,
  ids: readonly Sql[],
  max: number,
): Promise<OrderSums | null> {
  const isOut = sql`kind in (${raw(kindsOut)})`;
  const [sums = noSums] = await run<OrderSums>(
    db,
    null,
    sql`
      with matching as materialized (
        select id from (${joined(ids, ' union ')}) as found limit ${max + 1})
      select count(*)::bigint as count,
             coalesce(sum(amount_satang) filter (where not ${isOut}), 0)::bigint as in_satang,
             coalesce(sum(amount_satang) filter (where ${isOut}), 0)::bigint as out_satang,
             coalesce(sum(coalesce(credited_satang,
                 case status when 'succeeded' then amount_satang else 0 end) - reversed_satang)
               filter (where not ${isOut}), 0)::bigint as credited_satang,
             coalesce(sum(refunded_satang), 0)::bigint as refunded_satang
      from matching join orders using (id)`,
  );
  return sums.count > max ? null : sums;
}
