import { migrate as migrateDatabase } from '../platform/postgres/migrate';
import { OPERATORS, recordAuditEvent } from '../kernel/audit/record-audit-event';
import { lockUnrecordedMigrations } from '../kernel/audit/store/audit-log';
import { connect, type Db } from '../platform/postgres/connect';
import type { KeptDays } from '../platform/postgres/partitions';
import { roleOf } from '../platform/postgres/roles';
import { openVault } from '../personal-data/envelope-keys';
import type { MasterKey } from '../platform/crypto/master-key';
import type { Command } from './command';
import { commandAudit, databaseUrl, masterOf, migrateUrl } from './wiring';

export const migrate: Command = {
  summary: 'migrate the database to the schema of this version',
  usage: '',
  options: {},
  async run({ config, json, print }) {
    const urls = { owner: migrateUrl(config), app: databaseUrl(config) };
    const master = masterOf(config);
    const ran = await migrateAsOwner(urls, config.retention.partitionDays);
    const db = connect(urls.app, { poolMax: 1 });
    try {
      await recordMigrations(db, master);
    } finally {
      await db.destroy();
    }
    if (json) print(JSON.stringify({ ran }));
    else print(ran.length === 0 ? 'The schema is up to date.' : `Applied ${ran.join(', ')}.`);
    return 0;
  },
};

/** As the owner, with grants to the role of the gateway's processes. Returns what ran. */
export const migrateAsOwner = (
  { owner, app }: { readonly owner: string; readonly app: string },
  keptDays: KeptDays,
): Promise<readonly string[]> =>
  migrateDatabase(owner, undefined, owner === app ? null : roleOf(app), keptDays);

/** Records the migrations that have no audit event, including those of a run that was killed. */
export function recordMigrations(db: Db, master: MasterKey): Promise<void> {
  return db.transaction(async (trx) => {
    const names = await lockUnrecordedMigrations(trx, OPERATORS);
    const last = names.at(-1);
    if (last === undefined) return;
    const { vault } = await openVault(trx, master);
    await recordAuditEvent({ vault }, trx, commandAudit(), 'schema.migrated', {
      subject: last,
      detail: { migrations: names.length },
    });
  });
}
