import type { Build, Earlier } from './build';
import type { Contender } from './contender';
import { cycles, type CycleKind } from './cycle-kinds';
import { startDriver, type Driver } from './driver';
import { startBarest } from './floors';
import { startOurs } from './ours';
import { seedBarestPast } from './past';
import type { Stand } from './stand';

export const processes = ['api', 'worker', 'temporal', 'postgres'] as const;
export type Process = (typeof processes)[number];
export type Side = 'ours' | 'barest' | 'earlier';

/** The gateway and the barest workflow on the same servers, and perhaps an earlier gateway. */
export interface Pair {
  readonly driver: Driver;
  readonly ours: Contender<Process, CycleKind>;
  readonly barest: Contender<Process, CycleKind>;
  /** On a Temporal server of its own, with the settings of its commit. */
  readonly earlier: Contender<Process, CycleKind> | null;
}

export const IN_FLIGHT = 8;

export async function startPair(
  stand: Stand,
  earlier: Earlier | null,
  price?: string,
): Promise<Pair> {
  stand.say('Starting Postgres, Temporal, the gateway and the barest workflow');
  const [postgres, temporal] = await Promise.all([stand.startPostgres(), stand.startTemporal()]);
  const driver = await startDriver(stand);
  const { webhookUrl, providerUrl } = driver;
  const options = { temporalAddress: temporal.address, webhookUrl, providerUrl };
  const servers = { postgres: postgres.pid, temporal: temporal.pid };
  const ours = await startOurs(stand, { ...options, price });
  const barest = await startBarest(stand, options);
  await seedBarestPast(barest.databaseUrl);
  return {
    driver,
    ours: { ...ours, pids: { ...ours.pids, ...servers } },
    barest: { ...barest, pids: { ...barest.pids, ...servers } },
    earlier: earlier === null ? null : await startEarlier(stand, earlier, driver),
  };
}

function startEarlier(stand: Stand, { build, node }: Earlier, driver: Driver) {
  stand.say('Starting the earlier gateway, with a Temporal of its own');
  return startSeparate(stand, driver, build, { programs: stand.variant('earlier', node) });
}

/** A gateway of the build with past orders, on a Temporal server of its own. */
export async function startSeparate(
  stand: Stand,
  { webhookUrl, providerUrl }: Driver,
  build: Build,
  own: {
    /** Starts its API and worker; the stand by default. */
    readonly programs?: Stand;
    readonly settings?: Readonly<Record<string, string>>;
  },
): Promise<Contender<Process, CycleKind>> {
  const { programs = stand, settings = {} } = own;
  const postgres = await stand.startPostgres();
  const temporal = await stand.startTemporal(build.prepareTemporalServer);
  const options = { temporalAddress: temporal.address, webhookUrl, providerUrl, settings };
  const contender = await build.startOurs(programs, options);
  await build.seedOurPast?.(contender.databaseUrl);
  const servers = { postgres: postgres.pid, temporal: temporal.pid };
  return { ...contender, pids: { ...contender.pids, ...servers } };
}

export const sidesOf = ({ earlier }: Pair): readonly Side[] =>
  earlier === null ? ['ours', 'barest'] : ['ours', 'barest', 'earlier'];

export function sideOf(pair: Pair, side: Side): Contender<Process, CycleKind> {
  const contender = pair[side];
  if (contender === null) throw new Error('there is no earlier gateway');
  return contender;
}

/** Terminal orders that orders of the kind refer to, if it requires them. */
export async function endedBefore(
  pair: Pair,
  side: Side,
  kind: CycleKind,
  count: number,
): Promise<readonly string[]> {
  const { about } = cycles[kind];
  if (about === null) return [];
  const target = sideOf(pair, side).targets[about];
  return pair.driver.run('cycles', { target, count, inFlight: IN_FLIGHT, about: [] });
}

/** Warm-up cycles of all sides. */
export async function warmUp(
  stand: Stand,
  pair: Pair,
  kind: CycleKind,
  count: number,
): Promise<void> {
  stand.say(`Warm-up: ${kind}s`);
  for (const side of sidesOf(pair)) {
    const about = await endedBefore(pair, side, kind, count);
    const target = sideOf(pair, side).targets[kind];
    await pair.driver.run('cycles', { target, count, inFlight: IN_FLIGHT, about });
  }
}
