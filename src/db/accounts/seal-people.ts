import type { Vault } from '../../lib/vault';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { hasProcessBefore } from '../postgres/processes';
import { joined, raw, sql } from '../postgres/sql';
import { beginSealing, ensureDigests, findPeopleForm } from './people-form';
import type { DigestOf, PeopleTable } from './people-form';

/** The first version that reads sealed people knows this migration. */
const SINCE = '0001-baseline';
const LOCK_WAIT = '2s';

const columns: Readonly<Record<PeopleTable, readonly ('email' | 'name')[]>> = {
  users: ['email', 'name'],
  operators: ['email', 'name'],
  invitations: ['email'],
  operator_links: ['email'],
};
const tables = Object.keys(columns) as readonly PeopleTable[];

/**
 * Seals addresses and names in plain text, at most `limit` per column. Does nothing while a process
 * of the previous version is connected, which reads only plain text. Idempotent. Returns the
 * largest number of one column, which is zero at the end.
 */
export async function sealPeople(db: Db, vault: Vault, limit: number): Promise<number> {
  const { isSealed } = await findPeopleForm(db, vault);
  if (!isSealed && (await hasProcessBefore(db, SINCE))) return 0;
  const digestOf = await ensureDigests(db, vault);
  if (!isSealed) {
    const filled = await fillDigests(db, digestOf, limit);
    if (filled === limit) return filled;
    await db.transaction((trx) => switchToSealed(trx, digestOf));
  }
  let sealed = 0;
  for (const table of tables) {
    for (const column of columns[table]) {
      const count = await sealColumn(db, vault, { table, column, digestOf, limit });
      sealed = Math.max(sealed, count);
    }
  }
  return sealed;
}

/**
 * Every row has a digest before the first one is stored without plain text: the index of digests
 * then finds each address in use. The lock waits for inserts that began before; those after it are
 * refused in plain text by a trigger.
 */
async function switchToSealed(trx: Db, digestOf: DigestOf): Promise<void> {
  await run(trx, null, sql`set local lock_timeout = '${raw(LOCK_WAIT)}'`);
  const locked = joined(tables.map(raw), ', ');
  await run(trx, null, sql`lock table ${locked} in share row exclusive mode`);
  await fillDigests(trx, digestOf, null);
  await beginSealing(trx);
}

/** Stores missing digests, of all rows without a limit. Returns the largest number of one table. */
async function fillDigests(db: Db, digestOf: DigestOf, limit: number | null): Promise<number> {
  let filled = 0;
  for (const table of tables) {
    const rows = await run<{ id: string; email: string }>(
      db,
      `find-undigested-${table}`,
      sql`select id, email from ${raw(table)} where email_digest is null limit ${limit}`,
    );
    if (rows.length === 0) continue;
    await run(
      db,
      `fill-digests-of-${table}`,
      sql`update ${raw(table)} set email_digest = given.digest
       from unnest(${rows.map(({ id }) => id)}::text[],
                   ${rows.map(({ email }) => digestOf(email))}::text[]) as given (id, digest)
       where ${raw(table)}.id = given.id`,
    );
    filled = Math.max(filled, rows.length);
  }
  return filled;
}

/** Seals values that have not changed meanwhile. Returns the number of values that were found. */
async function sealColumn(
  db: Db,
  vault: Vault,
  {
    table,
    column,
    digestOf,
    limit,
  }: {
    readonly table: PeopleTable;
    readonly column: 'email' | 'name';
    readonly digestOf: DigestOf;
    readonly limit: number;
  },
): Promise<number> {
  const rows = await run<{ id: string; plain: string }>(
    db,
    `find-unsealed-${table}-${column}`,
    sql`select id, ${raw(column)} as plain from ${raw(table)} where ${raw(column)} <> ''
     limit ${limit}`,
  );
  if (rows.length === 0) return 0;
  // The previous version erases an address without its digest.
  const key = column === 'email' ? sql`, email_key = null, email_digest = digest` : sql``;
  await run(
    db,
    `seal-${table}-${column}`,
    sql`update ${raw(table)} set ${raw(column)} = '', ${raw(column)}_sealed = sealed ${key}
     from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ plain }) => plain)}::text[],
       ${rows.map(({ plain }) => vault.seal(plain, `${table}.${column}`))}::text[],
       ${rows.map(({ plain }) => digestOf(plain))}::text[]) as given (row_id, plain, sealed, digest)
     where id = row_id and ${raw(column)} = plain`,
  );
  return rows.length;
}
