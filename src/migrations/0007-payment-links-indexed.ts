import type { Knex } from 'knex';

export const config = { transaction: false };

/** A build that was interrupted leaves an invalid index. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists orders_payment_link');
  await knex.raw(`create index concurrently orders_payment_link
    on orders (payment_link_id, created_at, id) where payment_link_id is not null`);
}
