import { setTimeout as pause } from 'node:timers/promises';
import type { CycleKind } from './cycle-kinds';
import type { Driver } from './driver';
import type { CyclesJob } from './driver/jobs';
import { measureCpu, type CpuMs, type Measured } from './measure-cpu';
import {
  IN_FLIGHT,
  endedBefore,
  processes,
  sideOf,
  sidesOf,
  type Pair,
  type Process,
  type Side,
} from './pair';
import { interleave, ratioOf, spreadOf, type Spread } from './rounds';
import type { Stand } from './stand';

/** For work after the webhook: deleting outbox rows, closing the workflow, polled queues. */
const SETTLE_MS = 1_000;
const IDLE_MS = 5_000;
/** V8 collects the garbage of a round within ten seconds without load. */
const QUIET_AFTER_MS = 15_000;

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
  readonly earlier: CycleFigures | null;
  /** Ratios of the totals: ours to the barest, and to the earlier commit. */
  readonly ratio: Spread;
  readonly ratioToEarlier: Spread | null;
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
  const sides = sidesOf(pair);
  const taken: Partial<Record<CycleKind, Rounds>> = {};
  for (const kind of kinds) {
    stand.say(`Cycle: ${rounds} rounds of ${count} ${kind}s each, ${IN_FLIGHT} in flight`);
    taken[kind] = await interleave(sides, rounds, (side) => turn(pair, side, kind, count));
  }
  stand.say('Cycle: idle');
  await pause(QUIET_AFTER_MS);
  const idle = await interleave(sides, 1, (side) =>
    measureBeside(pair.driver, sideOf(pair, side).pids, () => pause(IDLE_MS)),
  );
  const reports = Object.entries(taken).map(
    ([kind, ofKind]) => [kind, reportOf(pair, ofKind, idle, count)] as const,
  );
  return Object.fromEntries(reports);
}

type Rounds = Readonly<Record<Side, readonly Taken<number>[]>>;

async function turn(
  pair: Pair,
  side: Side,
  kind: CycleKind,
  count: number,
): Promise<Taken<number>> {
  const about = await endedBefore(pair, side, kind, count);
  const { targets, pids } = sideOf(pair, side);
  return measureTurn(pair.driver, pids, { target: targets[kind], count, about });
}

/** CPU time of cycles, and of the work after their webhooks. Results in the time of the cycles. */
export function measureTurn<Name extends string>(
  driver: Driver,
  pids: Readonly<Record<Name, number>>,
  job: Omit<CyclesJob, 'inFlight'>,
): Promise<Measured<number, Name | 'driver' | 'bench'>> {
  return measureBeside(driver, pids, async () => {
    const startedMs = performance.now();
    await driver.run('cycles', { ...job, inFlight: IN_FLIGHT });
    const wallMs = performance.now() - startedMs;
    await pause(SETTLE_MS);
    return wallMs;
  });
}

function reportOf(
  { earlier }: Pair,
  rounds: Rounds,
  idle: Readonly<Record<Side, readonly Taken<void>[]>>,
  count: number,
): CycleReport {
  const figures = (side: Side) => figuresOf(rounds[side], idle[side][0], count);
  const ratioTo = (side: Side) =>
    ratioOf(totalsOf(rounds.ours, count), totalsOf(rounds[side], count));
  return {
    ours: figures('ours'),
    barest: figures('barest'),
    earlier: earlier === null ? null : figures('earlier'),
    ratio: ratioTo('barest'),
    ratioToEarlier: earlier === null ? null : ratioTo('earlier'),
    coresElsewhere: spreadOf(
      Object.values(rounds)
        .flat()
        .map(({ coresElsewhere }) => coresElsewhere),
    ),
  };
}

type Taken<Result> = Measured<Result, Process | 'driver' | 'bench'>;

function measureBeside<Result, Name extends string>(
  driver: Driver,
  pids: Readonly<Record<Name, number>>,
  work: () => Promise<Result>,
): Promise<Measured<Result, Name | 'driver' | 'bench'>> {
  const all = { ...pids, driver: driver.pid, bench: process.pid };
  return measureCpu<Result, Name | 'driver' | 'bench'>(all, work);
}

const totalsOf = (rounds: readonly Taken<unknown>[], count: number): number[] =>
  rounds.map(({ cpuMs }) => processes.reduce((sum, process) => sum + cpuMs[process], 0) / count);

function figuresOf(
  rounds: readonly Taken<number>[],
  idle: Taken<void> | undefined,
  count: number,
): CycleFigures {
  const cpu = (process: Process) => spreadOf(rounds.map(({ cpuMs }) => cpuMs[process] / count));
  const cycleMs = spreadOf(rounds.map(({ wallMs }) => wallMs / count)).median;
  const idleCpu = (process: Process) =>
    idle === undefined ? 0 : (idle.cpuMs[process] / idle.wallMs) * cycleMs;
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
