import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table monthly_mails (
      id text primary key,
      merchant_id text not null references merchants,
      -- Each month another link with the terms of this one is mailed.
      link_id text not null references payment_links,
      -- Null once the mails have ended.
      email_sealed text,
      email_digest text not null,
      language text not null check (language in ('th', 'en')),
      -- Of the month; in a shorter month its last day.
      day smallint not null check (day between 1 and 31),
      -- In the link that ends the mails; it grants nothing else. Unguessable.
      token text not null unique,
      next_at timestamptz not null,
      ended_at timestamptz,
      ended_by text check (ended_by in ('merchant', 'payer', 'link')),
      created_at timestamptz not null
    );
    create index monthly_mails_due on monthly_mails (next_at) where ended_at is null;
    create unique index monthly_mails_active on monthly_mails (link_id, email_digest)
      where ended_at is null;
    create index monthly_mails_listed on monthly_mails (link_id, created_at desc);
    create index monthly_mails_payer on monthly_mails (merchant_id, email_digest);

    -- One link a month.
    create table monthly_links (
      mail_id text not null references monthly_mails,
      -- As 2026-12.
      month text not null,
      link_id text not null unique references payment_links,
      primary key (mail_id, month)
    );
  `);
}
