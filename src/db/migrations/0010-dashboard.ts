import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id text primary key,
      email text not null,
      -- As it is compared: in small letters.
      email_key text not null unique,
      name text not null,
      password_hash text not null,
      language text not null check (language in ('th', 'en')),
      created_at timestamptz not null default now(),
      password_changed_at timestamptz not null default now()
    );

    create table memberships (
      merchant_id text not null references merchants,
      user_id text not null references users,
      role text not null check (role in ('viewer', 'developer', 'owner')),
      created_at timestamptz not null default now(),
      primary key (merchant_id, user_id)
    );
    create index memberships_user on memberships (user_id);

    create table sessions (
      -- What a browser shows is kept as its hash: who reads this table cannot sign in with it.
      hash bytea primary key,
      id text not null unique,
      user_id text not null references users,
      -- For whom the person works just now.
      merchant_id text not null references merchants,
      address text,
      agent text,
      created_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    );
    create index sessions_user on sessions (user_id);
    create index sessions_age on sessions (created_at);

    -- Whoever opens the link in the mail joins a merchant; without one, opens a merchant.
    create table invitations (
      id text primary key,
      merchant_id text references merchants,
      -- Of the merchant that is to be opened.
      merchant_name text,
      email text not null,
      email_key text not null,
      role text not null check (role in ('viewer', 'developer', 'owner')),
      -- Null for who invited himself.
      invited_by text references users,
      -- Of the secret in the last mail that was sent; null before the first.
      hash bytea unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- It was accepted, or taken back.
      ended_at timestamptz,
      check ((merchant_id is null) <> (merchant_name is null))
    );
    create unique index invitations_open on invitations (merchant_id, email_key)
      where merchant_id is not null and ended_at is null;
    create index invitations_age on invitations (expires_at);

    create table password_resets (
      hash bytea primary key,
      user_id text not null references users,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index password_resets_user on password_resets (user_id);
    create index password_resets_age on password_resets (expires_at);

    -- A mail to be sent. The secret in its link is made when it is sent, and kept as a hash.
    create table mails (
      id text primary key,
      kind text not null check (kind in ('invitation', 'password_reset')),
      -- For a password it may be nobody's: that is found out when it is sent.
      email text not null,
      language text not null check (language in ('th', 'en')),
      invitation_id text references invitations on delete cascade,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      outcome text check (outcome in ('sent', 'nobody', 'refused')),
      check ((kind = 'invitation') = (invitation_id is not null)),
      check ((ended_at is null) = (outcome is null))
    );
    create index mails_age on mails (created_at);
    create index mails_waiting on mails (created_at) where ended_at is null;

    -- How often something was tried of late, by whom or for what: guesses must stay few, whichever
    -- process they come to.
    create table attempt_counts (
      key text primary key,
      count integer not null,
      ends_at timestamptz not null
    );
    create index attempt_counts_end on attempt_counts (ends_at);

    -- What the codes of the audit log are made with, encrypted: who has the database has it not.
    create table audit_keys (
      id text primary key,
      key_sealed text not null
    );
    -- Who did what. A line proves itself and the ones before it by a code that only who has the
    -- gateway's keys can make; the last one is proven by the head.
    create table audit_log (
      scope text not null,
      number integer not null,
      at timestamptz(3) not null,
      actor_kind text not null,
      actor_id text not null,
      address text,
      act text not null,
      subject text not null,
      -- JSON, byte for byte what the code was made over.
      detail text not null,
      code text not null,
      primary key (scope, number)
    );
    create table audit_heads (
      scope text primary key,
      number integer not null,
      last_code text not null,
      code text not null
    );
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the audit log is only added to';
    end $$;
    create trigger audit_log_stays before update or delete on audit_log
      for each row execute function refuse_audit_change();
    create trigger audit_log_is_not_emptied before truncate on audit_log
      for each statement execute function refuse_audit_change();
    create trigger audit_heads_stay before delete on audit_heads
      for each row execute function refuse_audit_change();
    create trigger audit_heads_are_not_emptied before truncate on audit_heads
      for each statement execute function refuse_audit_change();

    -- Rows that are there met a narrower rule: they need not be read again.
    alter table dispatches drop constraint dispatches_topic_check,
      add constraint dispatches_topic_check
        check (topic in ('start', 'callback', 'slip', 'deliver', 'replay', 'mail')) not valid;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
