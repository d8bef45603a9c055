import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table users (
      id text primary key,
      email text not null,
      -- Lower case, as it is compared.
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
      -- Cookies are stored as hashes, so this table does not allow a sign-in.
      hash bytea primary key,
      id text not null unique,
      user_id text not null references users,
      -- The current merchant.
      merchant_id text not null references merchants,
      address text,
      agent text,
      created_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    );
    create index sessions_user on sessions (user_id);
    create index sessions_age on sessions (created_at);

    -- The link adds a member to the merchant; without one, it creates a merchant.
    create table invitations (
      id text primary key,
      merchant_id text references merchants,
      -- Name of the merchant to create.
      merchant_name text,
      email text not null,
      email_key text not null,
      role text not null check (role in ('viewer', 'developer', 'owner')),
      -- Null for a sign-up.
      invited_by text references users,
      -- Hash of the secret in the last mail; null before the first.
      hash bytea unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- Set when it was accepted or revoked.
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

    -- A mail to send. The secret of its link is generated when it is sent; only its hash is stored.
    create table mails (
      id text primary key,
      kind text not null check (kind in ('invitation', 'password_reset')),
      -- A password reset may have an unknown address; the sending activity checks that.
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

    -- Recent attempts per account and network, shared by all processes, to limit
    -- guessing.
    create table attempt_counts (
      key text primary key,
      count integer not null,
      ends_at timestamptz not null
    );
    create index attempt_counts_end on attempt_counts (ends_at);

    -- The HMAC key of the audit log, sealed: the database alone does not reveal it.
    create table audit_keys (
      id text primary key,
      key_sealed text not null
    );
    -- Audit events. A row has an HMAC over itself and the previous row, under the gateway's keys;
    -- the head has one over the last row.
    create table audit_log (
      scope text not null,
      number integer not null,
      at timestamptz(3) not null,
      actor_kind text not null,
      actor_id text not null,
      address text,
      act text not null,
      subject text not null,
      -- JSON, the exact bytes that the HMAC covers.
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

    -- Existing rows satisfied a stricter constraint and need no validation.
    alter table dispatches drop constraint dispatches_topic_check,
      add constraint dispatches_topic_check
        check (topic in ('start', 'callback', 'slip', 'deliver', 'replay', 'mail')) not valid;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
