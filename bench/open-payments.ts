import { burstOf } from './burst-of';
import { sampleLatencies, type Latencies } from './latencies';
import { startLoneGateway, type LoneGateway } from './lone-gateway';
import { measureCpu } from './measure-cpu';
import { memoryOf } from './memory-of';
import { IN_FLIGHT } from './pair';
import type { Stand } from './stand';

const SAMPLE = { samples: 150, pauseMs: 50 };
const CYCLES = 150;

type Process = keyof LoneGateway['pids'];

export interface OpenFigures extends Latencies {
  readonly open: number;
  /** Per payment, of all processes. */
  readonly cpuMs: number;
  readonly residentMb: Readonly<Record<Process, number>>;
  readonly coresElsewhere: number;
}

/** The effect of open payments on time, CPU and memory. */
export async function measureOpen(
  stand: Stand,
  counts: readonly number[],
): Promise<readonly OpenFigures[]> {
  const gateway = await startLoneGateway(stand);
  const { payment } = gateway.ours.targets;
  try {
    const figures: OpenFigures[] = [];
    for (const open of [0, ...counts]) {
      const missing = open - (figures.at(-1)?.open ?? 0);
      stand.say(`Open payments: ${open}`);
      await burstOf(payment, missing);
      await gateway.outboxEmpty();
      figures.push(await measureBeside(gateway, open));
    }
    return figures;
  } finally {
    await gateway.close();
  }
}

async function measureBeside(gateway: LoneGateway, open: number): Promise<OpenFigures> {
  const { driver, ours, pids } = gateway;
  const target = ours.targets.payment;
  const latencies = await sampleLatencies(driver, target, SAMPLE);
  const cycles = { target, count: CYCLES, inFlight: IN_FLIGHT, about: [] };
  const all = { ...pids, driver: driver.pid, bench: process.pid };
  const { cpuMs, coresElsewhere } = await measureCpu(all, () => driver.run('cycles', cycles));
  const spentMs = Object.keys(pids).reduce((sum, name) => sum + cpuMs[name as Process], 0);
  return {
    open,
    ...latencies,
    cpuMs: spentMs / CYCLES,
    residentMb: memoryOf(pids),
    coresElsewhere,
  };
}
