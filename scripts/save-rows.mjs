// node scripts/save-rows.mjs > test/db/rows/1.2.3.json: part of a release, while `npm start` runs
// with orders of every kind and status. Writes all rows of its database, which
// test/platform/postgres/upgrade.test.ts migrates to the schema of today.
import path from 'node:path';
import { load, root } from './ready.mjs';

const { connect } = await load('src/platform/postgres/connect.js');
const { readConfig } = await load('src/config.js');
const { embeddedUrl } = await load('sandbox/embedded/postgres-cluster.js');

const { database, dataDir } = readConfig(process.env);
const url = database.url ?? embeddedUrl(path.resolve(root, dataDir), database.embeddedPort);
const db = connect(url, { poolMax: 1 });
const query = async (sql, values = []) => (await db.raw(sql, values)).rows;

const [{ name: migration }] = await query('select name from migrations order by id desc limit 1');
const tables = await query(`
  select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname not in ('migrations', 'migrations_lock', 'partition_rules')
  order by relname`);
const parts = [];
for (const { name } of tables) {
  const rows = await query('select to_json(t)::text as row from ?? t order by t::text', [name]);
  // One row per line, for readable diffs.
  const lines = rows.map(({ row }) => `\n      ${row}`).join(',');
  if (rows.length > 0) parts.push(`    ${JSON.stringify(name)}: [${lines}\n    ]`);
}
console.log(`{
  "migration": ${JSON.stringify(migration)},
  "rows": {
${parts.join(',\n')}
  }
}`);
await db.destroy();
