import { applyPending } from '../../../src/orders/store/apply-transition';
import type { Db } from '../../../src/platform/postgres/connect';
import { rollUpNextHour } from '../../../src/orders/store/roll-up-orders';
import { findViolations } from '../../../src/reports/store/invariants';
import { migrate } from '../../../src/platform/postgres/migrate';
import { migrations } from '../../../src/migrations';
import { emptyDatabase } from '../../support/database';
import { testCallback, testConfig, testDeps } from '../../support/gateway';
import { releasedHistories } from '../../support/histories';
import { ROWS_KEYS, columnsOf, fillWith, savedRows, type SavedRows } from './saved-rows';

const kept = savedRows();
const names = migrations.map(({ name }) => name);

test('every release has stored rows', () => {
  expect(kept.map(({ version }) => version)).toEqual(Object.keys(releasedHistories()));
  expect(names).toEqual(expect.arrayContaining(kept.map(({ migration }) => migration)));
});

/** All rows as text, by table, in the columns of the old schema; times in milliseconds. */
async function contents(knex: Db, schema: ReadonlyMap<string, readonly string[]>) {
  const tables = [...schema].filter(([name]) => !written.includes(name));
  const all = await Promise.all(
    tables.map(async ([name, columns]) => {
      const { rows } = await knex.raw(
        `select to_json(t) as row from (select ${columns.join()} from ??) t`,
        [name],
      );
      const texts = (rows as { readonly row: unknown }[]).map(({ row }) =>
        JSON.stringify(row).replaceAll(/(T[\d:]{8})[.\d]*\+00:00/g, '$1'),
      );
      return [name, texts.toSorted()] as const;
    }),
  );
  return Object.fromEntries(all);
}

/** Tables that migrations fill. */
const written = [
  'migrations',
  'migrations_lock',
  'allowed_transitions',
  'ledger_accounts',
  'transfer_kinds',
  'order_count_changes',
];

/** A pending payment without callbacks. */
const untouched = (knex: Db) =>
  knex('orders')
    .where({ kind: 'payment', status: 'pending', received_satang: 0 })
    .first<{ readonly id: string; readonly amount_satang: number }>();

/** A database as the release left it. */
async function startAt(rows: SavedRows) {
  const { url, knex } = await emptyDatabase({ poolMax: 4 });
  const count = names.indexOf(rows.migration) + 1;
  await migrate(url, migrations.slice(0, count));
  await fillWith(knex, rows);
  return { url, knex, later: names.slice(count) };
}

describe.each(kept)('rows of $version', (rows) => {
  it('keep their meaning after an upgrade, and their orders continue', async () => {
    const { url, knex, later } = await startAt(rows);
    const schema = await columnsOf(knex);
    const before = await contents(knex, schema);
    expect(before['orders']?.length).toBeGreaterThan(10);

    expect(await migrate(url)).toEqual(later);
    expect(await contents(knex, schema)).toEqual(before);
    expect(await findViolations(knex)).toEqual([]);

    const deps = testDeps(knex, testConfig({ ENCRYPTION_KEYS: ROWS_KEYS }));
    const { id, amount_satang: satang } = await untouched(knex);
    await testCallback(deps, id, { reported: 'succeeded', transactionId: 'after the upgrade' });
    await applyPending(knex, id);
    const settled = await knex('transfers').where({ order_id: id, kind: 'receive' });
    expect(settled).toMatchObject([{ amount_satang: satang }]);
    while (await rollUpNextHour(knex));
    expect(await knex('order_counts').sum('count').first()).toEqual({ sum: expect.anything() });
    expect(await findViolations(knex)).toEqual([]);
  });
});
