import type { Knex } from 'knex';
import { migrate } from '../../../src/platform/postgres/migrate';
import { migrations } from '../../../src/migrations';
import { asOwner, emptyDatabase, testDatabase } from '../../support/database';
import { testDeps, testMerchant, testPayment } from '../../support/gateway';
import { testServers } from '../../support/servers';
import { until } from '../../support/until';
import { fillWith, savedRows } from './saved-rows';
import { harmlessMigrations, inTransaction, type Migration } from './planted-migrations';

const harmful: readonly Migration[] = [
  inTransaction('a changed column type', 'alter table orders alter column late type text'),
  inTransaction('an index in a transaction', 'create index planted on events (name)'),
  inTransaction(
    'a constraint that is validated at once',
    'alter table transfers add constraint planted check (amount_satang < 1e15)',
  ),
  inTransaction('an update of every row', 'update deliveries set attempts_before = 0'),
];

/** Tables with few rows per merchant, and the outbox, which is emptied continuously. */
const small = [
  'merchants',
  'api_keys',
  'balances',
  'webhooks',
  'allowed_transitions',
  'ledger_accounts',
  'transfer_kinds',
  'order_rollup',
  'migrations_lock',
  'outbox_messages',
];

/** Sequential scans of each table, since the start of the statistics. */
async function countScans(knex: Knex): Promise<ReadonlyMap<string, number>> {
  const { rows } = await knex.raw(
    'select relname as name, seq_scan::int as times from pg_stat_xact_user_tables',
  );
  const tables = rows as readonly { readonly name: string; readonly times: number }[];
  return new Map(tables.map(({ name, times }) => [name, times]));
}

/**
 * Wraps a migration and reports the tables that its transaction scanned or rewrote. Such a
 * migration is fast on few rows, and blocks a busy installation for minutes.
 */
function watched(migration: Migration, report: (table: string) => void): Migration {
  const { steps } = migration;
  if (steps.config?.transaction === false) return migration;
  return {
    ...migration,
    steps: {
      ...steps,
      async up(transaction) {
        // Forces index access on few rows.
        await transaction.raw('set local enable_seqscan = off');
        const before = await countScans(transaction);
        await steps.up(transaction);
        for (const [name, times] of await countScans(transaction)) {
          const isNew = !before.has(name);
          if (!isNew && times > (before.get(name) ?? 0) && !small.includes(name)) report(name);
        }
      },
    },
  };
}

/** The tables that each migration would block. */
async function blockedTables(later: readonly Migration[]) {
  const { url, knex } = await emptyDatabase();
  const [rows] = savedRows();
  if (rows === undefined) throw new Error('there are no rows');
  const released = migrations.findIndex(({ name }) => name === rows.migration) + 1;
  await migrate(url, migrations.slice(0, released));
  await fillWith(knex, rows);
  const found: Record<string, string[]> = {};
  const list = [...migrations.slice(released), ...later].map((each) => {
    const tables: string[] = (found[each.name] = []);
    return watched(each, (table) => tables.push(table));
  });
  await migrate(url, [...migrations.slice(0, released), ...list]);
  return found;
}

describe('a migration after the first release', () => {
  it('scans no table while it holds locks', async () => {
    const tables = Object.entries(await blockedTables([])).filter(([, list]) => list.length > 0);
    expect(tables).toEqual([]);
  });

  it('is detected when it scans a table', async () => {
    const found = await blockedTables(harmful);
    expect(Object.fromEntries(harmful.map(({ name }) => [name, found[name]]))).toEqual({
      'a changed column type': ['orders'],
      'an index in a transaction': ['events'],
      'a constraint that is validated at once': ['transfers'],
      'an update of every row': ['deliveries'],
    });
  });

  it('can use every pattern of CONTRIBUTING.md', async () => {
    const harmless = harmlessMigrations('planted');
    const found = await blockedTables(harmless);
    expect(harmless.flatMap(({ name }) => found[name] ?? [])).toEqual([]);
  });
});

test('a migration waiting for a table lock does not block later queries', async () => {
  const { url, knex } = await testDatabase();
  const { merchant } = await testMerchant(knex);
  const id = await testPayment(testDeps(knex), merchant);
  const slow = await knex.transaction();
  await slow('orders').where('id', id).update({ reference: 'slowly' });

  const column = inTransaction('next', 'alter table orders add column planted text');
  const migrated = migrate(url, [...migrations, column]);
  const isWaiting = async () => {
    const { rows } = await knex.raw(`select 1 from pg_locks where not granted
      and relation = 'orders'::regclass and mode = 'AccessExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`);
    return rows.length > 0;
  };
  await until(isWaiting, { describe: 'the migration waits' });
  // Queued behind the migration while the slow query runs.
  expect(await knex('orders').where('id', id).pluck('id')).toEqual([id]);
  await until(isWaiting, { describe: 'the migration waits again' });
  expect(slow.isCompleted()).toBe(false);
  await slow.commit();
  expect(await migrated).toEqual(['next']);
  expect(await knex('orders').where('planted', null).pluck('reference')).toEqual(['slowly']);
});

test('running processes write orders without grants on the tables of triggers', async () => {
  const { knex } = await testDatabase({ asApp: true });
  const { merchant } = await testMerchant(knex);
  const tables = 'order_states, pending_callbacks, pending_deliveries';
  await asOwner(knex, `revoke all on ${tables} from ${testServers().app.name}`);
  const id = await testPayment(testDeps(knex), merchant);
  await asOwner(knex, `grant select on ${tables} to ${testServers().app.name}`);
  expect(await knex('order_states').pluck('order_id')).toEqual([id]);
});
