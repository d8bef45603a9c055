import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Operators of the console. They share no table with merchants' users.
    create table operators (
      id text primary key,
      email text not null,
      -- Lower case, as it is compared.
      email_key text not null unique,
      name text not null,
      role text not null check (role in ('viewer', 'operator', 'admin')),
      password_hash text not null,
      language text not null check (language in ('th', 'en')),
      created_at timestamptz not null default now(),
      password_changed_at timestamptz not null default now(),
      -- The row stays, because the audit log references it.
      removed_at timestamptz
    );

    create table operator_sessions (
      -- Cookies are stored as hashes, so this table does not allow a sign-in.
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

    -- The link creates an operator, or sets the password of the operator that it names.
    create table operator_links (
      id text primary key,
      operator_id text references operators,
      email text not null,
      email_key text not null,
      role text not null check (role in ('viewer', 'operator', 'admin')),
      -- Null for a link created at a terminal.
      issued_by text references operators,
      -- Hash of the link's secret; null before the mail was sent.
      hash bytea unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- Set when the link was used or revoked.
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

    -- The last decision of an operator about a merchant; null before the first.
    alter table merchants add column decided_at timestamptz, add column decision_reason text;

    -- Results of gateway audit and gateway reconcile, the comparison with
    -- the provider's statement.
    create table check_runs (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ('audit', 'reconciliation')),
      at timestamptz not null default now(),
      -- 0: no difference found.
      differences integer not null,
      -- JSON: what was checked, and the differences.
      detail json not null
    );
    create index check_runs_newest on check_runs (kind, at desc);
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
