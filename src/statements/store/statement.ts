import type { TransferKind } from '../../ledger/rules/ledger';
import { transferDays } from '../../ledger/store/money-days';
import type { OrderKind } from '../../orders/rules/kinds';
import { bangkokDayEnd, bangkokDayStart, type Period } from '../../kernel/rules/bangkok-day';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';

export interface KindSum {
  readonly kind: TransferKind;
  /** Before the period. */
  readonly earlierSatang: number;
  /** In the period. */
  readonly count: number;
  readonly satang: number;
}

/** Reads the sums of days and the transfers of the last hours. */
export const sumByKind = (db: Db, merchantId: string, { from, until }: Period) =>
  run<KindSum>(
    db,
    'sum-transfers-by-kind',
    sql`select kind,
            coalesce(sum(satang) filter (where day < ${from}::date), 0)::bigint as earlier_satang,
            coalesce(sum(count) filter (where day >= ${from}::date), 0)::bigint as count,
            coalesce(sum(satang) filter (where day >= ${from}::date), 0)::bigint as satang
     from (${transferDays(merchantId, sql`day <= ${until}::date`)}) as days
     group by kind order by kind`,
  );

/** From the start of the first day up to an entry, inclusive. */
export const sumUntil = (db: Db, merchantId: string, firstDay: string, entryId: number) =>
  run<{ readonly kind: TransferKind; readonly satang: number }>(
    db,
    'sum-transfers-until',
    sql`with last as (
       select id, effective_at, (effective_at at time zone 'Asia/Bangkok')::date as on_day
       from transfers where merchant_id = ${merchantId} and id = ${entryId})
     select kind, sum(satang)::bigint as satang
     from (
       ${transferDays(
         merchantId,
         sql`day >= ${firstDay}::date and day < (select on_day from last)`,
       )}
       union all
       select null, kind, 1, amount_satang from transfers
       where merchant_id = ${merchantId}
         and effective_at >= ${bangkokDayStart(firstDay)}
         and effective_at >= (select on_day::timestamp at time zone 'Asia/Bangkok' from last)
         and (effective_at, id) <= (select effective_at, id from last)) as entries
     group by kind`,
  );

export interface Entry {
  readonly id: number;
  readonly kind: TransferKind;
  readonly satang: number;
  /** When the money moved, by the evidence. */
  readonly effectiveAt: Date;
  /** When it was posted. */
  readonly createdAt: Date;
  readonly orderId: string | null;
  readonly orderKind: OrderKind | null;
  readonly reference: string | null;
}

/** Oldest first, after an entry. */
export const listEntries = (
  db: Db,
  merchantId: string,
  { from, until }: Period,
  { afterId, limit }: { readonly afterId: number | null; readonly limit: number },
) =>
  run<Entry>(
    db,
    'list-statement-entries',
    sql`select entries.id, entries.kind, entries.amount_satang as satang, entries.effective_at,
            entries.created_at, orders.id as order_id, orders.kind as order_kind, orders.reference
     from (
       select * from transfers
       where merchant_id = ${merchantId} and effective_at >= ${bangkokDayStart(from)}
         and effective_at < ${new Date(bangkokDayEnd(until).getTime() + 1)}
         and (debit in ('available', 'held', 'pending')
           or credit in ('available', 'held', 'pending'))
         and (effective_at, id) > (
           coalesce((select effective_at from transfers
                     where merchant_id = ${merchantId} and id = ${afterId}), '-infinity'),
           ${afterId ?? 0})
       order by effective_at, id limit ${limit}) as entries
     left join exceptions on exceptions.id = entries.exception_id
     left join orders on orders.id = coalesce(entries.order_id, exceptions.order_id)
     order by entries.effective_at, entries.id`,
  );
