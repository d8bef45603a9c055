import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';

export interface Balance {
  readonly availableSatang: number;
  readonly heldSatang: number;
  /** Credited, and not available before its bank days are over. */
  readonly pendingSatang: number;
}

export async function findBalance(db: Db, merchantId: string): Promise<Balance> {
  const [row] = await run<Balance>(
    db,
    'find-balance',
    sql`select available_satang, held_satang, pending_satang
     from balances where merchant_id = ${merchantId}`,
  );
  if (row === undefined) throw new Error(`${merchantId} has no balance`);
  return row;
}

/** The gateway's debt to all merchants together, by ledger account. */
export interface OwedMoney {
  readonly available: number;
  readonly held: number;
  readonly pending: number;
  readonly suspense: number;
}

/** Reads a row per merchant and the open exceptions, each of which has its money in suspense. */
export async function measureOwedMoney(db: Db): Promise<OwedMoney> {
  const [owed] = await run<OwedMoney>(
    db,
    'measure-owed-money',
    sql`select coalesce(sum(available_satang), 0)::bigint as available,
            coalesce(sum(held_satang), 0)::bigint as held,
            coalesce(sum(pending_satang), 0)::bigint as pending,
            (select coalesce(sum(transfers.amount_satang), 0)::bigint from exceptions
             join transfers on transfers.callback_id = exceptions.callback_id
               and transfers.kind = 'suspend'
             where resolved_at is null and exceptions.amount_satang is not null) as suspense
     from balances`,
  );
  if (owed === undefined) throw new Error('an aggregate gave no row');
  return owed;
}

/** True when a refused hold exceeds the daily limit rather than the balance. */
export async function isBeyondLimit(
  db: Db,
  merchantId: string,
  amountSatang: number,
): Promise<boolean> {
  const [row] = await run<{ beyond: boolean }>(
    db,
    'is-beyond-limit',
    sql`select day_limit_satang is not null and available_satang >= ${amountSatang} as beyond
     from balances where merchant_id = ${merchantId}`,
  );
  return row?.beyond === true;
}

/**
 * Limits withdrawals and refunds; null removes the limit. Returns the previous limit, or null for
 * an unknown merchant.
 */
export async function setDayLimit(
  db: Db,
  merchantId: string,
  limitSatang: number | null,
): Promise<{ readonly before: number | null } | null> {
  const [row] = await run<{ before: number | null }>(
    db,
    'set-day-limit',
    sql`update balances set day_limit_satang = ${limitSatang}
     from (select merchant_id, day_limit_satang from balances
     where merchant_id = ${merchantId} for update)
       as former
     where balances.merchant_id = former.merchant_id
     returning former.day_limit_satang as before`,
  );
  return row ?? null;
}

/** Of withdrawals and refunds; null without a limit. */
export async function findDayLimit(db: Db, merchantId: string): Promise<number | null> {
  const [row] = await run<{ limitSatang: number | null }>(
    db,
    'find-day-limit',
    sql`select day_limit_satang as limit_satang from balances where merchant_id = ${merchantId}`,
  );
  return row?.limitSatang ?? null;
}

const PAYOUTS_HELD_FOR = '24 hours';

/** A hold that ends later stays. */
export async function holdPayouts(trx: Db, merchantId: string): Promise<void> {
  await run(
    trx,
    'hold-payouts',
    sql`update balances
     set payouts_held_until = greatest(payouts_held_until,
            now() + interval '${raw(PAYOUTS_HELD_FOR)}')
     where merchant_id = ${merchantId}`,
  );
}

/** For every merchant. A hold that ends later stays. */
export async function holdAllPayouts(trx: Db, until: Date): Promise<void> {
  await run(
    trx,
    'hold-all-payouts',
    sql`update balances set payouts_held_until = greatest(payouts_held_until, ${until})`,
  );
}

/** Of any merchant; null without a hold. */
export async function findLastPayoutHold(db: Db): Promise<Date | null> {
  const [row] = await run<{ until: Date | null }>(
    db,
    'find-last-payout-hold',
    sql`select max(payouts_held_until) as until from balances where payouts_held_until > now()`,
  );
  return row?.until ?? null;
}

/** Null without a hold. */
export async function findPayoutHold(db: Db, merchantId: string): Promise<Date | null> {
  const [row] = await run<{ until: Date }>(
    db,
    'find-payout-hold',
    sql`select payouts_held_until as until from balances
     where merchant_id = ${merchantId} and payouts_held_until > now()`,
  );
  return row?.until ?? null;
}

export interface BalanceEntry {
  readonly id: number;
  readonly kind: string;
  readonly orderId: string | null;
  readonly availableChangeSatang: number;
  readonly heldChangeSatang: number;
  readonly pendingChangeSatang: number;
  readonly createdAt: Date;
}

/** Newest first, before an entry. Up to `limit` + 1 rows: the extra one shows that more follow. */
export async function listBalanceEntries(
  db: Db,
  merchantId: string,
  limit: number,
  beforeId: number | null,
): Promise<{ readonly items: readonly BalanceEntry[]; readonly hasMore: boolean }> {
  const change = (account: string) =>
    `case '${account}' when credit then amount_satang when debit then -amount_satang else 0 end`;
  const rows = await run<BalanceEntry>(
    db,
    'list-balance-entries',
    sql`select id, kind, order_id, created_at,
            ${raw(change('available'))} as available_change_satang,
            ${raw(change('held'))} as held_change_satang,
            ${raw(change('pending'))} as pending_change_satang
     from transfers
     where merchant_id = ${merchantId} and id < ${beforeId ?? Number.MAX_SAFE_INTEGER}
       and (debit in ('available', 'held', 'pending') or credit in ('available', 'held', 'pending'))
     order by id desc limit ${limit + 1}`,
  );
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}
