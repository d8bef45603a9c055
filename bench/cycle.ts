import { setTimeout as pause } from 'node:timers/promises';
import { measureCpu } from './measure-cpu';
import type { CpuMs, Measured } from './measure-cpu';
import { IN_FLIGHT } from './pair';
import type { Pair } from './pair';
import { interleave, ratioOf, spreadOf } from './rounds';
import type { Spread } from './rounds';
import type { Stand } from './stand';

const ROUNDS = 5;
const CYCLES = 300;
/** For what follows a webhook: the outbox's rows go, Temporal closes the workflow. */
const SETTLE_MS = 1_000;
const IDLE_MS = 5_000;

const processes = ['api', 'worker', 'temporal', 'postgres'] as const;
type Process = (typeof processes)[number];
const names = ['ours', 'barest'] as const;
type Name = (typeof names)[number];

export interface CycleFigures {
  /** CPU milliseconds of a cycle. */
  readonly cpuMs: Readonly<Record<Process | 'total', Spread>>;
  /** What the processes take with nothing to do, in the time of a cycle; it is in `cpuMs`. */
  readonly idleCpuMs: CpuMs<Process>;
  readonly perSecond: Spread;
}

export interface CycleReport {
  readonly ours: CycleFigures;
  readonly barest: CycleFigures;
  /** Of the totals. */
  readonly ratio: Spread;
  readonly coresElsewhere: Spread;
}

/** CPU time from the creation of a payment to its webhook, of everything but the driver. */
export async function measureCycle(stand: Stand, pair: Pair): Promise<CycleReport> {
  stand.say(`Cycle: ${ROUNDS} rounds of ${CYCLES} payments each, ${IN_FLIGHT} in flight`);
  const rounds = await interleave(names, ROUNDS, (name) =>
    measure(pair, name, async () => {
      const startedMs = performance.now();
      const { target } = pair[name];
      await pair.driver.run('cycles', { target, count: CYCLES, inFlight: IN_FLIGHT });
      const wallMs = performance.now() - startedMs;
      await pause(SETTLE_MS);
      return wallMs;
    }),
  );
  stand.say('Cycle: idle');
  const idle = {
    ours: await measure(pair, 'ours', () => pause(IDLE_MS)),
    barest: await measure(pair, 'barest', () => pause(IDLE_MS)),
  };
  return {
    ours: figuresOf(rounds.ours, idle.ours),
    barest: figuresOf(rounds.barest, idle.barest),
    ratio: ratioOf(totalsOf(rounds.ours), totalsOf(rounds.barest)),
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

const totalsOf = (rounds: readonly Taken<unknown>[]): number[] =>
  rounds.map(({ cpuMs }) => processes.reduce((sum, process) => sum + cpuMs[process], 0) / CYCLES);

function figuresOf(rounds: readonly Taken<number>[], idle: Taken<void>): CycleFigures {
  const cpu = (process: Process) => spreadOf(rounds.map(({ cpuMs }) => cpuMs[process] / CYCLES));
  const cycleMs = spreadOf(rounds.map(({ wallMs }) => wallMs / CYCLES)).median;
  const idleCpu = (process: Process) => (idle.cpuMs[process] / idle.wallMs) * cycleMs;
  return {
    cpuMs: {
      api: cpu('api'),
      worker: cpu('worker'),
      temporal: cpu('temporal'),
      postgres: cpu('postgres'),
      total: spreadOf(totalsOf(rounds)),
    },
    idleCpuMs: {
      api: idleCpu('api'),
      worker: idleCpu('worker'),
      temporal: idleCpu('temporal'),
      postgres: idleCpu('postgres'),
    },
    perSecond: spreadOf(rounds.map(({ result: wallMs }) => (CYCLES / wallMs) * 1000)),
  };
}
