import { createHmac, randomBytes } from 'node:crypto';
import type { AuditEvent } from '../audit-event';
import type { Vault } from '../../../platform/crypto/vault';
import { run, type Db } from '../../../platform/postgres/connect';
import { raw, sql } from '../../../platform/postgres/sql';

export interface AuditLine {
  readonly scope: string;
  readonly number: number;
  readonly at: Date;
  readonly actorKind: string;
  readonly actorId: string;
  readonly address: string | null;
  readonly act: string;
  readonly subject: string;
  /** JSON. */
  readonly detail: string;
  readonly code: string;
}

interface Head {
  readonly number: number;
  readonly lastCode: string;
  readonly code: string;
}

/** One key for all logs, sealed with ENCRYPTION_KEYS. `gateway reseal` re-encrypts it. */
const KEY_ID = 'audit-log';
const SEALED_AS = 'audit_keys.key';

/** The HMAC of a row or a head. */
type CodeOf = (text: string) => string;

const codesBy =
  (key: Buffer): CodeOf =>
  (text) =>
    createHmac('sha256', key).update(text).digest('base64url');

/** Null before the first row of any log. */
async function findKey(db: Db, vault: Vault): Promise<Buffer | null> {
  const [row] = await run<{ sealed: string }>(
    db,
    'find-audit-key',
    sql`select key_sealed as sealed from audit_keys where id = ${KEY_ID}`,
  );
  return row === undefined ? null : Buffer.from(vault.open(row.sealed, SEALED_AS), 'base64');
}

/** Created with the first row. Concurrent processes use the one that was inserted first. */
async function ensureAuditKey(trx: Db, vault: Vault): Promise<Buffer> {
  const known = await findKey(trx, vault);
  if (known !== null) return known;
  const made = vault.seal(randomBytes(32).toString('base64'), SEALED_AS);
  await run(
    trx,
    'insert-audit-key',
    sql`insert into audit_keys (id, key_sealed) values (${KEY_ID}, ${made})
     on conflict (id) do nothing`,
  );
  const kept = await findKey(trx, vault);
  if (kept === null) throw new Error('the audit log has no key');
  return kept;
}

/** The text that a row's HMAC covers: the row and the HMAC of the row before it. */
const provenBy = (line: Omit<AuditLine, 'code'>, codeBefore: string): string =>
  JSON.stringify([
    line.scope,
    line.number,
    line.at.toISOString(),
    line.actorKind,
    line.actorId,
    line.address,
    line.act,
    line.subject,
    line.detail,
    codeBefore,
  ]);

const headText = (scope: string, number: number, lastCode: string): string =>
  JSON.stringify([scope, number, lastCode]);

/** Part of the transaction of the act. Locks the head: appends to one log serialize. */
export async function appendAuditEvent(trx: Db, vault: Vault, entry: AuditEvent): Promise<void> {
  const { scope, actor } = entry;
  const codeOf = codesBy(await ensureAuditKey(trx, vault));
  await run(
    trx,
    'begin-audit-log',
    sql`insert into audit_heads (scope, number, last_code, code) values (${scope}, 0, '', '')
     on conflict (scope) do nothing`,
  );
  const [head] = await run<Head>(
    trx,
    'lock-audit-head',
    sql`select number, last_code, code from audit_heads
     where scope = ${scope} for update`,
  );
  if (head === undefined) throw new Error(`${scope} has no head of its audit log`);
  const line = {
    scope,
    number: head.number + 1,
    at: new Date(),
    actorKind: actor.kind,
    actorId: actor.id,
    address: actor.address,
    act: entry.act,
    subject: entry.subject,
    detail: JSON.stringify(entry.detail),
  };
  const code = codeOf(provenBy(line, head.lastCode));
  await run(
    trx,
    'append-audit-event',
    sql`insert into audit_log (scope, number, at, actor_kind, actor_id, address, act, subject,
                            detail, code)
     values (${scope}, ${line.number}, ${line.at}, ${line.actorKind}, ${line.actorId},
             ${line.address}, ${line.act}, ${line.subject}, ${line.detail}, ${code})`,
  );
  await run(
    trx,
    'move-audit-head',
    sql`update audit_heads set number = ${line.number}, last_code = ${code},
       code = ${codeOf(headText(scope, line.number, code))} where scope = ${scope}`,
  );
}

/**
 * Those after the last `schema.migrated` event, in execution order. The lock lets one transaction
 * at a time record them.
 */
export async function lockUnrecordedMigrations(trx: Db, scope: string): Promise<readonly string[]> {
  await run(
    trx,
    'lock-unrecorded-migrations',
    sql`select pg_advisory_xact_lock(hashtext('unrecorded migrations'))`,
  );
  const rows = await run<{ name: string }>(
    trx,
    'unrecorded-migrations',
    sql`select name from migrations
     where id > coalesce((select max(recorded.id) from migrations as recorded
                          join audit_log on scope = ${scope} and act = 'schema.migrated'
                                         and subject = recorded.name), 0)
     order by id`,
  );
  return rows.map(({ name }) => name);
}

const columns = sql`
  select scope, number, at, actor_kind, actor_id, address, act, subject,
         detail, code
  from audit_log`;

/** Newest first, before the row of the given number. */
export async function listAuditEvents(
  db: Db,
  scope: string,
  { limit, before }: { readonly limit: number; readonly before: number | null },
): Promise<{ readonly items: readonly AuditLine[]; readonly hasMore: boolean }> {
  const rows = await run<AuditLine>(
    db,
    'list-acts',
    sql`${columns} where scope = ${scope} and number < ${before ?? 2 ** 31 - 1}
     order by number desc limit ${limit + 1}`,
  );
  return { items: rows.slice(0, limit), hasMore: rows.length > limit };
}

export interface AuditFault {
  readonly scope: string;
  /** The first missing or altered row; null for the head. */
  readonly number: number | null;
  readonly fault: 'missing' | 'altered' | 'cut off';
}

/** The last row of a log. */
export interface AuditHead {
  readonly scope: string;
  readonly number: number;
  readonly code: string;
}

export const listAuditHeads = (db: Db): Promise<AuditHead[]> =>
  run<AuditHead>(
    db,
    'list-audit-heads',
    sql`select scope, number, last_code as code from audit_heads order by scope`,
  );

/** Exported HMACs of some rows of each log, by row number. */
export type AnchoredHeads = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** A merchant's first row is written when it is created. */
export const findMerchantsWithoutLog = (db: Db): Promise<{ scope: string }[]> =>
  run<{ scope: string }>(
    db,
    'merchants-without-log',
    sql`select id as scope from merchants
     where not exists (select from audit_log where scope = merchants.id) order by id`,
  );

/** Finds merchants whose log does not begin with their creation. */
export const findLogsBegunAnew = (db: Db): Promise<{ scope: string }[]> =>
  run<{ scope: string }>(
    db,
    'logs-begun-anew',
    sql`select id as scope from merchants join audit_log on scope = merchants.id and number = 1
     where act <> 'merchant.opened' order by id`,
  );

const BATCH = 1_000;

/** Verifies each log from its first row and against exported heads. Returns its first fault. */
export async function findAuditFaults(
  db: Db,
  vault: Vault,
  anchored: AnchoredHeads = new Map(),
): Promise<readonly AuditFault[]> {
  return db.transaction(
    async (trx) => {
      const scopes = await run<{ scope: string }>(
        trx,
        'audit-scopes',
        sql`select scope from audit_heads union select scope from audit_log order by scope`,
      );
      const faults: AuditFault[] = [];
      // Without the stored key no row can be verified: with a random key the check reports every
      // row.
      const codeOf = codesBy((await findKey(trx, vault)) ?? randomBytes(32));
      const all = new Set([...scopes.map(({ scope }) => scope), ...anchored.keys()]);
      for (const scope of all) {
        const fault = await faultOf(trx, codeOf, scope, anchored.get(scope) ?? new Map());
        if (fault !== null) faults.push(fault);
      }
      return faults;
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

async function faultOf(
  trx: Db,
  codeOf: CodeOf,
  scope: string,
  anchored: ReadonlyMap<number, string>,
): Promise<AuditFault | null> {
  let number = 0;
  let lastCode = '';
  for (let more = true; more;) {
    const lines = await run<AuditLine>(
      trx,
      'read-audit-log',
      sql`${columns} where scope = ${scope} and number > ${number} order by number
     limit ${raw(BATCH)}`,
    );
    for (const line of lines) {
      number += 1;
      if (line.number !== number) return { scope, number, fault: 'missing' };
      if (line.code !== codeOf(provenBy(line, lastCode))) {
        return { scope, number, fault: 'altered' };
      }
      if ((anchored.get(number) ?? line.code) !== line.code) {
        return { scope, number, fault: 'altered' };
      }
      lastCode = line.code;
    }
    more = lines.length === BATCH;
  }
  if (Math.max(0, ...anchored.keys()) > number) {
    return { scope, number: number + 1, fault: 'missing' };
  }
  const [head] = await run<Head>(
    trx,
    'read-audit-head',
    sql`select number, last_code, code from audit_heads where scope = ${scope}`,
  );
  const isHead =
    head !== undefined &&
    head.number === number &&
    head.lastCode === lastCode &&
    head.code === codeOf(headText(scope, number, lastCode));
  return isHead ? null : { scope, number: null, fault: 'cut off' };
}
