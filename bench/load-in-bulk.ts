import type { Db } from '../src/platform/postgres/connect';

/**
 * Runs `load` without triggers and without foreign keys, and with the primary keys and constraints
 * of the tables as their only indexes; the others are built afterwards. Requires a superuser and a
 * pool of one connection.
 */
export async function loadInBulk(
  db: Db,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const { rows } = (await db.raw(
    `select indexes.indexname as name, indexes.indexdef as definition
     from pg_indexes as indexes
     where schemaname = 'public' and tablename = any(?)
       and not exists (select from pg_constraint where conindid = indexname::regclass)`,
    [[...tables]],
  )) as { readonly rows: readonly { readonly name: string; readonly definition: string }[] };
  for (const { name } of rows) await db.raw(`drop index ${name}`);
  await db.raw('set session_replication_role = replica');
  await load();
  await db.raw('set session_replication_role = origin');
  for (const { definition } of rows) await db.raw(definition);
}
