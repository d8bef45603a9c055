import type { Knex } from 'knex';
import type { Meaning } from '../../domain/search';

/** A condition on orders of one merchant, which is asked in two ways. */
export interface Narrowing {
  /** Of orders that are at hand. */
  readonly filter: Condition;
  /** Of all: by an index. */
  readonly find: Condition;
  readonly metBy: MetBy;
}

/** `few` for certain; or `few` as a rule, but for somebody who writes the same on every order. */
type MetBy = 'few' | 'mostlyFew' | 'any';

export type Condition = (orders: Knex.QueryBuilder) => void;

/** From one sum to another, both inclusive; a side that is left out has no end. */
export interface AmountRange {
  readonly fromSatang?: number;
  readonly untilSatang?: number;
}

const both = (metBy: MetBy, condition: Condition): Narrowing => ({
  filter: condition,
  find: condition,
  metBy,
});

/** What a merchant's order has to be for what was typed. */
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

/** The highest code point: no reference that begins with a prefix sorts after the two together. */
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

/** By the index that serves prefixes, so that exact references need none of their own. */
export const withReference = (reference: string): Narrowing =>
  both('mostlyFew', (orders) => {
    void orders
      .where('orders.reference', reference)
      .whereRaw('lower(orders.reference) collate "C" = lower(?)', [reference]);
  });

/** Terms are numbers of 64 bits: that two words share one need not be feared. */
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

/** Orders with an open exception, of which a merchant has few as a rule. */
export const underReview = (merchantId: string): Narrowing =>
  both('mostlyFew', (orders) => {
    void orders.whereRaw(
      `orders.id in (select order_id from exceptions
                     where merchant_id = ? and resolved_at is null)`,
      [merchantId],
    );
  });

/** Deposits that another account paid than the expected one. */
export const paidByOther: Narrowing = both('mostlyFew', (orders) => {
  void orders.whereRaw('orders.payer_matches is false');
});
