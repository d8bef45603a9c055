import type { Knex } from 'knex';

/**
 * Accounts that need no approval as new ones, and payouts of API keys that two people approve: the
 * holder of a key is unknown, so that one person cannot be known to be another one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table approval_rules
      -- The list of accounts, as JSON; null: none.
      add column payees_sealed text,
      -- Payouts of API keys of at least this amount need two approvals; null: none.
      add column keys_from_satang bigint,
      -- The sum of payouts of API keys that wait, at most; null: not limited.
      add column keys_waiting_satang bigint;

    alter table approvals
      -- The number of people who have to approve.
      add column needs smallint not null default 1,
      -- The first of two people.
      add column first_by text,
      add column first_at timestamptz,
      drop constraint approvals_by_another,
      -- The second pair of eyes, also for a faulty process. Of two people one is not the proposer.
      add constraint approvals_by_another check (status <> 'approved' or (decided_by is not null
        and case needs when 1 then decided_by is distinct from person_id
                       else first_by is not null and first_by <> decided_by end)) not valid`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
