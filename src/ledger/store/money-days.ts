import { kindsWith } from '../rules/ledger';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';

/** A day in Bangkok. */
export interface MoneyDay {
  /** As `2026-11-21`. */
  readonly day: string;
  readonly direction: 'in' | 'out';
  readonly count: number;
  readonly satang: number;
}

/** A correction has the direction of what it reverses, and is subtracted. */
const [kindsIn, kindsOut] = [kindsWith('in'), kindsWith('out')];
const directionOf = sql`case when replace(kind, 'undo_', '') = any(${kindsIn}::text[]) then 'in'
                             when replace(kind, 'undo_', '') = any(${kindsOut}::text[])
                               then 'out' end`;
const signOf = sql`case when kind like 'undo\\_%' then -1 else 1 end`;

const day = sql`(effective_at at time zone 'Asia/Bangkok')::date`;

/**
 * The transfers of a merchant per day in Bangkok and kind: rolled-up sums and later transfers, in
 * one snapshot. Columns: day, kind, count, satang.
 */
export const transferDays = (merchantId: string, condition: Sql): Sql => sql`
  select day, kind, count, satang from transfer_days
  where merchant_id = ${merchantId} and ${condition}
  union all
  select * from (
    select ${day} as day, kind, 1 as count, amount_satang as satang from transfers
    where merchant_id = ${merchantId} and id > (select rolled_up_id from transfer_rollup)) as later
  where ${condition}`;

/** From `fromDay` on. */
export async function listMoneyDays(
  db: Db,
  merchantId: string,
  fromDay: string,
): Promise<readonly MoneyDay[]> {
  return run<MoneyDay>(
    db,
    'list-money-days',
    sql`select day::text, ${directionOf} as direction, sum(${signOf} * count)::bigint as count,
            sum(${signOf} * satang)::bigint as satang
     from (${transferDays(merchantId, sql`day >= ${fromDay}::date`)}) as moved
     where ${directionOf} is not null
     group by 1, 2 order by 1, 2`,
  );
}

/** Transfers per transaction. */
const BATCH = 5_000;

/**
 * Adds the next transfers to the sums of their days. False when there were none. A transfer is
 * rolled up once no running transaction can write one with a smaller number: see roll-up-orders.ts.
 * Does nothing while another process runs it.
 */
export async function rollUpNextTransfers(db: Db): Promise<boolean> {
  return db.transaction(async (trx) => {
    const taken = await run(
      trx,
      'lock-transfer-rollup',
      sql`select 1 from transfer_rollup for update skip locked`,
    );
    if (taken.length === 0) return false;
    const [edge] = await run<{ closed: string }>(trx, 'closed-transfers', closedBefore);
    const rolledUp = await run(
      trx,
      'roll-up-transfers',
      rollUpTransfers(edge?.closed ?? '-infinity'),
    );
    return rolledUp.length > 0;
  });
}

/**
 * A statement of its own, before the snapshot of the roll-up: a transaction that runs now has
 * either ended by that snapshot, or its rows are beyond the watermark.
 */
export const closedBefore = sql`
  select least(now() - interval '2 hours',
    (select min(xact_start) from pg_stat_activity where datname = current_database())
      - interval '1 hour')::text as closed`;

const rollUpTransfers = (closed: string) => sql`
  with next as (
    select * from transfers where id > (select rolled_up_id from transfer_rollup)
    order by id limit ${raw(BATCH)}
  ), batch as (
    select *, bool_and(created_at < ${closed}::timestamptz) over (order by id) as closed from next
  ), rolled_up as (
    select id, merchant_id, ${day} as day, kind, amount_satang from batch where closed
  ), added as (
    insert into transfer_days (merchant_id, day, kind, count, satang)
    select merchant_id, day, kind, count(*), sum(amount_satang) from rolled_up
    where merchant_id is not null group by merchant_id, day, kind
    on conflict (merchant_id, day, kind)
      do update set count = transfer_days.count + excluded.count,
                    satang = transfer_days.satang + excluded.satang
  )
  update transfer_rollup set rolled_up_id = (select max(id) from rolled_up)
  where exists (select from rolled_up) returning 1`;
