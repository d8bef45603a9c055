import { randomBytes } from 'node:crypto';
import { createDataKey, openVault } from '../../src/personal-data/envelope-keys';
import { run, type Db } from '../../src/platform/postgres/connect';
import { sql } from '../../src/platform/postgres/sql';
import { createMasterKey } from '../../src/platform/crypto/master-key';
import type { Vault } from '../../src/platform/crypto/vault';
import { runGatewayIn } from '../commands/gateway';
import { testDatabase } from '../support/database';
import { testConfig, testDeposit, testDeps, testMerchant } from '../support/gateway';

/** ROTATION_ROWS=1000000 takes some minutes. */
const ROWS = Number(process.env['ROTATION_ROWS'] ?? 20_000);
const BATCH = 5_000;
const TIMEOUT_MS = 30 * 60_000;
/** Requests at a time beside the rotation. */
const CLIENTS = 4;

async function seed(db: Db, vault: Vault): Promise<void> {
  for (let from = 0; from < ROWS; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, ROWS - from) }, (_, n) => from + n);
    const ids = numbers.map((n) => `qr_${String(n).padStart(9, '0')}`);
    const sealed = numbers.map((n) => {
      const client = { name: `สมชาย ใจดี ${n}`, bankName: 'SCB', bankAccount: `1${n}234567` };
      return vault.seal(JSON.stringify(client), 'qr_codes.client');
    });
    await run(
      db,
      'seed-qr-codes',
      sql`insert into qr_codes (id, order_id, client_sealed)
       select id, 'of ' || id, sealed
       from unnest(${ids}::text[], ${sealed}::text[]) as given (id, sealed)`,
    );
  }
}

/** Durations in ms of requests that are made until `isOver`. */
async function serve(request: () => Promise<unknown>, isOver: () => boolean): Promise<number[]> {
  const durations: number[] = [];
  const client = async () => {
    while (!isOver()) {
      const startedMs = performance.now();
      await request();
      durations.push(performance.now() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return durations.sort((a, b) => a - b);
}

const quantile = (sorted: readonly number[], share: number): string =>
  (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);

test(
  'every value moves to a new data key while deposits are created',
  async () => {
    const { knex, url } = await testDatabase({ poolMax: CLIENTS });
    const key = { id: 'k1', key: randomBytes(32) };
    const ENCRYPTION_KEYS = `k1:${key.key.toString('base64')}`;
    const deps = testDeps(knex, testConfig({ ENCRYPTION_KEYS }));
    const { merchant } = await testMerchant(knex);
    const master = createMasterKey([key], null);
    await createDataKey(knex, master, { afterMs: 0 });
    const { vault, refresh } = await openVault(knex, master);
    await seed(knex, vault);
    const create = () => testDeposit({ ...deps, vault }, merchant);
    let count = 0;
    const before = await serve(create, () => (count += 1) > 500);

    await createDataKey(knex, master, { afterMs: 0 });
    await refresh();
    const startedMs = performance.now();
    let isOver = false;
    const [{ code, errors }, beside] = await Promise.all([
      runGatewayIn({ DATABASE_URL: url, ENCRYPTION_KEYS }, 'reseal').finally(() => {
        isOver = true;
      }),
      serve(create, () => isOver),
    ]);
    const seconds = (performance.now() - startedMs) / 1_000;
    expect([code, errors]).toEqual([0, '']);
    for (const [table, column] of [
      ['qr_codes', 'client_sealed'],
      ['deposits', 'customer_sealed'],
    ] as const) {
      const stale = await knex(table).whereNot(column, 'like', 'd.2:%').count();
      expect([table, stale]).toEqual([table, [{ count: 0 }]]);
    }
    const last = await knex('qr_codes').orderBy('id', 'desc').first<{ client_sealed: string }>();
    expect(vault.open(last.client_sealed, 'qr_codes.client')).toContain(`ใจดี ${ROWS - 1}`);
    process.stderr.write(
      `${ROWS} rows in ${seconds.toFixed(1)} s, ${Math.round(ROWS / seconds)} rows/s; ` +
        `deposits: median ${quantile(before, 0.5)} ms, 99 % ${quantile(before, 0.99)} ms before; ` +
        `${beside.length} beside it, median ${quantile(beside, 0.5)} ms, ` +
        `99 % ${quantile(beside, 0.99)} ms\n`,
    );
  },
  TIMEOUT_MS,
);
