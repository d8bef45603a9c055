import type { Contender } from './contender';
import { startDriver } from './driver';
import type { Driver } from './driver';
import { startBarest } from './floors';
import { startOurs } from './ours';
import type { Stand } from './stand';

/** The gateway and the barest workflow, side by side on the same servers, and warm. */
export interface Pair {
  readonly driver: Driver;
  readonly ours: Contender<'api' | 'worker'>;
  readonly barest: Contender<'api' | 'worker'>;
  /** Of what both stand on. */
  readonly pids: Readonly<Record<'temporal' | 'postgres', number>>;
}

export const IN_FLIGHT = 8;
const WARM_UP_CYCLES = 200;

export async function startPair(stand: Stand): Promise<Pair> {
  stand.say('Starting Postgres, Temporal, the gateway and the barest workflow');
  const [postgres, temporal] = await Promise.all([stand.startPostgres(), stand.startTemporal()]);
  const driver = await startDriver(stand);
  const options = { temporalAddress: temporal.address, webhookUrl: driver.webhookUrl };
  const ours = await startOurs(stand, options);
  const barest = await startBarest(stand, options);
  stand.say('Warm-up');
  for (const { target } of [ours, barest]) {
    await driver.run('cycles', { target, count: WARM_UP_CYCLES, inFlight: IN_FLIGHT });
  }
  return { driver, ours, barest, pids: { temporal: temporal.pid, postgres: postgres.pid } };
}
