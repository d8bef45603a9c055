import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Authenticators of the people who sign in.
    create table factors (
      id text primary key,
      -- Id of a user or an operator; the prefixes differ.
      account_id text not null,
      kind text not null check (kind in ('totp', 'passkey')),
      name text not null,
      created_at timestamptz not null default now(),
      used_at timestamptz,
      -- The secret of an authenticator app, in base32.
      secret_sealed text,
      -- The time step of the last accepted code: codes up to it are refused.
      last_step bigint,
      -- A passkey, as the browser identifies it.
      credential_id text unique,
      -- COSE key.
      public_key bytea,
      -- Signatures that the passkey has made; 0 for a passkey that does not count them.
      signatures bigint,
      transports text[],
      constraint factors_of_kind check (
        num_nonnulls(secret_sealed, last_step) = case kind when 'totp' then 2 else 0 end
        and num_nonnulls(credential_id, public_key, signatures, transports)
            = case kind when 'passkey' then 4 else 0 end)
    );
    create index factors_account on factors (account_id);

    -- Unused recovery codes.
    create table recovery_codes (
      account_id text not null,
      hash bytea not null,
      primary key (account_id, hash)
    );

    -- Sign-ins whose second factor is not confirmed. Cookies are stored as hashes.
    create table half_sessions (
      hash bytea primary key,
      id text not null unique,
      account_id text not null,
      -- Null for an operator.
      merchant_id text,
      created_at timestamptz not null default now()
    );
    create index half_sessions_age on half_sessions (created_at);

    -- Challenges for a passkey. A response deletes its challenge.
    create table passkey_challenges (
      challenge text primary key,
      -- A session or a half-session.
      session_id text not null,
      purpose text not null check (purpose in ('add', 'confirm')),
      expires_at timestamptz not null
    );
    create index passkey_challenges_age on passkey_challenges (expires_at);

    -- When the session's person last confirmed a second factor; null: never.
    alter table sessions add column factor_at timestamptz;
    alter table operator_sessions add column factor_at timestamptz;
  `);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
