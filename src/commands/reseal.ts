import { recordAuditEvent } from '../application/accounts/record-audit-event';
import { countOldAnswers, reseal as resealAll } from '../application/reseal';
import { ConfigError } from '../config';
import { createVault } from '../lib/vault';
import { printRows } from './command';
import type { Command } from './command';
import { commandAudit, withDatabase } from './wiring';

export const reseal: Command = {
  summary: 're-encrypt all sealed columns with the first of ENCRYPTION_KEYS',
  usage: '',
  options: {},
  async run(invocation) {
    const { config, json, print } = invocation;
    const [first] = config.encryptionKeys;
    if (first === undefined)
      throw new ConfigError(['ENCRYPTION_KEYS: required, including the old keys']);
    const vault = createVault(config.encryptionKeys);
    const { columns, oldAnswers } = await withDatabase(config, async (db) => {
      // Before the first change: an interrupted run is recorded as well.
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
        undecryptable: String(unopened),
      })),
    );
    for (const { table, column, named } of columns) {
      for (const id of named)
        print(`No key of ENCRYPTION_KEYS decrypts ${table}.${column} of ${id}.`);
    }
    if (oldAnswers === 0) print(`All other data is encrypted with ${first.id}.`);
    else print(`${oldAnswers} idempotency responses require an old key for up to 24 hours.`);
    return isWhole ? 0 : 1;
  },
};
