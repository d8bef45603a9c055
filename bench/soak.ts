import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../src/platform/postgres/connect';
import type { Mishap, TrickleResult } from './driver/jobs';
import { startLoneGateway, type LoneGateway } from './lone-gateway';
import { memoryOf } from './memory-of';
import { quantile } from './rounds';
import type { Stand } from './stand';

const PER_SECOND = 30;
const MINUTE_MS = 60_000;
/** Minutes at the start and at the end that are compared. */
const END_MINUTES = 5;
/** Share of the run before memory is measured, until caches are full. */
const FILLING = 0.25;
/** After the last payment, for retries and expiries. */
const CALM_MS = 180_000;
const MB = 1024 * 1024;

type Process = keyof LoneGateway['pids'];
type Memory = Readonly<Record<Process, number>>;

export interface TableGrowth {
  readonly table: string;
  /** Additional rows per payment. */
  readonly rows: number;
  /** MB including indexes, after a quarter of the run and at its end. */
  readonly megabytes: readonly [number, number];
}

export interface SoakReport {
  readonly minutes: number;
  readonly payments: number;
  readonly mishaps: Readonly<Record<Mishap, number>>;
  /** The 99th percentile of callback to webhook in ms, by minute. */
  readonly p99Ms: readonly number[];
  /** Of the first and of the last minutes. */
  readonly endsMs: readonly [number, number];
  /** Memory in MB at the end, and its growth per minute. */
  readonly memory: Readonly<Record<Process, { readonly mb: number; readonly mbAMinute: number }>>;
  readonly tables: readonly TableGrowth[];
  /** Pending work at the end. Expected: none. */
  readonly waiting: Readonly<Record<string, number>>;
}

/**
 * Payments at a constant rate for a long time, of which 1 % fail: finds growth of memory and tables
 * and compares the latency at the start and at the end.
 */
export async function measureSoak(stand: Stand, minutes: number): Promise<SoakReport> {
  stand.say(`Soak: ${PER_SECOND} payments a second for ${minutes} minutes`);
  const gateway = await startLoneGateway(stand);
  try {
    return await soak(stand, gateway, minutes);
  } finally {
    await gateway.close();
  }
}

async function soak(stand: Stand, gateway: LoneGateway, minutes: number): Promise<SoakReport> {
  const { driver, ours, pids, db } = gateway;
  const job = { target: ours.targets.payment, perSecond: PER_SECOND, durationMs: MINUTE_MS };
  // Warm-up.
  await driver.run('trickle', job);
  const before = await measureTables(db);
  const running: Promise<TrickleResult>[] = [];
  const memory: Memory[] = [];
  let filled = before;
  for (let minute = 0; minute < minutes; minute++) {
    // The last payments of a minute complete in the next one.
    running.push(driver.run('trickle', job));
    await Promise.race([pause(MINUTE_MS), failureOf(running)]);
    memory.push(memoryOf(pids));
    if (minute < minutes * FILLING) filled = await measureTables(db);
    stand.say(`  ${minute + 1} min: ${JSON.stringify(memory.at(-1), rounded)} MB`);
  }
  const results = await Promise.all(running);
  const after = await measureTables(db);
  const payments = sum(results.map((result) => result.payments));
  const samples = results.map(({ callbackToWebhookMs }) => callbackToWebhookMs);
  const p99 = (some: typeof samples) => quantile(some.flat(), 0.99);
  return {
    minutes,
    payments,
    mishaps: {
      'repeated callback': sum(results.map(({ mishaps }) => mishaps['repeated callback'])),
      unpaid: sum(results.map(({ mishaps }) => mishaps.unpaid)),
      refused: sum(results.map(({ mishaps }) => mishaps.refused)),
    },
    p99Ms: samples.map((minute) => p99([minute])),
    endsMs: [p99(samples.slice(0, END_MINUTES)), p99(samples.slice(-END_MINUTES))],
    memory: growthOf(memory.slice(Math.floor(minutes * FILLING))),
    tables: [...after].map(([table, { rows, megabytes }]) => ({
      table,
      rows: (rows - (before.get(table)?.rows ?? 0)) / payments,
      megabytes: [filled.get(table)?.megabytes ?? 0, megabytes] as const,
    })),
    waiting: await pendingWork(stand, db),
  };
}

/** Rejects when the first one rejects. */
const failureOf = (running: readonly Promise<unknown>[]): Promise<never> =>
  Promise.all(running).then(() => new Promise<never>(() => {}));

const rounded = (_key: string, value: unknown): unknown =>
  typeof value === 'number' ? Math.round(value) : value;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

interface TableSize {
  readonly rows: number;
  readonly megabytes: number;
}

async function measureTables(db: Db): Promise<ReadonlyMap<string, TableSize>> {
  const names = await db('pg_tables').where('schemaname', 'public').pluck<string[]>('tablename');
  const sizes = names.toSorted().map(async (name) => {
    const { rows } = await db.raw<{ rows: { rows: number; bytes: number }[] }>(
      'select count(*) as rows, pg_total_relation_size(?::regclass) as bytes from ??',
      [name, name],
    );
    const [{ rows: count, bytes } = { rows: 0, bytes: 0 }] = rows;
    return [name, { rows: count, megabytes: bytes / MB }] as const;
  });
  return new Map(await Promise.all(sizes));
}

/** By least squares. */
function growthOf(memory: readonly Memory[]): SoakReport['memory'] {
  const middle = (memory.length - 1) / 2;
  const weight = sum(memory.map((_, minute) => (minute - middle) ** 2));
  const of = (process: Process) => ({
    mb: memory.at(-1)?.[process] ?? Number.NaN,
    mbAMinute: sum(memory.map((each, minute) => each[process] * (minute - middle))) / weight,
  });
  return {
    api: of('api'),
    worker: of('worker'),
    temporal: of('temporal'),
    postgres: of('postgres'),
  };
}

const waits: Readonly<Record<string, (db: Db) => ReturnType<Db>>> = {
  'unpaid payments': (db) => db('orders').where('status', 'pending'),
  'pending callbacks': (db) => db('callbacks').where('applied_at', null),
  deliveries: (db) => db('deliveries').where('status', 'pending'),
  'outbox messages': (db) => db('outbox_messages'),
};

/** After the time for retries and expiries. */
async function pendingWork(stand: Stand, db: Db): Promise<Record<string, number>> {
  const startedMs = performance.now();
  for (;;) {
    const counts = Object.entries(waits).map(
      async ([what, query]) => [what, (await query(db).pluck<unknown[]>('id')).length] as const,
    );
    const waiting = Object.fromEntries(await Promise.all(counts));
    const isCalm = Object.values(waiting).every((count) => count === 0);
    if (isCalm || performance.now() - startedMs > CALM_MS) return waiting;
    stand.signal.throwIfAborted();
    await pause(1_000);
  }
}
