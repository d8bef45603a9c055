import { closedBefore } from '../../ledger/store/money-days';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';

/**
 * Closes the next month in Bangkok that is over: notes for each merchant the VAT of the sum of its
 * fees, and posts what the rounded lines differ from it, to the end of the month. False when no
 * month is due, or another process closes one. Lines count in the month in which they were posted,
 * so that no closed month changes.
 */
export async function closeNextVatMonth(db: Db): Promise<boolean> {
  return db.transaction(async (trx) => {
    const [next] = await run<{ month: string; endsAt: Date }>(
      trx,
      'lock-vat-closing',
      sql`select (through + interval '1 month')::date::text as month,
              (through + interval '2 months') at time zone 'Asia/Bangkok' as ends_at
       from vat_closing for update skip locked`,
    );
    if (next === undefined) return false;
    const [edge] = await run<{ closed: string }>(trx, 'closed-transfers', closedBefore);
    const closed = await run(
      trx,
      'close-vat-month',
      closing(next.month, next.endsAt, edge?.closed ?? '-infinity'),
    );
    return closed.length > 0;
  });
}

/** Net. */
const creditedTo = (account: 'fees' | 'vat_payable'): Sql =>
  raw(`
  sum(case when credit = '${account}' then transfers.amount_satang
           when debit = '${account}' then -transfers.amount_satang else 0 end)`);

const closing = (month: string, endsAt: Date, closed: string) => sql`
  with lines as (
    select transfers.merchant_id,
           coalesce(orders.fee_vat_rate, resolutions.fee_vat_rate) as fee_vat_rate,
           ${creditedTo('fees')} as fee, ${creditedTo('vat_payable')} as vat
    from transfers left join orders on orders.id = transfers.order_id
    -- Of money without an order.
    left join resolutions on resolutions.id = transfers.resolution_id
    where transfers.kind in ('fee', 'fee_vat', 'fee_return', 'fee_vat_return',
                             'fee_due', 'fee_vat_due', 'fee_due_return', 'fee_vat_due_return')
      and transfers.created_at >= ${month}::timestamp at time zone 'Asia/Bangkok'
      and transfers.created_at < ${endsAt} and ${endsAt} < ${closed}::timestamptz
    group by 1, 2
  ), months as (
    select merchant_id, sum(fee) as fee, sum(vat) as posted,
           sum(round(fee * fee_vat_rate / 1000000.0)) as due
    from lines group by 1
  ), noted as (
    insert into vat_months (merchant_id, month, fee_satang, vat_satang, posted_satang)
    select merchant_id, ${month}::date, fee, due, posted from months
  ), trued as (
    insert into transfers (merchant_id, kind, debit, credit, amount_satang, effective_at)
    select merchant_id, case when due > posted then 'vat_true_up' else 'vat_true_down' end,
           case when due > posted then 'fee_rounding' else 'vat_payable' end,
           case when due > posted then 'vat_payable' else 'fee_rounding' end,
           abs(due - posted), ${endsAt}::timestamptz - interval '1 microsecond'
    from months where due <> posted
  )
  update vat_closing set through = ${month}::date
  where ${endsAt} < ${closed}::timestamptz returning 1`;
