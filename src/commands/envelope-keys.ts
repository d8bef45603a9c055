import { recordAuditEvent } from '../kernel/audit/record-audit-event';
import { createDataKey, openVault, rewrapDataKeys } from '../personal-data/envelope-keys';
import { findDataKeys } from '../platform/postgres/envelope-keys';
import type { Db } from '../platform/postgres/connect';
import type { AuditEventName } from '../kernel/audit/audit-event';
import type { MasterKey } from '../platform/crypto/master-key';
import { printRows, type Command } from './command';
import { commandAudit, demandMode, masterOf, withDatabase } from './wiring';

export const list: Command = {
  summary: 'list the data keys',
  usage: '',
  options: {},
  async run(invocation) {
    const rows = await withDatabase(invocation.config, findDataKeys);
    const sealing = rows.find(({ maySeal }) => maySeal);
    printRows(
      invocation,
      rows.map(({ id, wrapped, createdAt, sealsFrom }) => ({
        key: id,
        wrapped: wrapped.slice(0, wrapped.indexOf(':')),
        created: createdAt.toISOString(),
        seals_from: sealsFrom.toISOString(),
        sealing: id === sealing?.id ? 'yes' : 'no',
      })),
    );
    return 0;
  },
};

export const create: Command = {
  summary: 'create a data key, which seals after three minutes',
  usage: '',
  options: {},
  async run({ config, json, print }) {
    const master = masterOf(config);
    const id = await withDatabase(config, async (db) => {
      await demandMode(config, db);
      return db.transaction(async (trx) => {
        const made = await createDataKey(trx, master);
        if (made !== null) await record(trx, master, 'data_key.created', made);
        return made;
      });
    });
    if (id === null) throw new Error('another process created a data key at the same time');
    if (json) print(JSON.stringify({ id }));
    else print(`${id} seals in three minutes. Then run gateway reseal.`);
    return 0;
  },
};

export const rewrap: Command = {
  summary: 'wrap all data keys with the current master key',
  usage: '',
  options: {},
  async run({ config, json, print }) {
    const master = masterOf(config);
    const count = await withDatabase(config, async (db) => {
      await demandMode(config, db);
      return db.transaction(async (trx) => {
        await record(trx, master, 'data_keys.rewrapped', master.mark.slice(0, -1));
        return rewrapDataKeys(trx, master);
      });
    });
    print(json ? JSON.stringify({ count }) : `Wrapped ${count} data keys with the master key.`);
    return 0;
  },
};

async function record(
  trx: Db,
  master: MasterKey,
  act: AuditEventName,
  subject: string,
): Promise<void> {
  const { vault } = await openVault(trx, master);
  await recordAuditEvent({ vault }, trx, commandAudit(), act, { subject });
}
