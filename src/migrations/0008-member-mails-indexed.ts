import type { Knex } from 'knex';

export const config = { transaction: false };

/** A build that was interrupted leaves an invalid index. */
const indexes: Readonly<Record<string, string>> = {
  webhooks_failing: 'on webhooks (failing_since) where failing_since is not null',
  resolutions_at: 'on resolutions (at)',
  // The change of a payment makes no entry.
  status_changes_failed_refunds: `on status_changes (at)
    where kind = 'refund' and to_status = 'failed'`,
};

export async function up(knex: Knex): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} ${definition}`);
  }
}
