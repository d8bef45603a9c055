import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { findContractions } from '../../src/platform/postgres/expand-only';

/*
 * Processes of the previous release serve requests during a migration and after it
 * (CONTRIBUTING.md, "Changing the database"). test/platform/postgres/migrate-online.test.ts
 * measures what a migration blocks; this reads the text for what it would break.
 */

const folder = path.join(__dirname, '..', '..', 'src', 'migrations');

const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'index.ts');

it.each(files)('migration %s keeps the previous release working', (file) => {
  expect(findContractions(readFileSync(path.join(folder, file), 'utf8'))).toEqual([]);
});

describe('a migration that breaks or blocks the previous release is found when it', () => {
  const rows: readonly (readonly [statement: string, finding: string])[] = [
    ['alter table orders drop column late', 'orders: drops a column'],
    ['ALTER TABLE orders DROP late', 'orders: drops a column'],
    ['alter table orders add column a text, drop column if exists b', 'orders: drops a column'],
    ['alter table orders rename column late to is_late', 'orders: renames'],
    ['alter table orders rename to payments', 'orders: renames'],
    ['alter table orders alter column late type text', 'orders: changes a type'],
    ['alter table orders alter late set data type text', 'orders: changes a type'],
    ['alter table orders alter column ref set not null', 'orders: requires values'],
    ['alter table orders alter column late drop default', 'orders: drops a default'],
    [
      'alter table orders add column a text not null',
      'orders: adds a column without a default that requires values',
    ],
    [
      'alter table orders add column a text references merchants (id)',
      'orders: adds a column whose constraint reads the table',
    ],
    [
      'alter table orders add column a uuid default gen_random_uuid()',
      'orders: adds a column whose default rewrites the table',
    ],
    [
      'alter table orders add constraint a check (amount_satang > 0)',
      'orders: adds a constraint that reads the table',
    ],
    ['create index a on orders (ref)', 'orders: creates an index that blocks writes'],
    ['create unique index a on orders (ref)', 'orders: creates an index that blocks writes'],
    ['drop table slips', ': drops an object that the previous release may use'],
    ['drop function if exists f()', ': drops an object that the previous release may use'],
    ['truncate order_counts', ': empties a table'],
    ['lock table orders', ': locks a table'],
    ['reindex table orders', ': locks a table'],
    ['revoke select on orders from saphan_app', ': takes a right away'],
    ['alter type kind rename value a to b', ': renames'],
  ];
  it.each(rows)('%s', (statement, finding) => {
    expect(findContractions(`await knex.raw(\`\n  ${statement};\n\`);`)).toEqual([finding]);
    expect(findContractions(`await knex.raw('${statement}');`)).toEqual([finding]);
  });
});

it.each([
  'alter table orders add column a text',
  "alter table orders add column a integer not null default 7, add column b text default ''",
  'alter table orders add constraint a check (amount_satang > 0) not valid',
  'alter table orders validate constraint a',
  'alter table orders add constraint a primary key using index b',
  'alter table orders drop constraint if exists a',
  'create index concurrently a on orders (ref)',
  'create unique index concurrently if not exists a on orders (ref)',
  'drop index concurrently if exists a',
  'create table a (id text primary key); create index b on a (id); alter table a drop column c',
  '-- drop table orders\n select 1',
])('an expand-only statement is not a finding: %s', (statement) => {
  expect(findContractions(`await knex.raw(\`${statement}\`);`)).toEqual([]);
});
