import { displayStatusesOf } from '../../orders/rules/display-status';
import { kindsWith } from '../rules/ledger';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';

/** Requested on the current day in Bangkok; released payouts count. */
export interface PayoutVelocity {
  readonly todaySatang: number;
  /** The largest share of a merchant's payouts in its own past; 0 without payouts. */
  readonly ratioMax: number;
}

const PAST_DAYS = 28;
/** 100,000 baht: the past of a new merchant, and of one that paid less. */
const PAST_SATANG_MIN = 10_000_000;

/**
 * The day against the largest of a merchant's last 28. Reads one row per merchant, and the past of
 * those above the minimum only.
 */
export async function measurePayoutVelocity(db: Db): Promise<PayoutVelocity> {
  const [measured] = await run<PayoutVelocity>(
    db,
    'measure-payout-velocity',
    sql`with now_in_bangkok as (select (now() at time zone 'Asia/Bangkok')::date as today),
       paid as (
         select merchant_id, payouts_satang, today from balances, now_in_bangkok
         where payouts_day >= today and payouts_satang > 0)
       select coalesce(sum(payouts_satang), 0)::bigint as today_satang,
              coalesce(max(payouts_satang::float8
                / greatest(past_satang, ${PAST_SATANG_MIN}::bigint)), 0) as ratio_max
       from paid cross join lateral (
         select max(satang) as past_satang from (
           select sum(case when kind like 'undo\\_%' then -satang else satang end) as satang
           from transfer_days
           where transfer_days.merchant_id = paid.merchant_id
             and replace(kind, 'undo_', '') = any(${kindsWith('out')}::text[])
             and day >= today - ${raw(PAST_DAYS)} and day < today
             and payouts_satang > ${PAST_SATANG_MIN}::bigint
           group by day) as days) as past`,
  );
  if (measured === undefined) throw new Error('an aggregate gave no row');
  return measured;
}

/** Those with the largest payouts of the day. */
const MERCHANTS_MAX = 20;
/** Withdrawals per merchant and status: of the day, and before it. */
const TODAY_MAX = 200;
const BEFORE_MAX = 1_000;

const statuses = displayStatusesOf('withdrawal').map(({ status }) => status);

/** The payees of a merchant's newest withdrawals, as bank and masked account number. */
const payeesOf = (period: Sql, max: number) => sql`
  select coalesce(bank_code, bank_name) as bank, account_mask
  from midnight cross join unnest(${statuses}::text[]) as display(status)
  cross join lateral (
    select order_id from order_states
    where order_states.merchant_id = active.merchant_id and kind = 'withdrawal'
      and order_states.status = display.status and ${period}
    order by created_at desc limit ${raw(max)}) as newest
  join withdrawals using (order_id)`;

/**
 * Returns the largest number of payees whom a merchant asked to pay on the current day in Bangkok
 * and not in its withdrawals before. Reads a bounded number of withdrawals of the merchants with
 * the largest payouts of the day. Two accounts of a bank with the same mask count as one.
 */
export async function countNewPayees(db: Db): Promise<number> {
  const [counted] = await run<{ readonly newPayeesMax: number }>(
    db,
    'count-new-payees',
    sql`with now_in_bangkok as (select (now() at time zone 'Asia/Bangkok')::date as today),
       midnight as (select today::timestamp at time zone 'Asia/Bangkok' as at from now_in_bangkok),
       active as (
         select merchant_id from balances, now_in_bangkok
         where payouts_day >= today and payouts_satang > 0
         order by payouts_satang desc limit ${raw(MERCHANTS_MAX)})
       select coalesce(max(new_payees), 0)::integer as new_payees_max
       from active cross join lateral (
         select count(*) as new_payees from (
           ${payeesOf(sql`created_at >= midnight.at`, TODAY_MAX)}
           except
           ${payeesOf(sql`created_at < midnight.at`, BEFORE_MAX)}) as payees) as counted`,
  );
  return counted?.newPayeesMax ?? 0;
}
