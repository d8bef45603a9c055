import { formerMigrations } from '../../src/db/migrations/former';
import { migrate } from '../../src/db/postgres/migrate';
import type { Db } from '../../src/db/postgres/connect';
import { emptyDatabase } from '../support/database';

/*
 * The baseline creates what the migrations create. This test is deleted with the migrations that
 * the baseline replaces.
 */

/** Every object of the schema as text, without spaces, except the partitions of single days. */
const catalog = `
  select 'column' as kind, c.relname || '.' || attname as name,
         concat_ws(' ', format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity,
                   attstorage, attcollation, pg_get_expr(adbin, adrelid)) as definition
  from pg_attribute join ours c on c.oid = attrelid
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where attnum > 0 and not attisdropped and c.relkind in ('r', 'p', 'v')
  union all
  select 'options', relname, concat_ws(' ', relkind, reloptions::text, pg_get_partkeydef(oid))
  from ours
  union all
  select 'constraint', c.relname || '.' || conname,
         replace(pg_get_constraintdef(k.oid), ' NOT VALID', '')
  from pg_constraint k join ours c on c.oid = conrelid
  union all
  select 'index', i.relname, pg_get_indexdef(i.oid)
  from pg_index join ours c on c.oid = indrelid join pg_class i on i.oid = indexrelid
  union all
  select 'trigger', c.relname || '.' || tgname, pg_get_triggerdef(t.oid)
  from pg_trigger t join ours c on c.oid = tgrelid where not tgisinternal
  union all
  select 'view', relname, pg_get_viewdef(oid) from ours where relkind = 'v'
  union all
  select 'function', p.oid::regprocedure::text, concat(pg_get_functiondef(p.oid), p.proacl)
  from pg_proc p where pronamespace = 'public'::regnamespace
  union all
  select 'row of allowed_moves', null, allowed_moves::text from allowed_moves
  union all
  select 'row of partition_rules', null, partition_rules::text from partition_rules
  union all
  select 'row of money_fold', null, money_fold::text from money_fold
  union all
  select 'row of order_fold', null, order_fold::text from order_fold`;

async function catalogOf(knex: Db): Promise<readonly string[]> {
  const { rows } = (await knex.raw(`
    with ours as (select * from pg_class where relnamespace = 'public'::regnamespace
                    and relname !~ '^migrations|_[0-9]{8}')
    ${catalog.replaceAll('?', String.raw`\?`)}`)) as { rows: readonly object[] };
  return rows.map((row) => JSON.stringify(row).replaceAll(/\\n|\s/g, '')).toSorted();
}

test('the baseline creates the schema of the migrations', async () => {
  const [former, fresh] = [await emptyDatabase(), await emptyDatabase()];
  await migrate(former.url, formerMigrations);
  await migrate(fresh.url);
  const [expected, created] = [await catalogOf(former.knex), await catalogOf(fresh.knex)];
  // The former overload of the function is not called.
  const isUnused = (each: string) => each.includes('"shown_status(text,text,bigint,bigint)"');
  expect(expected.filter(isUnused)).toHaveLength(1);
  expect(created).toEqual(expected.filter((each) => !isUnused(each)));
});
