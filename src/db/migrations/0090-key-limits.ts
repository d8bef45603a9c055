import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table api_keys
      add column expires_at timestamptz,
      -- When the owners got the mail about it.
      add column expiry_noticed_at timestamptz,
      -- The key of a rotation that took this one's place.
      add column replaced_by text,
      -- CIDR blocks in canonical form. Null: the key is accepted from any address.
      add column addresses text[],
      -- The client address of last_used_at.
      add column last_used_from text,
      -- JSON of the accounts that the key may pay out to, sealed. Null: any account.
      add column payees_sealed text,
      -- Null: payouts need no signature.
      add column signing_secret_sealed text
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
