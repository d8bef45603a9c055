import { meaningsOf, type Meaning } from '../../orders/rules/search';
import { narrowingOf } from '../../orders/store/order-search';
import { joined, sql, type Sql } from '../../platform/postgres/sql';

/**
 * The exceptions of the orders that a search of orders finds, and those whose own evidence has the
 * term: money for an unknown order has no order.
 */
export const metBySearch = (word: string): Sql =>
  joined([sql`exceptions.id = ${word}`, ...meaningsOf(word).map(metBy)], ' or ');

const metBy = (meaning: Meaning): Sql => {
  const order = sql`(orders.id is not null and ${narrowingOf('', meaning).filter})`;
  const evidence = evidenceOf(meaning);
  return evidence === null ? order : sql`${order} or ${evidence}`;
};

function evidenceOf(meaning: Meaning): Sql | null {
  switch (meaning.by) {
    case 'id':
      return sql`callbacks.named_order = any(${meaning.ids}::text[])`;
    case 'ref':
      return sql`upper(callbacks.named_order) = ${meaning.ref}`;
    case 'reference':
      return sql`lower(callbacks.named_order) = lower(${meaning.prefix})`;
    case 'transfer':
      return sql`lower(${meaning.transactionId})
        in (lower(callbacks.transaction_id), lower(movements.transaction_id))`;
    case 'payer':
      return sql`callbacks.payer ->> 'accountMask' = ${meaning.accountMask}`;
    case 'amount':
      return sql`${meaning.amountSatang} in (callbacks.amount_satang, movements.amount_satang)`;
    case 'qrCode':
    case 'customer':
    case 'metadata':
      return null;
  }
}
