import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of a member and a kind of mail. Without a row the default of the role applies.
    create table member_mails (
      user_id text not null,
      merchant_id text not null,
      kind text not null,
      -- The member's choice; null: the default of the role.
      is_on boolean,
      -- In the link that turns the kind off; it grants nothing else. Unguessable.
      token text not null unique,
      -- What happened before has been mailed.
      until_at timestamptz not null default now(),
      mailed_at timestamptz,
      -- Of a kind with a timetable: the next look.
      next_at timestamptz not null default now(),
      primary key (user_id, merchant_id, kind),
      foreign key (merchant_id, user_id) references memberships on delete cascade
    );
    create index member_mails_due on member_mails (kind, next_at) where is_on;

    -- Locked by the process that mails members.
    create table member_mail_rounds (
      singleton boolean default true primary key check (singleton),
      -- What happened before is never mailed.
      since timestamptz not null default now()
    );
    insert into member_mail_rounds default values;
  `);
}
