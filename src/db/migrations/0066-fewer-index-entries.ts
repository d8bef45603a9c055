import type { Knex } from 'knex';

/** Indexes are built and dropped without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/**
 * No index of orders, callbacks or deliveries contains a column that a payment changes, in its key
 * or its predicate, so their updates are HOT; and an index whose rows another one finds is gone
 * (decision 39). Until they are replaced, processes of the previous version find the callbacks and
 * deliveries of an order by the new indexes, and read more rows for lists, counts and the sweeper.
 * Can run again after an interruption.
 */
export async function up(knex: Knex): Promise<void> {
  for (const [name, definition] of built) {
    const { rows } = (await knex.raw(
      'select 1 from pg_index where indexrelid = to_regclass(?) and indisvalid',
      [name],
    )) as { rows: unknown[] };
    if (rows.length > 0) continue;
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${definition}`);
  }
  // Room for the second version of a row on its page; orders and deliveries have it already.
  await knex.raw('alter table callbacks set (fillfactor = 85)');
  for (const name of dropped) await knex.raw(`drop index concurrently if exists ${name}`);
}

const built = [
  ['callbacks_order', 'callbacks (order_id)'],
  ['deliveries_order', 'deliveries (order_id)'],
  ['orders_amounts', 'orders (merchant_id, kind, amount_satang, created_at, id)'],
] as const;

const dropped = [
  'callbacks_telling',
  'callbacks_told',
  'callbacks_unapplied',
  'deliveries_pending',
  // The unique index of event and webhook begins with the event.
  'deliveries_event',
  'orders_listed',
  'orders_awaited',
  'orders_other_payer',
  'orders_amount',
  'orders_amount_newest',
  // Old events are found merchant by merchant.
  'events_age',
];

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
