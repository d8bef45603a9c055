import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Db } from '../src/platform/postgres/connect';
import { burstOf } from './burst-of';
import { startDriver, type Driver } from './driver';
import type { Target } from './driver/jobs';
import { IN_FLIGHT } from './pair';
import { createMerchantWithKey, gatewayEntry, startOurApi, subscribe } from './ours';
import { startReceiver } from './receiver';
import { quantile } from './rounds';
import type { Stand } from './stand';

/** Payments that are overdue at the start. */
export const OVERDUE = 10_000;
/** Each gets an event of each payment of its merchant. */
const DEAD_WEBHOOKS = 10;
/** Waiting deliveries for each overdue payment. */
const DELIVERY_SHARE = 0.2;
/** Long enough to create the payments and to start their workflows, on a quiet machine. */
const expiryMinutes = (overdue: number): number => (overdue <= 2_000 ? 1 : 3);
/** Before the first deadline, for a graceful stop. */
const STOP_MS = 10_000;
/** A delivery waits for a cooldown, spread over at most this time. */
const SPREAD_MS = 30_000;
const WARM_UP = 100;
const LOOK_EVERY_MS = 100;
const PAY_EVERY_MS = 1_000;
/** After readiness. */
const OBSERVED_MS_MAX = 2 * 60_000;

export interface OutageReport {
  /** When the processes started again. */
  readonly overdue: { readonly payments: number; readonly deliveries: number };
  readonly stoppedMs: number;
  /** From the start of the processes until `/readyz` of each is answered 200. */
  readonly readyMs: number;
  /** From readiness until the webhook of the first new payment. */
  readonly firstMs: number;
  /** Callback to webhook of new payments, one a second, while the overdue ones expired. */
  readonly meanwhile: {
    readonly payments: number;
    readonly medianMs: number;
    readonly p99Ms: number;
    readonly mostMs: number;
  };
  /** From readiness until all overdue payments had expired, or until the end of observation. */
  readonly observedMs: number;
  /** Payments that were still overdue then. */
  readonly left: number;
}

/** Starts a stopped installation whose payments and deliveries have become overdue. */
export async function measureOutage(stand: Stand, overdue: number): Promise<OutageReport> {
  const startTemporal = await stand.prepareTemporal();
  const temporal = await startTemporal();
  const driver = await startDriver(stand);
  const { webhookUrl, providerUrl } = driver;
  const ours = await startOurApi(stand, { temporalAddress: temporal.address, webhookUrl });
  const { payment } = ours.targets;
  const begin = async (command: 'api' | 'worker') =>
    stand.startNode({
      name: command,
      entry: gatewayEntry,
      args: [command],
      environment: { ...ours.environment, PROVIDER_URL: providerUrl },
    });
  const worker = await begin('worker');
  await driver.run('cycles', { target: payment, count: WARM_UP, inFlight: IN_FLIGHT, about: [] });
  const db = connect(ours.databaseUrl, { poolMax: 1, statementTimeoutMs: 0 });
  try {
    stand.say(`Outage: ${overdue} payments and ${overdue * DELIVERY_SHARE} deliveries`);
    await prepare(stand, { db, target: payment, databaseUrl: ours.databaseUrl }, overdue);
    const stoppedAtMs = performance.now();
    await stand.stop([ours.pids.api, worker.pid, temporal.pid]);
    stand.say('Outage: stopped until everything is overdue');
    await untilOverdue(stand, db, expiryMinutes(overdue));
    const stoppedMs = performance.now() - stoppedAtMs;
    const counted = await countOverdue(db);
    stand.say(`Outage: start, ${counted.payments} payments are overdue`);
    const startedAtMs = performance.now();
    await Promise.all([startTemporal(), begin('api'), begin('worker')]);
    const { PORT = '', WORKER_PORT = '' } = ours.environment;
    await Promise.all([PORT, WORKER_PORT].map((port) => untilReady(stand, port)));
    const after = await payUntilDrained(stand, { db, driver, target: payment });
    return {
      overdue: counted,
      stoppedMs,
      readyMs: after.readyAtMs - startedAtMs,
      ...after.figures,
    };
  } finally {
    await db.destroy();
  }
}

interface Prepared {
  readonly db: Db;
  readonly target: Target;
  readonly databaseUrl: string;
}

/**
 * Deliveries to dead receivers, and payments that expire soon. Resolves when both have their
 * workflows, or shortly before the first deadline.
 */
async function prepare(stand: Stand, { db, target, databaseUrl }: Prepared, overdue: number) {
  const apiKey = await createMerchantWithKey(databaseUrl, 'A shop with dead webhooks');
  const headers = { authorization: `Bearer ${apiKey}` };
  const shop = { ...target, create: { ...target.create, headers } };
  const receiver = await startReceiver('answers');
  for (let number = 0; number < DEAD_WEBHOOKS; number++) {
    await subscribe(shop, `${receiver.url}${number}`, ['payment.pending']);
  }
  receiver.close();
  await burstOf(shop, Math.ceil((overdue * DELIVERY_SHARE) / DEAD_WEBHOOKS));
  const firstDueMs = performance.now() + expiryMinutes(overdue) * 60_000;
  await burstOf(target, overdue, { expiry_minutes: expiryMinutes(overdue) });
  const isEmpty = async () => (await db('outbox_messages').first(db.raw('1'))) === undefined;
  while (!(await isEmpty()) && performance.now() < firstDueMs - STOP_MS) {
    stand.signal.throwIfAborted();
    await pause(LOOK_EVERY_MS);
  }
}

/** Waits until the timers of all payments that expire soon, and of all deliveries, are due. */
async function untilOverdue(stand: Stand, db: Db, minutes: number): Promise<void> {
  const { rows } = await db.raw<{ rows: { left_ms: number }[] }>(
    `select extract(epoch from greatest(
       (select max(expires_at) from orders where status = 'pending'
          and expires_at < created_at + interval '${minutes} minutes 1 second'),
       (select max(cooldown_until) + interval '${SPREAD_MS} milliseconds' from webhooks)
     ) - now())::float8 * 1000 as left_ms`,
  );
  await pause(Math.max(rows[0]?.left_ms ?? 0, 0), undefined, { signal: stand.signal });
}

async function countOverdue(db: Db): Promise<OutageReport['overdue']> {
  const [payments] = await db('orders')
    .where('status', 'pending')
    .where('expires_at', '<', db.fn.now())
    .count();
  const [deliveries] = await db('deliveries').where('status', 'pending').count();
  return { payments: Number(payments?.['count']), deliveries: Number(deliveries?.['count']) };
}

async function untilReady(stand: Stand, port: string): Promise<void> {
  for (;;) {
    stand.signal.throwIfAborted();
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await pause(LOOK_EVERY_MS);
  }
}

interface Payer {
  readonly db: Db;
  readonly driver: Driver;
  readonly target: Target;
}

/** Pays one payment a second, independent of the earlier ones, until no payment is overdue. */
async function payUntilDrained(stand: Stand, { db, driver, target }: Payer) {
  const readyAtMs = performance.now();
  const pay = async () => {
    const job = { targets: [target], samples: 1, pauseMs: 0 };
    const { callbackToWebhookMs } = await driver.run('latency', job);
    return { tookMs: callbackToWebhookMs[0]?.[0] ?? NaN, atMs: performance.now() };
  };
  const paid: ReturnType<typeof pay>[] = [];
  let left = Infinity;
  while (left > 0 && performance.now() < readyAtMs + OBSERVED_MS_MAX) {
    paid.push(pay());
    await Promise.race([pause(PAY_EVERY_MS), failureOf(paid)]);
    left = (await countOverdue(db)).payments;
  }
  const observedMs = performance.now() - readyAtMs;
  stand.say(`Outage: ${left} payments are overdue`);
  const payments = await Promise.all(paid);
  const tookMs = payments.map((payment) => payment.tookMs);
  return {
    readyAtMs,
    figures: {
      firstMs: Math.min(...payments.map(({ atMs }) => atMs)) - readyAtMs,
      meanwhile: {
        payments: payments.length,
        medianMs: quantile(tookMs, 0.5),
        p99Ms: quantile(tookMs, 0.99),
        mostMs: quantile(tookMs, 1),
      },
      observedMs,
      left,
    },
  };
}

/** Rejects with the first failure; never resolves. */
const failureOf = (running: readonly Promise<unknown>[]): Promise<never> =>
  new Promise((_, reject) => {
    for (const each of running) each.catch(reject);
  });
