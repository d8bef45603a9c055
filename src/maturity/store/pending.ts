import { changes, transferKinds, type Transfer } from '../../ledger/rules/ledger';
import { run, type Db, type Pipeline, type Runner } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import {
  creditsNew,
  deferNew,
  ofLots,
  type Maturity,
  type PendingLot,
  type PendingTransfer,
} from '../rules/pending';

/*
 * Money is pending in one row per merchant, bank days and day (`maturing`). Rows are locked before
 * the balance, newest day first, everywhere.
 */

/** SQL of the `Maturity` of a row of `orders`; null without a rule. */
export const maturityOf = (order: string): Sql => sql`(
  select json_build_object('days', rule.days, 'maturedTo', (
    select day from maturing where maturing.merchant_id = rule.merchant_id
      and maturing.days = rule.days and matured_at is not null
    order by day desc limit 1))
  from maturity_rules as rule
  where rule.merchant_id = ${raw(order)}.merchant_id
    and rule.provider_account_id = ${raw(order)}.provider_account_id
  order by number desc limit 1)`;

interface Owned {
  readonly id: string;
  readonly merchantId: string;
}

interface Deferred extends Owned {
  readonly direction: 'in' | 'out';
  readonly maturity: Maturity | null;
}

/**
 * The transfers between available and pending that follow from those of an incoming order or a
 * refund, whose payment is locked. Changes the days, but no balance.
 */
export async function movePending(
  trx: Pipeline,
  order: Deferred,
  transfers: readonly Transfer[],
  at: Date,
): Promise<readonly Transfer[]> {
  const moved = await planPending(trx, order, transfers, at);
  for (const transfer of moved) void changeDay(trx, order, transfer);
  return moved;
}

async function planPending(
  trx: Pipeline,
  order: Deferred,
  transfers: readonly Transfer[],
  at: Date,
): Promise<readonly PendingTransfer[]> {
  const { available } = changes(transfers);
  if (available === 0) return [];
  if (available < 0) return ofLots('recall', await lockPending(trx, order), -available);
  if (order.direction === 'in' && creditsNew(transfers)) {
    return deferNew(order.maturity, transfers, at);
  }
  return ofLots('defer_again', await lockRecalled(trx, order), available);
}

/** Takes up to an amount of what is pending of a locked payment, for its refund. */
export async function recallPending(
  trx: Db,
  payment: Owned,
  amountSatang: number,
): Promise<readonly Transfer[]> {
  const recalled = ofLots('recall', await lockPending(trx, payment), amountSatang);
  for (const transfer of recalled) await changeDay(trx, payment, transfer);
  return recalled;
}

const lockedLots = (merchantId: string, moved: Sql): Sql => sql`
  with moved as (
    select pending_day as day, pending_days as days, ${moved}
    group by 1, 2
  )
  select maturing.day::text, maturing.days, moved.satang::bigint as satang
  from moved join maturing on maturing.merchant_id = ${merchantId}
    and maturing.days = moved.days and maturing.day = moved.day
  where matured_at is null and moved.satang > 0
  order by maturing.day desc, maturing.days desc for update of maturing`;

/** Of an incoming order and its refunds, or of the payment of a refund. */
const lockPending = (trx: Runner, { id, merchantId }: Owned) =>
  run<PendingLot>(
    trx,
    'lock-pending',
    lockedLots(
      merchantId,
      sql`sum(case credit when 'pending' then amount_satang else -amount_satang end) as satang
    from (select coalesce((select payment_id from refunds where order_id = ${id}), ${id}) as id)
      as payment
    cross join lateral (
      select payment.id as order_id
      union all select refunds.order_id from refunds where refunds.payment_id = payment.id) as its
    join transfers on transfers.order_id = its.order_id
      and transfers.kind in ('defer', 'recall', 'defer_again')`,
    ),
  );

/** What the order itself has taken, and not given back. */
const lockRecalled = (trx: Runner, { id, merchantId }: Owned) =>
  run<PendingLot>(
    trx,
    'lock-recalled',
    lockedLots(
      merchantId,
      sql`sum(case kind when 'recall' then amount_satang
                        when 'defer_again' then -amount_satang else 0 end) as satang
    from transfers where order_id = ${id} and kind in ('defer', 'recall', 'defer_again')`,
    ),
  );

/** A day that has matured, or has less, makes the transaction fail. */
function changeDay(
  trx: Runner,
  { merchantId }: Owned,
  { kind, amountSatang, lot }: PendingTransfer,
): Promise<unknown> {
  const change = transferKinds[kind].to === 'pending' ? amountSatang : -amountSatang;
  return run(
    trx,
    'change-maturing',
    sql`insert into maturing (merchant_id, days, day, satang)
     values (${merchantId}, ${lot.days}, ${lot.day}::date, greatest(0, ${change}::bigint))
     on conflict (merchant_id, days, day)
       do update set satang = maturing.satang + ${change}::bigint`,
  );
}

/** All that is pending of a merchant, by day and rule. */
export const sumMaturing = (db: Db, merchantId: string) =>
  run<PendingLot>(
    db,
    'sum-maturing',
    sql`select day::text, days, satang from maturing
     where merchant_id = ${merchantId} and matured_at is null and satang > 0 order by day, days`,
  );
