import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Null until the provider has issued the QR code.
    alter table qr_codes alter column payload drop not null;
    alter table deposits alter column payload drop not null;
    -- The provider was asked to make the QR code of an ended order unpayable.
    alter table order_inquiries add column qr_closed boolean not null default false;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
