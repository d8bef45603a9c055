import type { Knex } from 'knex';
import type { Meaning } from '../../domain/search';

/** A condition on a merchant's orders, in two forms. */
export interface Narrowing {
  /** Filters orders that are already selected. */
  readonly filter: Condition;
  /** Finds orders by an index. */
  readonly find: Condition;
  readonly metBy: MetBy;
}

/**
 * How many orders match: always few; few unless the merchant repeats one value on every order; or
 * any number.
 */
type MetBy = 'few' | 'mostlyFew' | 'any';

export type Condition = (orders: Knex.QueryBuilder) => void;

/** Bounds, both inclusive; a missing one is open. */
export interface AmountRange {
  readonly fromSatang?: number;
  readonly untilSatang?: number;
}

const both = (metBy: MetBy, condition: Condition): Narrowing => ({
  filter: condition,
  find: condition,
  metBy,
});

/** The condition for one interpretation of a search text. */
export function narrowingOf(merchantId: string, meaning: Meaning): Narrowing {
  switch (meaning.by) {
    case 'id':
      return both('few', (orders) => void orders.whereIn('orders.id', [...meaning.ids]));
    case 'qrCode':
      return both('few', (orders) => {
        const ofCode = 'orders.id = (select order_id from qr_codes where id = ?)';
        void orders.whereRaw(ofCode, [meaning.qrCodeId]);
      });
    case 'ref':
      return both('few', (orders) => void orders.where('orders.ref', meaning.ref));
    case 'reference':
      return beginningWith(meaning.prefix);
    case 'transfer':
      return both('mostlyFew', (orders) => {
        const ofTransfer = `orders.id in (select order_id from callbacks
          where transaction_id = ? and order_id is not null)`;
        void orders.whereRaw(ofTransfer, [meaning.transactionId]);
      });
    case 'amount':
      return both('any', (orders) => {
        void orders.where('orders.amount_satang', meaning.amountSatang);
      });
    case 'metadata':
      return withMetadata(merchantId, meaning.key, meaning.value);
  }
}

/** The highest code point: an upper bound of all references with a prefix. */
export const LAST = '\u{10FFFF}';

const beginningWith = (prefix: string): Narrowing =>
  both('mostlyFew', (orders) => {
    void orders
      .whereNotNull('orders.reference')
      .whereRaw(
        'lower(orders.reference) collate "C" >= lower(?) and ' +
          'lower(orders.reference) collate "C" < lower(?)',
        [prefix, `${prefix}${LAST}`],
      );
  });

/** Uses the index of prefixes. */
export const withReference = (reference: string): Narrowing =>
  both('mostlyFew', (orders) => {
    void orders
      .where('orders.reference', reference)
      .whereRaw('lower(orders.reference) collate "C" = lower(?)', [reference]);
  });

/** Terms are 64-bit hashes; collisions are negligible. */
const withMetadata = (merchantId: string, key: string, value: string): Narrowing => ({
  metBy: 'any',
  filter: (orders) => void orders.whereRaw('orders.metadata ->> ? = ?', [key, value]),
  find(orders) {
    void orders.whereNotNull('orders.metadata').whereRaw(
      `metadata_terms(orders.merchant_id, orders.metadata)
           @> array[metadata_term(?, ?, ?)]`,
      [merchantId, key, value],
    );
  },
});

export const withinAmounts = ({ fromSatang, untilSatang }: AmountRange): Narrowing =>
  both('any', (orders) => {
    if (fromSatang !== undefined) void orders.where('orders.amount_satang', '>=', fromSatang);
    if (untilSatang !== undefined) void orders.where('orders.amount_satang', '<=', untilSatang);
  });

/** Orders with an open exception; a merchant usually has few. */
export const underReview = (merchantId: string): Narrowing =>
  both('mostlyFew', (orders) => {
    void orders.whereRaw(
      `orders.id in (select order_id from exceptions
                     where merchant_id = ? and resolved_at is null)`,
      [merchantId],
    );
  });

/** Deposits paid by another account than expected. */
export const paidByOther: Narrowing = both('mostlyFew', (orders) => {
  void orders.whereRaw('orders.payer_matches is false');
});
