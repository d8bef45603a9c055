import { migrate as migrateDatabase } from '../db/postgres/migrate';
import { OPERATORS, recordAuditEvent } from '../application/accounts/record-audit-event';
import { lockUnrecordedMigrations } from '../db/accounts/audit-log';
import { connect } from '../db/postgres/connect';
import type { KeptDays } from '../db/postgres/partitions';
import { roleOf } from '../db/postgres/roles';
import { openVault } from '../application/envelope-keys';
import type { MasterKey } from '../lib/master-key';
import type { Command } from './command';
import { commandAudit, databaseUrl, masterOf, migrateUrl } from './wiring';

export const migrate: Command = {
  summary: 'migrate the database to the schema of this version',
  usage: '',
  options: {},
  async run({ config, json, print }) {
    const urls = { owner: migrateUrl(config), app: databaseUrl(config) };
    const ran = await migrateAndRecord(urls, masterOf(config), config.retention.partitionDays);
    if (json) print(JSON.stringify({ ran }));
    else print(ran.length === 0 ? 'The schema is up to date.' : `Applied ${ran.join(', ')}.`);
    return 0;
  },
};

/** Records the migrations that have no audit event, including those of a run that was killed. */
export async function migrateAndRecord(
  { owner, app }: { readonly owner: string; readonly app: string },
  master: MasterKey,
  keptDays: KeptDays,
): Promise<readonly string[]> {
  const ran = await migrateDatabase(owner, undefined, owner === app ? null : roleOf(app), keptDays);
  const db = connect(app, { poolMax: 1 });
  try {
    await db.transaction(async (trx) => {
      const names = await lockUnrecordedMigrations(trx, OPERATORS);
      const last = names.at(-1);
      if (last === undefined) return;
      const { vault } = await openVault(trx, master);
      await recordAuditEvent({ vault }, trx, commandAudit(), 'schema.migrated', {
        subject: last,
        detail: { migrations: names.length },
      });
    });
  } finally {
    await db.destroy();
  }
  return ran;
}
