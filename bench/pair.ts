import type { Contender } from './contender';
import { cycles } from './cycle-kinds';
import type { CycleKind } from './cycle-kinds';
import { startDriver } from './driver';
import type { Driver } from './driver';
import { startBarest } from './floors';
import { startOurs } from './ours';
import { seedBarestPast, seedOurPast } from './past';
import type { Stand } from './stand';

/** The gateway and the barest workflow on the same servers. */
export interface Pair {
  readonly driver: Driver;
  readonly ours: Contender<'api' | 'worker', CycleKind>;
  readonly barest: Contender<'api' | 'worker', CycleKind>;
  /** The shared servers. */
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
  await seedOurPast(ours.databaseUrl);
  await seedBarestPast(barest.databaseUrl);
  return { driver, ours, barest, pids: { temporal: temporal.pid, postgres: postgres.pid } };
}

/** Terminal orders that orders of the kind refer to, if it requires them. */
export async function endedBefore(
  { driver, ...sides }: Pair,
  side: 'ours' | 'barest',
  kind: CycleKind,
  count: number,
): Promise<readonly string[]> {
  const { about } = cycles[kind];
  if (about === null) return [];
  const target = sides[side].targets[about];
  return driver.run('cycles', { target, count, inFlight: IN_FLIGHT, about: [] });
}

/** Warm-up cycles of both sides. */
export async function warmUp(
  stand: Stand,
  pair: Pair,
  kind: CycleKind,
  count: number,
): Promise<void> {
  stand.say(`Warm-up: ${kind}s`);
  for (const side of ['ours', 'barest'] as const) {
    const about = await endedBefore(pair, side, kind, count);
    const target = pair[side].targets[kind];
    await pair.driver.run('cycles', { target, count, inFlight: IN_FLIGHT, about });
  }
}
