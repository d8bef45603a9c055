import { readFileSync } from 'node:fs';
import { startDriver } from './driver';
import type { FloodResult } from './driver/jobs';
import { startOurApi } from './ours';
import type { Stand } from './stand';
import { withDatabase } from './with-database';

/** Creating a payment needs most of the API's CPU; withdrawals wait for one balance row. */
const kinds = ['payment', 'withdrawal'] as const;
/**
 * Clients that measure the capacity: two full batches of payments, which the gateway writes at a
 * time, and as many payouts as one merchant may have in progress.
 */
const CAPACITY_CLIENTS = { payment: 128, withdrawal: 16 };
const WARM_UP_MS = 5_000;
const ROUND_MS = 14_000;
/** Multiples of the capacity. */
const CALM = 0.8;
const OVERLOAD = 3;
/** The largest growth that was measured is 89 MiB (README.md). */
const MEMORY_GROWTH_MIB_MAX = 128;

export interface OverloadFigures {
  readonly kind: (typeof kinds)[number];
  /** Created per second by clients that wait for each response. */
  readonly perSecond: number;
  readonly calm: FloodResult;
  readonly overload: FloodResult;
  /** Resident memory of the API in MiB, highest of its life. */
  readonly memory: { readonly before: number; readonly after: number };
}

/**
 * Creation at 0.8 and at 3 times the measured capacity, at a constant rate. Rejects if an accepted
 * order is not stored, or if the overload makes the API's memory grow beyond a bound.
 */
export async function measureOverload(stand: Stand): Promise<readonly OverloadFigures[]> {
  const temporal = await stand.startTemporal();
  const driver = await startDriver(stand);
  const { targets, pids, databaseUrl } = await startOurApi(stand, {
    temporalAddress: temporal.address,
    webhookUrl: null,
  });
  const countOrders = () =>
    withDatabase(databaseUrl, async (db) => {
      const [row] = await db('orders').count<{ count: string }[]>();
      return Number(row?.count);
    });
  const figures: OverloadFigures[] = [];
  for (const kind of kinds) {
    stand.say(`Overload: ${kind}s at ${CALM} and at ${OVERLOAD} times the capacity`);
    const target = targets[kind];
    const createFor = (durationMs: number) =>
      driver.run('create', {
        target,
        concurrency: CAPACITY_CLIENTS[kind],
        durationMs,
        keyed: false,
      });
    const flood = async (perSecond: number) => {
      const before = await countOrders();
      const result = await driver.run('flood', { target, perSecond, durationMs: ROUND_MS });
      const created = (await countOrders()) - before;
      if (created !== result.accepted) {
        throw new Error(`${result.accepted} creations were accepted, ${created} are stored`);
      }
      return result;
    };
    await createFor(WARM_UP_MS);
    const { requests, wallMs } = await createFor(ROUND_MS);
    const perSecond = requests / (wallMs / 1_000);
    const calm = await flood(CALM * perSecond);
    const before = peakMemoryOf(pids.api);
    const overload = await flood(OVERLOAD * perSecond);
    const memory = { before, after: peakMemoryOf(pids.api) };
    const grownMib = memory.after - memory.before;
    if (!(grownMib <= MEMORY_GROWTH_MIB_MAX)) {
      const bound = `at most ${MEMORY_GROWTH_MIB_MAX} are allowed`;
      throw new Error(`${kind}s: the API grew by ${grownMib} MiB during the overload, ${bound}`);
    }
    figures.push({ kind, perSecond, calm, overload, memory });
  }
  return figures;
}

function peakMemoryOf(pid: number): number {
  const [, kib] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
}
