import type { Knex } from 'knex';

/** Who invited an owner to a merchant: the invitation ends with the access of that operator. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table invitations add column operator_id text');
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
