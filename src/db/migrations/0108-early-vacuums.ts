import type { Knex } from 'knex';

/**
 * A change of what an index of open work contains leaves a dead entry in it until a vacuum. The
 * sweeper reads those entries every minute, and so do lists of pending orders: 300,000 took 45 ms.
 * By default a vacuum waits for a fifth of the table, here for 5,000 changes and a five-hundredth.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of ['order_states', 'provider_requests', 'order_inquiries', 'slips']) {
    await knex.raw(`
      alter table ${table} set (autovacuum_vacuum_threshold = 5000,
        autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.02,
        autovacuum_analyze_scale_factor = 0.02)`);
  }
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
