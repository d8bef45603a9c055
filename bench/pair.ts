import type { Contender } from './contender';
import type { CycleKind } from './cycle-kinds';
import { startDriver } from './driver';
import type { Driver } from './driver';
import { startBarest } from './floors';
import { startOurs } from './ours';
import type { Stand } from './stand';

/** The gateway and the barest workflow, side by side on the same servers. */
export interface Pair {
  readonly driver: Driver;
  readonly ours: Contender<'api' | 'worker', CycleKind>;
  readonly barest: Contender<'api' | 'worker', CycleKind>;
  /** Of what both stand on. */
  readonly pids: Readonly<Record<'temporal' | 'postgres', number>>;
}

export const IN_FLIGHT = 8;

export async function startPair(stand: Stand): Promise<Pair> {
  stand.say('Starting Postgres, Temporal, the gateway and the barest workflow');
  const [postgres, temporal] = await Promise.all([stand.startPostgres(), stand.startTemporal()]);
  const driver = await startDriver(stand);
  const { webhookUrl, providerUrl } = driver;
  const options = { temporalAddress: temporal.address, webhookUrl, providerUrl };
  const ours = await startOurs(stand, options);
  const barest = await startBarest(stand, options);
  return { driver, ours, barest, pids: { temporal: temporal.pid, postgres: postgres.pid } };
}

/** So many cycles of each side, that nothing measured is done for the first time. */
export async function warmUp(
  stand: Stand,
  { driver, ours, barest }: Pair,
  kind: CycleKind,
  count: number,
): Promise<void> {
  stand.say(`Warm-up: ${kind}s`);
  for (const { targets } of [ours, barest]) {
    await driver.run('cycles', { target: targets[kind], count, inFlight: IN_FLIGHT });
  }
}
