import { reconcileStatement, type StatementLine } from '../../src/reports/reconcile-statement';
import { connect, type Db } from '../../src/platform/postgres/connect';
import { findViolations } from '../../src/reports/store/invariants';
import { migrate } from '../../src/platform/postgres/migrate';
import { sweep } from '../../src/kernel/outbox/store/sweep';
import { startPostgres } from '../../sandbox/embedded/postgres';
import { createGatewayApp } from '../../src/app';
import { listen } from '../../src/http/server';
import { startSandboxServer } from '../../sandbox/server';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { closeAfterFile } from '../support/close-after-file';
import { freePort } from '../support/free-port';
import { testConfig, testDeps, testMerchant, testPayment } from '../support/gateway';
import { testTemporal } from '../support/temporal';
import { until } from '../support/until';
import { runGateway } from '../support/worker';
import { backUp } from './backup';

const PROVIDER_KEY = 'provider-key-of-restore';
const config = testConfig({ PROVIDER_KEY });
/** Minimum number of payments before the backup, and after it. */
const ROUND = 20;
/** Buyers in parallel. Each waits for its payment, so a slow backup builds no backlog. */
const BUYERS = 8;
/** Planted mismatches of each kind. */
const PLANTED = 5;

const stopped = new Set<() => Promise<void>>();

/** A gateway on a fixed port, whose database can replace that of another gateway. */
async function startGateway(
  knex: Db,
  temporal: Awaited<ReturnType<typeof testTemporal>>,
  port: number,
) {
  const { deps, outbox, workers } = await runGateway(testDeps(knex, config), temporal);
  const http = { ...config.http, host: '127.0.0.1', port };
  const api = await listen(createGatewayApp({ ...deps, outbox }), http, deps);
  const stop = async () => {
    if (stopped.has(stop)) return;
    stopped.add(stop);
    await api.close();
    await outbox.stop();
    for (const worker of workers) worker.shutdown();
    await until(() => workers.every((worker) => worker.getState() === 'STOPPED'), {
      describe: 'the workers have stopped',
    });
  };
  closeAfterFile(stop);
  return { deps, stop };
}

interface Transfer extends StatementLine {
  readonly orderId: string;
  readonly paidAt: string;
}

async function startBank(gatewayPort: number) {
  const options = {
    gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
    providerKey: PROVIDER_KEY,
    billerId: config.provider.billerId,
    dataDir: temporaryFolder(),
    log: testDeps(connect('postgres://127.0.0.1:1/none', { poolMax: 1 }), config).log,
  };
  const bank = await startSandboxServer(options, 0);
  closeAfterFile(() => bank.close());
  const url = `http://127.0.0.1:${bank.port}/api`;
  return {
    async pay(qrData: string): Promise<void> {
      const { status } = await fetch(`${url}/payments`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ qrData }),
      });
      expect(status).toBe(201);
    },
    async statement(): Promise<readonly (StatementLine & { readonly at: Date })[]> {
      const { transfers } = (await (await fetch(`${url}/book`)).json()) as {
        readonly transfers: readonly Transfer[];
      };
      return transfers.map(({ transactionId, orderId, amountSatang, paidAt }) => ({
        transactionId,
        order: orderId,
        amountSatang,
        direction: null,
        at: new Date(paidAt),
      }));
    },
  };
}

type Statement = Awaited<ReturnType<Awaited<ReturnType<typeof startBank>>['statement']>>;

const compare = (db: Db, statement: readonly StatementLine[], { since, until: end } = wholeTime) =>
  reconcileStatement({ db }, statement, { since, until: end });
const wholeTime = { since: new Date(0), until: new Date(Date.now() + 86_400_000) };

const keyOf = ({
  kind,
  transactionId,
}: {
  readonly kind: string;
  readonly transactionId: string;
}) => `${kind} ${transactionId}`;
const sorted = (keys: readonly string[]) => keys.toSorted((a, b) => a.localeCompare(b));

/** The statement with twenty planted mismatches, and the differences to find. */
function plantMismatches(statement: Statement) {
  const at = (index: number) => statement.slice(index * PLANTED, (index + 1) * PLANTED);
  const [unlisted, wrong, twice] = [at(0), at(1), at(2)];
  const strange = at(3).map((line, index) => ({
    ...line,
    transactionId: `STRANGE${index}`,
    order: `NOSUCHREF${index}`,
  }));
  const lies = [
    ...statement
      .filter((line) => !unlisted.includes(line))
      .map((line) =>
        wrong.includes(line) ? { ...line, amountSatang: line.amountSatang + 1 } : line,
      ),
    ...twice,
    ...strange,
  ];
  const expected = Object.entries({
    unlisted,
    wrong_amount: wrong,
    listed_twice: twice,
    unknown_order: strange,
  }).flatMap(([kind, list]) => list.map(({ transactionId }) => keyOf({ kind, transactionId })));
  return { lies, expected };
}

test('a backup made under load is restored and reconciled, and serves new payments', async () => {
  const [dataDir, backupDir] = [temporaryFolder(), temporaryFolder()];
  const settings = { wal_keep_size: '1GB' };
  const [first, second, gatewayPort] = await Promise.all([freePort(), freePort(), freePort()]);
  const original = await startPostgres({ dataDir, port: first, settings });
  closeAfterFile(() => original.stop());
  await migrate(original.url);
  const temporal = await testTemporal();
  const bank = await startBank(gatewayPort);
  const knex = connect(original.url, { poolMax: 10 });
  closeAfterFile(() => knex.destroy());
  const before = await startGateway(knex, temporal, gatewayPort);
  const { merchant } = await testMerchant(knex);

  const paid: string[] = [];
  const settled = () => knex('orders').where('status', 'succeeded').pluck<string[]>('id');
  const pay = async () => {
    const id = await testPayment(before.deps, merchant);
    const { payload } = await knex('qr_codes').where('order_id', id).first('payload');
    await bank.pay(payload as string);
    paid.push(id);
    await until(async () => (await settled()).includes(id), {
      describe: `payment ${id} is settled`,
    });
  };
  let isOver = false;
  const buyers = Array.from({ length: BUYERS }, async () => {
    while (!isOver) await pay();
  });
  closeAfterFile(async () => {
    isOver = true;
    await Promise.allSettled(buyers);
  });
  await until(() => paid.length >= ROUND, { describe: 'the load has started' });
  await backUp(original.url, dataDir, backupDir);
  const atBackup = paid.length;
  await until(() => paid.length >= atBackup + ROUND, {
    describe: 'the load continues',
  });
  isOver = true;
  await Promise.all(buyers);
  expect(sorted(await settled())).toEqual(sorted(paid));
  const statement = await bank.statement();
  expect(statement).toHaveLength(paid.length);
  expect(await compare(knex, statement)).toEqual([]);
  const { lies, expected } = plantMismatches(statement);
  expect(sorted((await compare(knex, lies)).map(keyOf))).toEqual(sorted(expected));
  expect(expected).toHaveLength(4 * PLANTED);

  // Rows written after the backup are lost; Temporal and the bank still have them.
  await before.stop();
  await knex.destroy();
  process.kill(original.pid, 'SIGKILL');
  await original.exited;
  const restored = await startPostgres({ dataDir: backupDir, port: second });
  closeAfterFile(() => restored.stop());
  const db = connect(restored.url, { poolMax: 10 });
  closeAfterFile(() => db.destroy());
  expect(await findViolations(db)).toEqual([]);
  const lacking = await compare(db, statement);
  const known = new Set(
    (await db('callbacks').whereNotNull('applied_at').pluck('transaction_id')) as string[],
  );
  const lost = statement.filter(({ transactionId }) => !known.has(transactionId));
  expect(lost.length).toBeGreaterThan(0);
  expect(sorted(lacking.map(({ transactionId }) => transactionId))).toEqual(
    sorted(lost.map(({ transactionId }) => transactionId)),
  );

  // The provider repeats its callbacks: existing orders are credited.
  const after = await startGateway(db, temporal, gatewayPort);
  after.deps.outbox.enqueue(await sweep(db, 100));
  for (const { transactionId, order, amountSatang } of lost) {
    await fetch(`http://127.0.0.1:${gatewayPort}/payment/gw/webhook`, {
      method: 'POST',
      headers: { authorization: `Bearer ${PROVIDER_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        orderId: order,
        status: 'success',
        transactionId,
        amount: amountSatang / 100,
      }),
    });
  }
  const open = async () =>
    (await db('callbacks').where('applied_at', null).whereNotNull('order_id')).length;
  await until(async () => (await open()) === 0, { describe: 'all is applied' });
  // Money of orders that were lost is in suspense, under the provider's name of the order.
  expect(await compare(db, statement)).toEqual([]);
  const refs = new Set(await db('orders').pluck<string[]>('ref'));
  const unknown = lost.filter(({ order }) => !refs.has(order));
  expect(await db('exceptions').where('kind', 'unknown_order')).toHaveLength(unknown.length);
  expect(await db('orders').where('status', 'succeeded')).toHaveLength(
    paid.length - unknown.length,
  );
  expect(await findViolations(db)).toEqual([]);
  await after.stop();
});
