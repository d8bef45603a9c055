import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Who decides in the console. Nobody of the merchants' users: the two have no table in common.
    create table operators (
      id text primary key,
      email text not null,
      -- As it is compared: in small letters.
      email_key text not null unique,
      name text not null,
      role text not null check (role in ('viewer', 'operator', 'admin')),
      password_hash text not null,
      language text not null check (language in ('th', 'en')),
      created_at timestamptz not null default now(),
      password_changed_at timestamptz not null default now(),
      -- The row stays, for the audit log names it.
      removed_at timestamptz
    );

    create table operator_sessions (
      -- What a browser shows is kept as its hash: who reads this table cannot sign in with it.
      hash bytea primary key,
      id text not null unique,
      operator_id text not null references operators,
      address text,
      agent text,
      created_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    );
    create index operator_sessions_operator on operator_sessions (operator_id);
    create index operator_sessions_age on operator_sessions (created_at);

    -- Whoever has the link becomes an operator, or sets the password of the one that it names.
    create table operator_links (
      id text primary key,
      operator_id text references operators,
      email text not null,
      email_key text not null,
      role text not null check (role in ('viewer', 'operator', 'admin')),
      -- Null for a link that was made at a terminal.
      issued_by text references operators,
      -- Of the secret in the link; null before its mail was sent.
      hash bytea unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- It was used, or taken back.
      ended_at timestamptz
    );
    create unique index operator_links_open on operator_links (email_key) where ended_at is null;
    create index operator_links_age on operator_links (expires_at);

    alter table mails
      add column operator_link_id text references operator_links on delete cascade,
      drop constraint mails_kind_check,
      add constraint mails_kind_check
        check (kind in ('invitation', 'password_reset', 'operator_link')) not valid,
      add constraint mails_operator_link
        check ((kind = 'operator_link') = (operator_link_id is not null)) not valid;

    -- What an operator last decided of a merchant; null while nobody has.
    alter table merchants add column decided_at timestamptz, add column decision_reason text;

    -- What the checks that somebody runs have found: the books against themselves, and against the
    -- provider's statement.
    create table check_runs (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('audit', 'reconciliation')),
      at timestamptz not null default now(),
      -- 0: all is as it should be.
      differences integer not null,
      -- JSON: what was checked, and where the differences are.
      detail json not null
    );
    create index check_runs_newest on check_runs (kind, at desc);
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
