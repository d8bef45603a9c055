import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A database is a sandbox or live, permanently: test money must not become real. The first
    -- start records the mode; an existing database shows it by its keys and opening balances.
    create table deployment (
      id boolean primary key default true check (id),
      mode text not null check (mode in ('sandbox', 'live')),
      noted_at timestamptz not null default now()
    );
    insert into deployment (mode)
    select 'sandbox'
    where exists (select from api_keys where hint like 'sk\\_test\\_%')
       or exists (
         select from merchants
         where (select kind from transfers where merchant_id = merchants.id order by id limit 1)
               = 'opening'
       );
    insert into deployment (mode)
    select 'live' where exists (select from api_keys where hint like 'sk\\_live\\_%')
    on conflict do nothing;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
