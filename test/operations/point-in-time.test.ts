import { cp } from 'node:fs/promises';
import { createHousekeeping } from '../../activities/housekeeping';
import { startTemporal } from '../../sandbox/embedded/temporal-server';
import { findViolations } from '../../src/reports/store/invariants';
import { migrate } from '../../src/platform/postgres/migrate';
import { connect, type Db } from '../../src/platform/postgres/connect';
import { noteTimeline } from '../../src/orders/withdrawal/store/restored-requests';
import { recordMode } from '../../src/platform/postgres/deployment';
import { reconcileStatement } from '../../src/reports/reconcile-statement';
import { createClient } from '../../src/kernel/temporal/connection';
import { searchAttributeNames } from '../../src/kernel/temporal/search-attributes';
import { ORDERS_QUEUE, providerCallback } from '../../workflows/contract';
import { runGatewayIn } from '../commands/gateway';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { closeAfterFile } from '../support/close-after-file';
import { freePort } from '../support/free-port';
import {
  testConfig,
  testMerchant,
  testPayment,
  testWithdrawal,
  type testDeps,
} from '../support/gateway';
import { testRefund, testTokenPayment } from '../support/refunds';
import { testServers } from '../support/servers';
import { obtainCli } from '../support/temporal-programs';
import { testTemporal, type TestTemporal } from '../support/temporal';
import { until } from '../support/until';
import { startArchivedPostgres } from './archived-postgres';
import { bankProvider, config, startBank, startGateway } from './site';

/*
 * The gateway runs, and is lost. Postgres is restored to an earlier time, with a Temporal server
 * that kept its state, that was restored to an even earlier time, or that is empty. The bank keeps
 * its book, which is the reference: it is the same bank in each case, on a copy of its records.
 */

/** Outcomes of the sandbox bank, by the satang of the amount. */
const SUCCEEDS = 1_001;
const FAILS = 1_002;
const WAITS = 1_010;
/** Succeeds, too. The call begins before T and ends afterwards. */
const HELD = 1_101;
/** Of a charge, whose amounts are whole baht and whose outcome its token decides. */
const HELD_CHARGE = 1_200;

const wholeTime = { since: new Date(0), until: new Date(Date.now() + 86_400_000) };
const sorted = (ids: readonly string[]) => ids.toSorted((one, other) => one.localeCompare(other));

/** Temporal's development server on a folder. */
async function startTemporalOn(dataDir: string) {
  const server = await startTemporal({
    program: await obtainCli(),
    dataDir,
    port: await freePort(),
    uiPort: null,
    namespace: 'default',
    searchAttributes: searchAttributeNames,
  });
  closeAfterFile(() => server.stop());
  const { address } = server;
  const client = await createClient(testConfig({ TEMPORAL_ADDRESS: address }));
  closeAfterFile(() => client.connection.close());
  const { workflowBundlePath: codePath } = testServers();
  const workflowBundle = { codePath };
  const temporal: TestTemporal = { address, namespace: 'default', client, workflowBundle };
  return { temporal, stop: () => server.stop() };
}

type Deps = ReturnType<typeof testDeps>;

/** The events before and after the time T that the cases need. */
interface Past {
  readonly time: string;
  /** Payouts, refunds and charges that were never submitted. */
  readonly unknownToBank: readonly string[];
  /** Payments that were paid after T. */
  readonly paidAfter: readonly string[];
  /** Orders that were created after T. */
  readonly lost: readonly string[];
  /** The unpaid QR code of an order that was created after T. */
  readonly lostQr: string;
  /** The bank's callbacks after T. */
  readonly callbacks: readonly { readonly callbackId: string }[];
  /** The order of each submission that the bank accepted. */
  readonly accepted: readonly string[];
}

let postgres: Awaited<ReturnType<typeof startArchivedPostgres>>;
let past: Past;
const folders = { bank: temporaryFolder(), newer: temporaryFolder(), older: temporaryFolder() };

/** Everything happens once. */
beforeAll(async () => {
  postgres = await startArchivedPostgres();
  await migrate(postgres.url);
  const db = connect(postgres.url, { poolMax: 10 });
  closeAfterFile(() => db.destroy());
  await recordMode(db, 'sandbox');
  await noteTimeline(db);
  const first = await startTemporalOn(folders.newer);
  const gatewayPort = await freePort();
  const bank = await startBank(folders.bank, 0, gatewayPort);
  const accepted: string[] = [];
  let isOpen = false;
  const never = new Set<string>();
  const held: (() => void)[] = [];
  const provider = bankProvider(bank.url, accepted, async ({ orderId, amountSatang }) => {
    if ([HELD, HELD_CHARGE].includes(amountSatang))
      await new Promise<void>((resolve) => held.push(resolve));
    return isOpen && !never.has(orderId) ? 'pass' : 'unreachable';
  });
  let temporal = first;
  let gateway = await startGateway(db, temporal.temporal, { port: gatewayPort, provider });
  const { merchant } = await testMerchant(db, { openingSatang: 1_000_000 });
  const withdraw = (amountSatang: number) =>
    testWithdrawal(gateway.deps, merchant, { amountSatang });
  const statusOf = async (id: string) =>
    (await db('orders').where('id', id).first('status'))?.status as string;
  const charge = (tokenId = 'tok_success', amountSatang = 1_000) =>
    testTokenPayment(gateway.deps, merchant, { tokenId, amountSatang });
  const reaches = (ids: readonly string[], ...statuses: readonly string[]) =>
    until(
      async () => {
        const found = await Promise.all(ids.map(statusOf));
        return found.every((status) => statuses.includes(status));
      },
      { describe: async () => Promise.all(ids.map(statusOf)), timeoutMs: 40_000 },
    );
  const qrOf = async (id: string) =>
    (await db('qr_codes').where('order_id', id).first('payload')).payload as string;
  const refund = async (amountSatang: number) => {
    // A payment of whole baht takes refunds of whole baht only.
    const paymentId = await testPayment(gateway.deps, merchant, {
      amountSatang: amountSatang + 5_000,
    });
    await bank.pay(await qrOf(paymentId));
    await reaches([paymentId], 'succeeded');
    return testRefund(gateway.deps, merchant, { paymentId, amountSatang });
  };

  await postgres.backUp();
  // Known to the older Temporal.
  isOpen = true;
  const ended = [await withdraw(SUCCEEDS), await withdraw(FAILS), await refund(SUCCEEDS)];
  await reaches(ended, 'succeeded', 'failed');
  const waiting = [await withdraw(WAITS), await refund(WAITS)];
  await reaches(waiting, 'processing');
  const early = await testPayment(gateway.deps, merchant);
  await gateway.stop();
  await temporal.stop();
  await cp(folders.newer, folders.older, { recursive: true });
  temporal = await startTemporalOn(folders.newer);
  gateway = await startGateway(db, temporal.temporal, { port: gatewayPort, provider });

  // Until T orders are created whose submissions do not reach the bank. Two calls begin.
  isOpen = false;
  const unsubmitted: string[] = [];
  for (const amount of [SUCCEEDS, FAILS, WAITS]) {
    unsubmitted.push(await withdraw(amount), await refund(amount));
  }
  unsubmitted.push(await charge(), await charge('tok_declined'));
  const unknownToBank = [await withdraw(SUCCEEDS), await refund(SUCCEEDS), await charge()];
  for (const id of unknownToBank) never.add(id);
  const [open, paid] = [
    await testPayment(gateway.deps, merchant),
    await testPayment(gateway.deps, merchant),
  ];
  await until(
    async () => {
      const ids = [...unsubmitted, ...unknownToBank];
      const rows = await db('provider_requests').whereIn('order_id', ids).pluck('failed_calls');
      return rows.length === ids.length && rows.every((failedCalls) => failedCalls > 0);
    },
    { describe: 'the submissions have not reached the bank' },
  );
  const claimed = [await withdraw(HELD), await charge('tok_success', HELD_CHARGE)];
  await until(() => held.length === 2, { describe: 'the calls have begun' });
  const { rows } = await db.raw<{ rows: readonly { at: string }[] }>(
    'select clock_timestamp()::text as at',
  );
  const time = rows[0]?.at ?? '';

  // After T.
  isOpen = true;
  for (const release of held) release();
  const callbacks = [...(await bank.pay(await qrOf(early))), ...(await bank.pay(await qrOf(paid)))];
  const [payout = '', payback = ''] = waiting;
  await bank.decide('payouts', payout, 'succeed');
  await bank.decide('refunds', payback, 'fail');
  const lostPayment = await testPayment(gateway.deps, merchant);
  const lostQr = await qrOf(await testPayment(gateway.deps, merchant));
  callbacks.push(...(await bank.pay(await qrOf(lostPayment))));
  const lostCharge = await charge();
  const lost = [
    await withdraw(SUCCEEDS),
    await withdraw(WAITS),
    await refund(SUCCEEDS),
    lostCharge,
  ];
  await reaches(
    [...unsubmitted, ...lost, ...waiting, ...claimed, early, paid, lostPayment],
    'processing',
    'succeeded',
    'failed',
  );
  await reaches([payout, early, paid, lostCharge, ...claimed], 'succeeded');
  callbacks.push(...(await bank.callbacksOfCharge(lostCharge)));
  expect(sorted(accepted)).toEqual(sorted([...new Set(accepted)]));
  expect(await findViolations(db)).toEqual([]);
  expect(await statusOf(open)).toBe('pending');

  await gateway.stop();
  await temporal.stop();
  await bank.close();
  await postgres.lose(db);
  const paidAfter = [early, paid];
  past = { time, unknownToBank, paidAfter, lost, lostQr, callbacks, accepted };
});

const temporalAsOf = async (folder: string): Promise<TestTemporal> => {
  const copy = temporaryFolder();
  await cp(folder, copy, { recursive: true });
  return (await startTemporalOn(copy)).temporal;
};

const temporals: Readonly<Record<string, () => Promise<TestTemporal>>> = {
  'kept its state': () => temporalAsOf(folders.newer),
  'is older than the database': () => temporalAsOf(folders.older),
  'is empty': testTemporal,
};

/** Whether an operator runs `gateway restored`. */
const reports = { 'an operator reports': true, 'the gateway finds': false };
const cases = Object.entries(reports).flatMap(([who, isReported]) =>
  Object.entries(temporals).map(([state, start]) => ({ who, isReported, state, start })),
);

/** Three minutes pass for everything that waits in the database; then housekeeping runs. */
async function letTimePass(db: Db, deps: Deps) {
  // One by one: together they would lock rows in another order than the worker.
  const updates = [
    `provider_requests set
       created_at = created_at - interval '3 minutes',
       claimed_at = claimed_at - interval '3 minutes',
       restored_at = restored_at - interval '3 minutes',
       next_inquiry_at = next_inquiry_at - interval '3 minutes' where not is_over`,
    `callbacks set received_at = received_at - interval '3 minutes' where applied_at is null`,
    `outbox_messages set created_at = created_at - interval '11 minutes'`,
  ];
  for (const update of updates) await db.raw(`update ${update}`);
  await createHousekeeping(deps).sweepForgotten();
}

test.each(cases)(
  'a restore that $who, with a Temporal server that $state, pays and charges nothing twice',
  async ({ isReported, start }) => {
    const [server, temporal] = await Promise.all([postgres.restoreTo(past.time), start()]);
    const db = connect(server.url, { poolMax: 10 });
    closeAfterFile(() => db.destroy());
    const known = (await db('orders').pluck('id')) as string[];
    expect(known.filter((id) => past.lost.includes(id))).toEqual([]);
    // The bank has submissions that the database lacks, of two calls only the claim is known.
    const pending = (await db('orders').where('status', 'pending').pluck('id')) as string[];
    expect(pending.filter((id) => past.accepted.includes(id))).toHaveLength(10);

    const records = temporaryFolder();
    await cp(folders.bank, records, { recursive: true });
    const gatewayPort = await freePort();
    const bank = await startBank(records, 0, gatewayPort);
    const accepted = [...past.accepted];
    const provider = bankProvider(bank.url, accepted, async () => 'pass');
    if (isReported) await sayRestored(server.url);
    const { deps, stop } = await startGateway(db, temporal, { port: gatewayPort, provider });
    const housekeep = () => letTimePass(db, deps as never);

    const statusOf = async (id: string) =>
      (await db('orders').where('id', id).first('status'))?.status as string;
    const requests = (await db('provider_requests').pluck('order_id')) as string[];
    await until(
      async () => {
        await housekeep();
        const outcomes = await bank.outcomes();
        const statuses = await Promise.all(requests.map(statusOf));
        return requests.every(
          (id, index) => statuses[index] === (outcomes.get(id)?.state ?? 'processing'),
        );
      },
      { describe: 'every request has the status of the bank', everyMs: 500 },
    );
    expect(sorted(accepted)).toEqual(sorted([...new Set(accepted)]));
    expect(accepted).toEqual(expect.arrayContaining([...past.unknownToBank]));
    expect(await findViolations(db)).toEqual([]);

    // The statement names what the database does not know: money in and out.
    const compare = async () => reconcileStatement({ db }, await bank.statement(), wholeTime);
    const isKnown = (order: string, ref: ReadonlySet<string>) =>
      known.includes(order) || ref.has(order);
    const refs = new Set((await db('orders').pluck('ref')) as string[]);
    const before = await compare();
    const kinds = before.map(({ kind, order }) => [kind, isKnown(order, refs)]);
    const missing = kinds.filter(([kind]) => kind === 'missing');
    expect(missing).toHaveLength(past.paidAfter.length);
    const unknown = kinds.filter(([kind]) => kind === 'unknown_order');
    // A payment, a charge, a withdrawal, a refund and its payment.
    expect(unknown).toEqual(Array.from({ length: 5 }, () => ['unknown_order', false]));
    expect(kinds).toHaveLength(missing.length + unknown.length);

    // The bank repeats its callbacks, and a payer pays the code of a lost order.
    const late = await bank.pay(past.lostQr);
    for (const callback of [...past.callbacks, ...late]) await bank.repeat(callback);
    await until(
      async () => {
        const statuses = await Promise.all(past.paidAfter.map(statusOf));
        const exceptions = await db('exceptions').where('kind', 'unknown_order');
        return statuses.every((status) => status === 'succeeded') && exceptions.length === 3;
      },
      { describe: 'the payments are credited, or exceptions' },
    );
    // The callbacks of lost orders have put their money into suspense. A withdrawal, a refund and
    // its payment have no callback.
    const left = Array.from({ length: 3 }, () => 'unknown_order');
    expect((await compare()).map(({ kind }) => kind)).toEqual(left);
    expect(await findViolations(db)).toEqual([]);

    await expectEnds(temporal, known, db);
    await stop();
  },
);

/** `gateway restored`, as the runbook has it. */
async function sayRestored(url: string): Promise<void> {
  const [key] = config.encryptionKeys;
  const env = {
    DATABASE_URL: url,
    ENCRYPTION_KEYS: `test:${key?.key.toString('base64')}`,
    PROVIDER_KEY: config.provider.key ?? '',
  };
  const to = new Date(past.time).toISOString();
  const said = await runGatewayIn(env, 'restored', '--to', to, '--hold', '0', '--json');
  expect(said).toMatchObject({ code: 0, errors: '' });
  expect(JSON.parse(said.out)).toMatchObject({ manualRefunds: 0, heldUntil: null });
}

/** Workflows of orders that the database does not know end; open payouts have one that runs. */
async function expectEnds({ client }: TestTemporal, known: readonly string[], db: Db) {
  const running = async () => {
    const found: string[] = [];
    for await (const { workflowId } of client.workflow.list({
      query: `ExecutionStatus = 'Running'`,
    })) {
      found.push(workflowId);
    }
    return found;
  };
  const strangers = async () =>
    (await running()).filter((id) => !id.startsWith('dlv_') && !known.includes(id));
  // Some wait for their deadline, or their next inquiry. A plain signal wakes no delayed start.
  for (const workflowId of await strangers()) {
    const { type } = await client.workflow.getHandle(workflowId).describe();
    await client.workflow.signalWithStart(type, {
      taskQueue: ORDERS_QUEUE,
      workflowId,
      args: [{ orderId: workflowId }],
      signal: providerCallback,
      signalArgs: ['none'],
    });
  }
  await until(async () => (await strangers()).length === 0, {
    describe: strangers,
  });
  const open = (await db('orders')
    .whereIn('kind', ['withdrawal', 'refund'])
    .whereIn('status', ['pending', 'processing'])
    .pluck('id')) as string[];
  expect(open.length).toBeGreaterThan(0);
  expect(await running()).toEqual(expect.arrayContaining(open));
}
