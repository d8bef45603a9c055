import { run, type Db, type Pipeline } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import { bangkokDayEnd, bangkokDayStart, type Period } from '../../kernel/rules/bangkok-day';
import { effectiveTimeOf } from '../../ledger/store/movements';
import type { Pricing } from '../rules/order-fee';
import type { Band, MethodCost, Price, PricedMethod, VatRate } from '../rules/price';

/** As `pricingOf` selects it. */
export interface PricingRow {
  readonly prices: readonly (Omit<Price, 'validFrom'> & { readonly valid_from: string })[];
  readonly vat_rates: readonly VatRate[];
  readonly is_owed: boolean;
}

const methodIn = (table: 'orders' | 'order_states'): Sql =>
  raw(`
  case ${table}.kind when 'payment' then coalesce(${table}.method, 'qr') else ${table}.kind end`);

/** A payment has the prices of its method, every other kind its own. */
export const methodOf = methodIn('orders');

/** Null for a merchant without prices for the method: then nothing else is read. */
export const pricingOf = (merchantId: Sql, method: Sql, accountId: Sql): Sql => sql`
  case when exists (select from prices
                    where prices.merchant_id = ${merchantId} and prices.method = ${method})
  then json_build_object(
    'prices', (select json_agg(json_build_object('id', prices.id, 'bands', prices.bands,
                                                 'valid_from', prices.valid_from))
               from prices
               where prices.merchant_id = ${merchantId} and prices.method = ${method}),
    'vat_rates', (select coalesce(json_agg(json_build_object('until', until, 'rate', rate)
                                           order by until), '[]') from vat_rates),
    'is_owed', exists (select from provider_accounts
                       where id = ${accountId} and provider_accounts.merchant_id is not null))
  end as pricing`;

export const pricingFromRow = (row: PricingRow | null): Pricing | null =>
  row && {
    prices: row.prices.map(({ valid_from: from, ...price }) => ({
      ...price,
      validFrom: new Date(from),
    })),
    vatRates: row.vat_rates,
    isOwed: row.is_owed,
  };

export interface Priced {
  readonly merchantId: string;
  readonly method: PricedMethod;
  readonly accountId: string;
}

/** Of an order that is about to be created. */
export async function findPricing(trx: Db | Pipeline, order: Priced): Promise<Pricing | null> {
  const [row] = await run<{ pricing: PricingRow | null }>(
    trx,
    'find-pricing',
    sql`select ${pricingOf(
      sql`${order.merchantId}::text`,
      sql`${order.method}::text`,
      sql`${order.accountId}::text`,
    )}`,
  );
  return pricingFromRow(row?.pricing ?? null);
}

/** Of money that a merchant gets without an order: that of a QR code, when its movement moved. */
export async function findAssignedPricing(
  db: Db,
  merchantId: string | null,
  movementId: string | null,
): Promise<{ readonly pricing: Pricing | null; readonly at: Date }> {
  const [row] = await run<{ pricing: PricingRow | null; at: Date }>(
    db,
    'find-assigned-pricing',
    sql`select ${effectiveTimeOf('movements')} as at,
            ${pricingOf(sql`${merchantId}::text`, sql`'qr'`, sql`movements.account`)}
     from (values (1)) as one left join movements on movements.id = ${movementId}`,
  );
  if (row === undefined) throw new Error('one row gave none');
  return { pricing: pricingFromRow(row.pricing), at: row.at };
}

export interface PriceVersion extends Price {
  readonly method: PricedMethod;
  readonly createdAt: Date;
}

/** Newest first. */
export async function listPrices(db: Db, merchantId: string): Promise<readonly PriceVersion[]> {
  return run<PriceVersion>(
    db,
    'list-prices',
    sql`select id, method, bands, valid_from, created_at from prices
     where merchant_id = ${merchantId} order by valid_from desc, id desc`,
  );
}

export interface NewPrice {
  readonly id: string;
  readonly merchantId: string;
  readonly method: PricedMethod;
  readonly bands: readonly Band[];
  /** Null: from now on. */
  readonly validFrom: Date | null;
}

/** False when the time has passed, or the merchant has a version from that time. */
export async function insertPrice(trx: Db, price: NewPrice): Promise<boolean> {
  const inserted = await run(
    trx,
    'insert-price',
    sql`insert into prices (id, merchant_id, method, bands, valid_from)
     select ${price.id}, ${price.merchantId}, ${price.method}, ${JSON.stringify(price.bands)}::json,
            valid_from
     from (select coalesce(${price.validFrom}::timestamptz, now()) as valid_from) as asked
     where valid_from >= now()
     on conflict (merchant_id, method, valid_from) do nothing
     returning 1`,
  );
  return inserted.length === 1;
}

/** In the order of their ends. */
export async function listVatRates(db: Db): Promise<readonly VatRate[]> {
  return run<VatRate>(
    db,
    'list-vat-rates',
    sql`select until::text, rate from vat_rates order by until`,
  );
}

/** Replaces the table. */
export async function setVatRates(trx: Db, rates: readonly VatRate[]): Promise<void> {
  await run(
    trx,
    'set-vat-rates',
    sql`with given as (
       select until, rate from json_to_recordset(${JSON.stringify(rates)}::json)
         as rows(until date, rate integer)
     ), gone as (
       delete from vat_rates where until not in (select until from given)
     )
     insert into vat_rates (until, rate) select until, rate from given
     on conflict (until) do update set rate = excluded.rate`,
  );
}

/** Of orders of one amount. */
export interface PricedSum extends MethodCost {
  readonly amountSatang: number;
}

/** Columns of a `MethodCost`. */
const cost = sql`
  ${methodIn('order_states')} as method, count(*) as count,
  sum(moved_satang)::bigint as volume_satang,
  coalesce(sum(fee_satang), 0)::bigint as fee_satang,
  coalesce(sum(fee_vat_satang), 0)::bigint as vat_satang`;

/** The orders whose money moved in a period of days, without the wide rows of `orders`. */
const movedIn = (merchantId: string, { from, until }: Period): Sql => sql`
  from order_states
  where merchant_id = ${merchantId} and moved_satang > 0
    and kind in ('payment', 'deposit', 'withdrawal', 'refund')
    and completed_at between ${bangkokDayStart(from)} and ${bangkokDayEnd(until)}`;

export const sumCosts = (db: Db, merchantId: string, period: Period) =>
  run<MethodCost>(db, 'sum-costs', sql`select ${cost} ${movedIn(merchantId, period)} group by 1`);

export const sumPriced = (db: Db, merchantId: string, period: Period) =>
  run<PricedSum>(
    db,
    'sum-priced',
    sql`select ${cost}, moved_satang as amount_satang
     ${movedIn(merchantId, period)} group by 1, moved_satang`,
  );
