import { recordAuditEvent } from '../application/accounts/record-audit-event';
import { countOldAnswers, reseal as resealAll } from '../application/reseal';
import { ConfigError } from '../config';
import { createVault } from '../lib/vault';
import { printRows } from './command';
import type { Command } from './command';
import { commandAudit, withDatabase } from './wiring';

export const reseal: Command = {
  summary: 'seal all that is encrypted under the first of ENCRYPTION_KEYS, to retire the others',
  usage: '',
  options: {},
  async run(invocation) {
    const { config, json, print } = invocation;
    const [first] = config.encryptionKeys;
    if (first === undefined) throw new ConfigError(['ENCRYPTION_KEYS: needed, the old ones too']);
    const vault = createVault(config.encryptionKeys);
    const { columns, oldAnswers } = await withDatabase(config, async (db) => {
      // Before it begins: an interrupted run has changed something, too.
      await db.transaction((trx) =>
        recordAuditEvent({ vault }, trx, commandAudit(), 'secrets.resealed', {
          subject: first.id,
        }),
      );
      return { columns: await resealAll(db, vault), oldAnswers: await countOldAnswers(db, vault) };
    });
    const isWhole = columns.every(({ unopened }) => unopened === 0);
    if (json) {
      print(JSON.stringify({ ok: isWhole, key: first.id, columns, oldAnswers }, null, 2));
      return isWhole ? 0 : 1;
    }
    printRows(
      invocation,
      columns.map(({ table, column, resealed, unopened }) => ({
        column: `${table}.${column}`,
        resealed: String(resealed),
        'not to be opened': String(unopened),
      })),
    );
    for (const { table, column, named } of columns) {
      for (const id of named) print(`No key of ENCRYPTION_KEYS opens ${column} of ${table} ${id}.`);
    }
    if (oldAnswers === 0) print(`Nothing else is under another key than ${first.id}.`);
    else print(`${oldAnswers} answers under idempotency keys need another key for up to a day.`);
    return isWhole ? 0 : 1;
  },
};
