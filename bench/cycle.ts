import { setTimeout as pause } from 'node:timers/promises';
import type { CycleKind } from './cycle-kinds';
import { measureCpu } from './measure-cpu';
import type { CpuMs, Measured } from './measure-cpu';
import { IN_FLIGHT, endedBefore } from './pair';
import type { Pair } from './pair';
import { interleave, ratioOf, spreadOf } from './rounds';
import type { Spread } from './rounds';
import type { Stand } from './stand';

/** For work after the webhook: deleting outbox rows, closing the workflow. */
const SETTLE_MS = 1_000;
const IDLE_MS = 5_000;

const processes = ['api', 'worker', 'temporal', 'postgres'] as const;
type Process = (typeof processes)[number];
const names = ['ours', 'barest'] as const;
type Name = (typeof names)[number];

export interface Extent {
  readonly rounds: number;
  /** Cycles per round. */
  readonly count: number;
}

/** CPU time has a resolution of 10 ms, so a round must take much longer. */
export const fullExtent: Extent = { rounds: 5, count: 100 };

export interface CycleFigures {
  /** CPU milliseconds per cycle. */
  readonly cpuMs: Readonly<Record<Process | 'total', Spread>>;
  /** Idle CPU time of the processes per cycle, included in `cpuMs`. */
  readonly idleCpuMs: CpuMs<Process>;
  readonly perSecond: Spread;
}

export interface CycleReport {
  readonly ours: CycleFigures;
  readonly barest: CycleFigures;
  /** Ratio of the totals. */
  readonly ratio: Spread;
  readonly coresElsewhere: Spread;
}

export type CycleReports = Readonly<Partial<Record<CycleKind, CycleReport>>>;

/** CPU time of an order from its creation to its webhook, of all processes but the driver. */
export async function measureCycles(
  stand: Stand,
  pair: Pair,
  kinds: readonly CycleKind[],
  extent: Extent,
): Promise<CycleReports> {
  const { rounds, count } = extent;
  const taken: Partial<Record<CycleKind, Record<Name, Taken<number>[]>>> = {};
  for (const kind of kinds) {
    stand.say(`Cycle: ${rounds} rounds of ${count} ${kind}s each, ${IN_FLIGHT} in flight`);
    taken[kind] = await interleave(names, rounds, (name) => turn(pair, name, kind, count));
  }
  stand.say('Cycle: idle');
  const idle = {
    ours: await measure(pair, 'ours', () => pause(IDLE_MS)),
    barest: await measure(pair, 'barest', () => pause(IDLE_MS)),
  };
  const reports = Object.entries(taken).map(
    ([kind, ofKind]) => [kind, reportOf(ofKind, idle, count)] as const,
  );
  return Object.fromEntries(reports);
}

async function turn(
  pair: Pair,
  name: Name,
  kind: CycleKind,
  count: number,
): Promise<Taken<number>> {
  const about = await endedBefore(pair, name, kind, count);
  return measure(pair, name, async () => {
    const startedMs = performance.now();
    const target = pair[name].targets[kind];
    await pair.driver.run('cycles', { target, count, inFlight: IN_FLIGHT, about });
    const wallMs = performance.now() - startedMs;
    await pause(SETTLE_MS);
    return wallMs;
  });
}

function reportOf(
  rounds: Readonly<Record<Name, readonly Taken<number>[]>>,
  idle: Readonly<Record<Name, Taken<void>>>,
  count: number,
): CycleReport {
  return {
    ours: figuresOf(rounds.ours, idle.ours, count),
    barest: figuresOf(rounds.barest, idle.barest, count),
    ratio: ratioOf(totalsOf(rounds.ours, count), totalsOf(rounds.barest, count)),
    coresElsewhere: spreadOf(
      Object.values(rounds)
        .flat()
        .map(({ coresElsewhere }) => coresElsewhere),
    ),
  };
}

type Taken<Result> = Measured<Result, Process | 'driver' | 'bench'>;

function measure<Result>(
  { driver, pids, ...pair }: Pair,
  name: Name,
  work: () => Promise<Result>,
): Promise<Taken<Result>> {
  const all = { ...pair[name].pids, ...pids, driver: driver.pid, bench: process.pid };
  return measureCpu(all, work);
}

const totalsOf = (rounds: readonly Taken<unknown>[], count: number): number[] =>
  rounds.map(({ cpuMs }) => processes.reduce((sum, process) => sum + cpuMs[process], 0) / count);

function figuresOf(
  rounds: readonly Taken<number>[],
  idle: Taken<void>,
  count: number,
): CycleFigures {
  const cpu = (process: Process) => spreadOf(rounds.map(({ cpuMs }) => cpuMs[process] / count));
  const cycleMs = spreadOf(rounds.map(({ wallMs }) => wallMs / count)).median;
  const idleCpu = (process: Process) => (idle.cpuMs[process] / idle.wallMs) * cycleMs;
  return {
    cpuMs: {
      api: cpu('api'),
      worker: cpu('worker'),
      temporal: cpu('temporal'),
      postgres: cpu('postgres'),
      total: spreadOf(totalsOf(rounds, count)),
    },
    idleCpuMs: {
      api: idleCpu('api'),
      worker: idleCpu('worker'),
      temporal: idleCpu('temporal'),
      postgres: idleCpu('postgres'),
    },
    perSecond: spreadOf(rounds.map(({ result: wallMs }) => (count / wallMs) * 1000)),
  };
}
