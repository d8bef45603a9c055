create table users (
  id text primary key,
  -- Keyed digest of the address in lower case, by which it is found.
  email_digest text not null unique,
  email_sealed text not null,
  name_sealed text not null,
  password_hash text not null,
  language text not null check (language in ('th', 'en')),
  created_at timestamptz not null default now(),
  password_changed_at timestamptz not null default now(),
  -- The hashes of the last four passwords before the current one, the newest first.
  former_password_hashes text[] not null default '{}'::text[]
);

create table memberships (
  merchant_id text not null references merchants,
  user_id text not null references users,
  role text not null check (role in ('viewer', 'bookkeeper', 'approver', 'developer', 'owner')),
  created_at timestamptz not null default now(),
  primary key (merchant_id, user_id)
);
create index memberships_user on memberships (user_id);

-- Operators of the console. They share no table with merchants' users.
create table operators (
  id text primary key,
  email_digest text not null unique,
  email_sealed text not null,
  name_sealed text not null,
  role text not null check (role in ('viewer', 'approver', 'operator', 'admin')),
  password_hash text not null,
  language text not null check (language in ('th', 'en')),
  created_at timestamptz not null default now(),
  password_changed_at timestamptz not null default now(),
  -- The row stays, because the audit log references it.
  removed_at timestamptz,
  former_password_hashes text[] not null default '{}'::text[]
);

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
  seen_at timestamptz not null default now(),
  -- When the session's person last confirmed a second factor; null: never.
  factor_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_age on sessions (created_at);

create table operator_sessions (
  -- Cookies are stored as hashes, so this table does not allow a sign-in.
  hash bytea primary key,
  id text not null unique,
  operator_id text not null references operators,
  address text,
  agent text,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  factor_at timestamptz
);
create index operator_sessions_operator on operator_sessions (operator_id);
create index operator_sessions_age on operator_sessions (created_at);

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

-- The link adds a member to the merchant; without one, it creates a merchant.
create table invitations (
  id text primary key,
  merchant_id text references merchants,
  -- Name of the merchant to create.
  merchant_name text,
  email_digest text not null,
  email_sealed text not null,
  role text not null check (role in ('viewer', 'bookkeeper', 'approver', 'developer', 'owner')),
  -- Null for a sign-up.
  invited_by text references users,
  -- Hash of the secret in the last mail; null before the first.
  hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set when it was accepted or revoked.
  ended_at timestamptz,
  operator_id text,
  check ((merchant_id is null) <> (merchant_name is null))
);
create index invitations_age on invitations (expires_at);
create unique index invitations_open on invitations (merchant_id, email_digest)
  where merchant_id is not null and ended_at is null;

-- The link creates an operator, or sets the password of the operator that it names.
create table operator_links (
  id text primary key,
  operator_id text references operators,
  email_digest text not null,
  email_sealed text not null,
  role text not null check (role in ('viewer', 'approver', 'operator', 'admin')),
  -- Null for a link created at a terminal.
  issued_by text references operators,
  -- Hash of the link's secret; null before the mail was sent.
  hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Set when the link was used or revoked.
  ended_at timestamptz
);
create index operator_links_age on operator_links (expires_at);
create unique index operator_links_open on operator_links (email_digest)
  where ended_at is null;

create table password_resets (
  hash bytea primary key,
  user_id text not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);
create index password_resets_age on password_resets (expires_at);

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
  constraint factors_of_kind check (num_nonnulls(secret_sealed, last_step) =
case kind
    when 'totp'::text then 2
    else 0
end and num_nonnulls(credential_id, public_key, signatures, transports) =
case kind
    when 'passkey'::text then 4
    else 0
end)
);
create index factors_account on factors (account_id);

-- Challenges for a passkey. A response deletes its challenge.
create table passkey_challenges (
  challenge text primary key,
  -- A session or a half-session.
  session_id text not null,
  purpose text not null check (purpose in ('add', 'confirm')),
  expires_at timestamptz not null
);
create index passkey_challenges_age on passkey_challenges (expires_at);

-- Unused recovery codes.
create table recovery_codes (
  account_id text not null,
  hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (account_id, hash)
);

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

-- A mail to send. The secret of its link is generated when it is sent; only its hash is stored.
create table mails (
  id text primary key,
  kind text not null,
  -- A password reset may have an unknown address; the sending activity checks that.
  email_sealed text not null,
  language text not null check (language in ('th', 'en')),
  invitation_id text references invitations on delete cascade,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text check (outcome in ('sent', 'nobody', 'refused')),
  operator_link_id text references operator_links on delete cascade,
  -- A notice reports a security event of an account or a merchant, described by detail, sealed JSON.
  detail_sealed text,
  check ((kind = 'invitation') = (invitation_id is not null)),
  constraint mails_check1 check ((ended_at is null) = (outcome is null)),
  constraint mails_operator_link check ((kind = 'operator_link') = (operator_link_id is not null)),
  constraint mails_kind_check
    check (kind in ('invitation', 'password_reset', 'operator_link', 'notice')),
  constraint mails_notice check ((kind = 'notice') = (detail_sealed is not null))
);
create index mails_age on mails (created_at);
create index mails_waiting on mails (created_at) where ended_at is null;
