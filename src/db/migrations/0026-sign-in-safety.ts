import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Browsers and networks that an account has signed in from.
    create table sign_in_places (
      -- Id of a user or an operator; the prefixes differ.
      account_id text not null,
      -- The hash of a device cookie, or a network.
      place text not null,
      seen_at timestamptz not null default now(),
      primary key (account_id, place)
    );
    create index sign_in_places_age on sign_in_places (seen_at);
    create index sign_in_places_place on sign_in_places (place);

    -- Time from which the next attempt is evaluated; null: no delay.
    alter table attempt_counts add column free_at timestamptz;

    -- Creator of the key; null for keys from before this migration.
    alter table api_keys
      add column made_by_kind text,
      add column made_by_id text,
      add constraint api_keys_maker
        check ((made_by_kind is null) = (made_by_id is null)) not valid;

    -- A notice reports a security event of an account or a merchant, described by detail.
    alter table mails
      add column detail json,
      drop constraint mails_kind_check,
      add constraint mails_kind_check
        check (kind in ('invitation', 'password_reset', 'operator_link', 'notice')) not valid,
      add constraint mails_notice check ((kind = 'notice') = (detail is not null)) not valid;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
