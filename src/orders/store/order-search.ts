import type { Meaning } from '../rules/search';
import { allOf, sql, type Sql } from '../../platform/postgres/sql';

/** A condition on a merchant's orders, in two forms. */
export interface Narrowing {
  /** For orders that are selected already. */
  readonly filter: Sql;
  /** Uses an index. */
  readonly find: Sql;
  readonly metBy: MetBy;
}

/**
 * How many orders match: always few; few unless the merchant repeats one value on every order; or
 * any number.
 */
type MetBy = 'few' | 'mostlyFew' | 'any';

/** Bounds, both inclusive; a missing one is open. */
export interface AmountRange {
  readonly fromSatang?: number;
  readonly untilSatang?: number;
}

export const metBy = (metBy: MetBy, condition: Sql): Narrowing => ({
  filter: condition,
  find: condition,
  metBy,
});

export function narrowingOf(merchantId: string, meaning: Meaning): Narrowing {
  switch (meaning.by) {
    case 'id':
      return metBy('few', sql`orders.id = any(${meaning.ids}::text[])`);
    case 'qrCode':
      return metBy(
        'few',
        sql`orders.id = (select order_id from qr_codes where id = ${meaning.qrCodeId})`,
      );
    case 'ref':
      return metBy('few', sql`orders.ref = ${meaning.ref}`);
    case 'reference':
      return beginningWith(meaning.prefix);
    case 'transfer':
      return metBy(
        'mostlyFew',
        sql`orders.id in (select order_id from callbacks
          where lower(transaction_id) = lower(${meaning.transactionId})
            and transaction_id is not null and order_id is not null)`,
      );
    case 'payer':
      return metBy(
        'mostlyFew',
        sql`orders.id in (select order_id from callbacks
          where payer ->> 'accountMask' = ${meaning.accountMask}
            and payer is not null and order_id is not null)`,
      );
    case 'customer':
      return ofCustomer(meaning.name);
    case 'amount':
      return metBy('any', sql`orders.amount_satang = ${meaning.amountSatang}`);
    case 'metadata':
      return withMetadata(merchantId, meaning.key, meaning.value);
  }
}

/** The highest code point: an upper bound of all references with a prefix. */
export const LAST = '\u{10FFFF}';

const beginningWith = (prefix: string): Narrowing =>
  metBy(
    'mostlyFew',
    sql`orders.reference is not null
      and lower(compared_text(orders.reference)) collate "C" >= lower(compared_text(${prefix}))
      and lower(compared_text(orders.reference)) collate "C"
        < lower(compared_text(${`${prefix}${LAST}`}))`,
  );

export const ofPaymentLink = (paymentLinkId: string): Narrowing =>
  metBy('mostlyFew', sql`orders.payment_link_id = ${paymentLinkId}`);

/** Uses the index of prefixes. */
export const withReference = (reference: string): Narrowing =>
  metBy(
    'mostlyFew',
    sql`compared_text(orders.reference) = compared_text(${reference})
      and lower(compared_text(orders.reference)) collate "C" = lower(compared_text(${reference}))`,
  );

/** The customer's deposits and withdrawals. */
const ofCustomer = (name: string): Narrowing =>
  metBy(
    'mostlyFew',
    sql`orders.id in (
      select order_id from deposits
      where lower(compared_text(user_name)) collate "C" = lower(compared_text(${name}))
      union all
      select order_id from withdrawals
      where lower(compared_text(username)) collate "C" = lower(compared_text(${name})))`,
  );

/** Terms are 64-bit hashes; collisions are negligible. */
const withMetadata = (merchantId: string, key: string, value: string): Narrowing => ({
  metBy: 'any',
  filter: sql`compared_text(orders.metadata ->> ${key}) = compared_text(${value})`,
  find: sql`orders.metadata is not null
    and metadata_terms(orders.merchant_id, orders.metadata)
      @> array[metadata_term(${merchantId}, ${key}, ${value})]`,
});

export const withinAmounts = ({ fromSatang, untilSatang }: AmountRange): Narrowing =>
  metBy(
    'any',
    allOf(
      fromSatang === undefined ? null : sql`orders.amount_satang >= ${fromSatang}`,
      untilSatang === undefined ? null : sql`orders.amount_satang <= ${untilSatang}`,
    ),
  );

/** A merchant usually has few open exceptions. */
export const underReview = (merchantId: string): Narrowing =>
  metBy(
    'mostlyFew',
    sql`orders.id in (select order_id from exceptions
                      where merchant_id = ${merchantId} and resolved_at is null)`,
  );

export const paidByOther = (merchantId: string): Narrowing => ({
  metBy: 'mostlyFew',
  filter: sql`orders.payer_matches is false`,
  find: sql`orders.id in (select order_id from order_states
                          where merchant_id = ${merchantId} and payer_matches is false)`,
});

/** The slip belongs to another payment. */
export const withWrongSlip = (merchantId: string): Narrowing =>
  metBy(
    'mostlyFew',
    sql`orders.id in (select order_id from slips where merchant_id = ${merchantId} and is_wrong)`,
  );
