import { bangkokDay } from '../../kernel/rules/bangkok-day';
import type { Lot } from '../../ledger/rules/ledger';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import { maturesOn } from '../rules/bank-day';
import { listHolidays } from './bank-days';

/**
 * Makes the pending money of up to `limit` merchants and days available whose bank days are over,
 * by one posting each. Null when nothing is due. A day is posted once, whatever number of processes
 * run this.
 */
export async function matureDue(db: Db, limit: number, nowMs = Date.now()): Promise<number | null> {
  const open = await run<Lot>(
    db,
    'list-open-days',
    sql`select distinct day::text, days from maturing where matured_at is null`,
  );
  if (open.length === 0) return null;
  const holidays = await listHolidays(db);
  const today = bangkokDay(nowMs);
  const due = open.filter(({ day, days }) => {
    const on = maturesOn(day, days, holidays);
    return on !== null && on <= today;
  });
  let matured = 0;
  while (due.length > 0 && matured < limit && (await matureOne(db, due))) matured += 1;
  return matured === 0 ? null : matured;
}

/** False when none of the days is pending any more, or others have it. */
async function matureOne(db: Db, due: readonly Lot[]): Promise<boolean> {
  const matured = await run(
    db,
    'mature-day',
    sql`with due as (
       select merchant_id, days, day, satang from maturing
       where matured_at is null and (day, days) in (
         select day, days from json_to_recordset(${JSON.stringify(due)}::json)
           as due (day date, days smallint))
       order by day desc limit 1 for update skip locked
     ), closed as (
       update maturing set matured_at = now(), satang = 0 from due
       where maturing.merchant_id = due.merchant_id and maturing.days = due.days
         and maturing.day = due.day
     ), posted as (
       insert into transfers (merchant_id, kind, debit, credit, amount_satang, pending_day,
                              pending_days)
       select merchant_id, 'mature', 'pending', 'available', satang, day, days
       from due where satang > 0
     ), moved as (
       update balances set available_satang = available_satang + due.satang,
                           pending_satang = pending_satang - due.satang
       from due where balances.merchant_id = due.merchant_id and due.satang > 0
     )
     select 1 from due`,
  );
  return matured.length === 1;
}
