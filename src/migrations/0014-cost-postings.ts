import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the provider keeps for a movement at an account of the platform, as the ledger has it.
    create table movement_costs (
      movement_id text primary key,
      account text not null,
      cost_satang bigint not null check (cost_satang >= 0),
      -- The day in Bangkok whose posting includes it.
      posted_on date not null,
      -- The posting was reversed: the movement was dismissed.
      is_returned boolean not null default false
    );
    -- The last day on which costs were posted.
    create table cost_closing (
      through date not null
    );
    insert into cost_closing select (now() at time zone 'Asia/Bangkok')::date - 1;
  `);
}
