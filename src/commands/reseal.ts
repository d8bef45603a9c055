import { recordAuditEvent } from '../kernel/audit/record-audit-event';
import { countOldAnswers, reseal as resealAll } from '../personal-data/reseal';
import { openVault } from '../personal-data/envelope-keys';
import { printRows, type Command } from './command';
import { commandAudit, demandMode, masterOf, withPatientDatabase } from './wiring';

export const reseal: Command = {
  summary: 're-encrypt all sealed columns with the current key',
  usage: '',
  options: {},
  async run(invocation) {
    const { config, json, print } = invocation;
    const master = masterOf(config);
    const { key, columns, oldAnswers } = await withPatientDatabase(config, async (db) => {
      await demandMode(config, db);
      const { vault } = await openVault(db, master);
      const current = vault.mark.slice(0, -1);
      // Before the first change: an interrupted run is recorded as well.
      await db.transaction((trx) =>
        recordAuditEvent({ vault }, trx, commandAudit(), 'secrets.resealed', {
          subject: current,
        }),
      );
      const resealed = await resealAll(db, vault);
      return { key: current, columns: resealed, oldAnswers: await countOldAnswers(db, vault) };
    });
    const isWhole = columns.every(({ unopened }) => unopened === 0);
    if (json) {
      print(JSON.stringify({ ok: isWhole, key, columns, oldAnswers }, null, 2));
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
      for (const id of named) print(`No key decrypts ${table}.${column} of ${id}.`);
    }
    if (oldAnswers === 0) print(`All other data is encrypted with ${key}.`);
    else print(`${oldAnswers} idempotency responses require an old key for up to 24 hours.`);
    return isWhole ? 0 : 1;
  },
};
