import type { Knex } from 'knex';

/**
 * What is credited of a payment that is still pending, failed or has expired can be refunded: such
 * a payment keeps its status. Until now only succeeded payments had refunds, so no stored display
 * status changes.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function shown_status(kind text, status text, amount_satang bigint,
                                            refunded_satang bigint, credited_satang bigint,
                                            reversed_satang bigint)
      returns text language sql immutable parallel safe
      as $$ select case when kind = 'payment' and status = 'succeeded' and refunded_satang > 0
                             and refunded_satang
                                 = coalesce(credited_satang, amount_satang) - reversed_satang
                        then 'refunded' else status end $$`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
