import type { Knex } from 'knex';

/** The indexes are built without blocking writes, which cannot be done in a transaction. */
export const config = { transaction: false };

/** One account per address, and one open invitation, as `email_key` guarantees in plain text. */
export async function up(knex: Knex): Promise<void> {
  const indexes = [
    ['users_email_digest', 'users (email_digest)'],
    ['operators_email_digest', 'operators (email_digest)'],
    [
      'invitations_open_digest',
      'invitations (merchant_id, email_digest) where merchant_id is not null and ended_at is null',
    ],
    ['operator_links_open_digest', 'operator_links (email_digest) where ended_at is null'],
  ] as const;
  for (const [name, columns] of indexes) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create unique index concurrently ${name} on ${columns}`);
  }
}

export async function down(): Promise<void> {
  throw new Error('Migrations are not undone: restore a backup instead.');
}
