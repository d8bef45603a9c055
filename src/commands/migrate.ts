import { migrate as migrateDatabase } from '../db/migrate';
import { recordOperatorAct } from '../application/record-operator-act';
import { connect } from '../db/connect';
import type { Vault } from '../lib/vault';
import type { Command } from './command';
import { commandActor, databaseUrl, vaultOf } from './wiring';

export const migrate: Command = {
  summary: "bring the database to today's schema",
  usage: '',
  options: {},
  async run({ config, json, print }) {
    const ran = await migrateAndRecord(databaseUrl(config), vaultOf(config));
    if (json) print(JSON.stringify({ ran }));
    else print(ran.length === 0 ? 'The schema is up to date.' : `Ran ${ran.join(', ')}.`);
    return 0;
  },
};

/** Migrates a database and records it in the operators' audit log, if anything had to run. */
export async function migrateAndRecord(url: string, vault: Vault): Promise<readonly string[]> {
  const ran = await migrateDatabase(url);
  const last = ran.at(-1);
  if (last === undefined) return ran;
  const db = connect(url, { poolMax: 1 });
  try {
    await db.transaction((trx) =>
      recordOperatorAct({ vault }, trx, commandActor(), 'schema.migrated', {
        subject: last,
        detail: { migrations: ran.length },
      }),
    );
  } finally {
    await db.destroy();
  }
  return ran;
}
