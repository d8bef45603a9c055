import type { Knex } from 'knex';

/** Proposals that another person decides, the rules that demand them, and roles that decide. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- A merchant without a row needs no approvals.
    create table approval_rules (
      merchant_id text primary key references merchants,
      -- Withdrawals and refunds of at least this amount; null: none.
      from_satang bigint check (from_satang > 0),
      -- Payouts to an account that the merchant has never paid.
      new_payees boolean not null default false,
      -- API keys that may withdraw.
      withdraw_keys boolean not null default false
    );

    create table approvals (
      id text primary key,
      realm text not null check (realm in ('merchant', 'operator')),
      -- The merchant that it concerns; null: the operators alone.
      merchant_id text references merchants,
      act text not null,
      -- The id of the object, as of the order or the exception.
      subject text not null,
      -- What is shown of the proposal: no secrets.
      detail jsonb not null,
      -- The arguments of the use case; null when the object exists and only waits.
      proposal_sealed text,
      proposer_kind text not null check (proposer_kind in ('user', 'operator', 'command', 'key')),
      proposer_id text not null,
      -- The person who proposed, or who made the proposing key: may not decide. Null: unknown.
      person_id text,
      status text not null default 'pending' check (status in
        ('pending', 'approved', 'rejected', 'expired', 'withdrawn', 'failed')),
      -- The code of the problem that prevented the approved act.
      problem text,
      -- In whole milliseconds, as in the cursors of lists.
      created_at timestamptz not null default date_trunc('milliseconds', now()),
      expires_at timestamptz not null,
      decided_at timestamptz,
      -- The id of the person; null: the sweeper.
      decided_by text,
      constraint approvals_decided check ((status = 'pending') = (decided_at is null)),
      -- The second pair of eyes, also for a faulty process.
      constraint approvals_by_another check
        (status <> 'approved' or (decided_by is not null and decided_by is distinct from person_id))
    );
    create index approvals_of_merchant on approvals (merchant_id, created_at desc, id desc);
    create index approvals_of_realm on approvals (realm, created_at desc, id desc);
    create unique index approvals_of_order on approvals (subject)
      where act in ('withdrawal', 'refund');
    create unique index approvals_pending_once on approvals (act, subject)
      where status = 'pending';
    create index approvals_pending_of on approvals (realm, merchant_id) where status = 'pending';
    create index approvals_pending on approvals (expires_at) where status = 'pending';

    alter table provider_requests
      add column awaits_approval boolean not null default false;

    alter table memberships
      drop constraint if exists memberships_role_check,
      add constraint memberships_role_check check
        (role in ('viewer', 'bookkeeper', 'approver', 'developer', 'owner')) not valid;
    alter table invitations
      drop constraint if exists invitations_role_check,
      add constraint invitations_role_check check
        (role in ('viewer', 'bookkeeper', 'approver', 'developer', 'owner')) not valid;
    alter table operators
      drop constraint if exists operators_role_check,
      add constraint operators_role_check check
        (role in ('viewer', 'approver', 'operator', 'admin')) not valid;
    alter table operator_links
      drop constraint if exists operator_links_role_check,
      add constraint operator_links_role_check check
        (role in ('viewer', 'approver', 'operator', 'admin')) not valid`);
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
