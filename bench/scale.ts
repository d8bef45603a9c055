import type { Db } from '../src/platform/postgres/connect';
import { sampleLatencies, type Latencies } from './latencies';
import { startLoneGateway, type LoneGateway } from './lone-gateway';
import { measureCpu, type CpuMs } from './measure-cpu';
import { signIn } from './pages-seed';
import { IN_FLIGHT } from './pair';
import { quantile } from './rounds';
import type { Stand } from './stand';

/** The period of the past orders, so that most of their events have been deleted. */
const DAYS = 1_000;
const LATENCY = { samples: 100, pauseMs: 50 };
const CYCLES = 300;
const CREATE_MS = 5_000;
const READS = 25;
/** Housekeeping runs every minute. */
const IDLE_MS = 130_000;

type Process = keyof LoneGateway['pids'];

/** The cost of work beside a number of past orders of one merchant. */
export interface ScaleFigures {
  readonly orders: number;
  readonly databaseBytes: number;
  /** Generation, rollups and the first `vacuum analyze`. */
  readonly seedMs: number;
  readonly createMedianMs: number;
  /** Postgres, per creation. */
  readonly createCpuMs: number;
  /** Per payment from creation to webhook. */
  readonly cycleCpuMs: CpuMs<Process>;
  readonly callbackToWebhook: Latencies;
  /** Median durations of requests, by path. */
  readonly reads: readonly (readonly [path: string, medianMs: number])[];
  /** CPU time of Postgres in a second without load: polls and housekeeping. */
  readonly idleCpuMs: number;
  /** A `vacuum` of all tables after the work. */
  readonly vacuumMs: number;
  readonly coresElsewhere: number;
}

/**
 * Create, callback, lists, pages, housekeeping and vacuum beside a tenth of the past orders, and
 * beside all of them. Throws if a list's total differs from the number of rows.
 */
export async function measureScale(stand: Stand, orders: number): Promise<readonly ScaleFigures[]> {
  const figures: ScaleFigures[] = [];
  for (const past of [orders / 10, orders]) figures.push(await measureStage(stand, past));
  return figures;
}

async function measureStage(stand: Stand, orders: number): Promise<ScaleFigures> {
  stand.say(`Scale: generating ${orders} orders`);
  const startedMs = performance.now();
  const gateway = await startLoneGateway(stand, { orders, days: DAYS });
  const { driver, ours, pids, db } = gateway;
  const target = ours.targets.payment;
  const all = { ...pids, driver: driver.pid, bench: process.pid };
  const per = (cpuMs: CpuMs<Process>, count: number) =>
    Object.fromEntries(
      (Object.keys(pids) as Process[]).map((name) => [name, cpuMs[name] / count]),
    ) as Record<Process, number>;
  try {
    const seedMs = performance.now() - startedMs;
    stand.say(`Scale: generated in ${Math.round(seedMs / 1_000)} s; measuring`);
    const callbackToWebhook = await sampleLatencies(driver, target, LATENCY);
    const cycles = await measureCpu(all, () =>
      driver.run('cycles', { target, count: CYCLES, inFlight: IN_FLIGHT, about: [] }),
    );
    const created = await measureCpu(all, () =>
      driver.run('create', {
        target,
        concurrency: IN_FLIGHT,
        durationMs: CREATE_MS,
        keyed: false,
      }),
    );
    await gateway.outboxEmpty();
    const reads = await measureReads(gateway);
    const idle = await measureCpu(all, () => pause(IDLE_MS));
    return {
      orders,
      databaseBytes: await databaseBytes(db),
      seedMs,
      createMedianMs: created.result.medianMs,
      createCpuMs: created.cpuMs.postgres / created.result.requests,
      cycleCpuMs: per(cycles.cpuMs, CYCLES),
      callbackToWebhook,
      reads,
      idleCpuMs: idle.cpuMs.postgres / (idle.wallMs / 1_000),
      vacuumMs: await time(() => db.raw('vacuum')),
      coresElsewhere: cycles.coresElsewhere,
    };
  } finally {
    await gateway.close();
  }
}

async function measureReads({ db, ours }: LoneGateway): Promise<ScaleFigures['reads']> {
  const { origin, create } = ours.targets.payment;
  const [merchantId = ''] = await db('merchants').pluck<string[]>('id');
  const session = await signIn(db, merchantId, ours.encryptionKeys);
  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const lists = [
    '/Thai/v1/transactions',
    '/Thai/v1/transactions?status=failed',
    `/Thai/v1/payments?start_date=${day(40)}&end_date=${day(33)}`,
    '/Thai/v1/payments?reference=ORDER-500',
    '/Thai/v1/balance',
  ];
  const pages = ['/dashboard', '/dashboard/payments', '/dashboard/payments?q=ORDER-500'];
  await checkTotal(db, `${origin}${lists[0]}`, create.headers);
  const reads: (readonly [string, number])[] = [];
  for (const [paths, headers] of [
    [lists, create.headers],
    [pages, session],
  ] as const) {
    for (const path of paths) {
      const durationsMs: number[] = [];
      for (let n = 0; n <= READS; n++) {
        const ms = await time(() => read(`${origin}${path}`, headers));
        // The first request plans its statements.
        if (n > 0) durationsMs.push(ms);
      }
      reads.push([path, quantile(durationsMs, 0.5)]);
    }
  }
  return reads;
}

/** Nothing is created meanwhile. */
async function checkTotal(
  db: Db,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { total } = (await (await read(url, headers)).json()) as { readonly total: number };
  const [{ count } = { count: 0 }] = await db('orders').count<{ count: number }[]>();
  if (total !== Number(count)) throw new Error(`the list has ${total} orders of ${count}`);
}

async function read(url: string, headers: Readonly<Record<string, string>>): Promise<Response> {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return new Response(await answer.arrayBuffer());
}

async function databaseBytes(db: Db): Promise<number> {
  const { rows } = await db.raw<{ rows: { bytes: string }[] }>(
    'select pg_database_size(current_database()) as bytes',
  );
  return Number(rows[0]?.bytes);
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
