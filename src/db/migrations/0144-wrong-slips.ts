import type { Knex } from 'knex';

/** Indexes are built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/** What the bank says about a slip's transfer, and the slips of other payments. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table slips
      -- The reference that the transfer paid, its amount and time; null while unverified.
      add column if not exists paid_to text,
      add column if not exists paid_satang bigint,
      add column if not exists paid_at timestamptz,
      -- The transfer belongs to another payment: the bank says so, or another order had it first.
      add column if not exists is_wrong boolean not null default false,
      -- When the merchant got an event about it.
      add column if not exists announced_at timestamptz`);
  await knex.raw('drop index concurrently if exists slips_wrong');
  await knex.raw(`
    create index concurrently slips_wrong on slips (merchant_id, order_id) where is_wrong`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
