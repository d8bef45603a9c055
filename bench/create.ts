import { setTimeout as pause } from 'node:timers/promises';
import type { Contender } from './contender';
import { startDriver } from './driver';
import type { CreateResult } from './driver/jobs';
import { startOneInsert } from './floors';
import { measureCpu, type Measured } from './measure-cpu';
import { startOurApi } from './ours';
import { interleave, ratioOf, spreadOf, type Spread } from './rounds';
import type { Stand } from './stand';
import { withDatabase } from './with-database';

/** Concurrent requests. */
export const USUAL = 32;
export const CROWD = 128;
const ROUNDS = 5;
const ROUND_MS = 2_500;
const WARM_UP_MS = 2_000;
/** After this time, the API dispatches only messages of the outbox. */
const FORGOTTEN_AFTER_MS = 3_000;

const names = ['floor', 'qrCode', 'keyedQrCode'] as const;
type Name = (typeof names)[number];

export interface CreateFigures {
  readonly perSecond: Spread;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** CPU milliseconds per request in a round. */
  readonly cpuMs: { readonly api: Spread; readonly postgres: Spread };
  /** Ratios to the floor: of the rate, and of the CPU time of API and Postgres. */
  readonly ratio: { readonly perSecond: Spread; readonly cpu: Spread };
}

export interface CreateReport {
  readonly temporalRunning: Readonly<Record<Name, CreateFigures>>;
  readonly temporalStopped: Readonly<Record<Name, CreateFigures>>;
  /** With Temporal stopped and more concurrent requests. */
  readonly crowded: Readonly<Record<Name, CreateFigures>>;
  /** Idle CPU milliseconds per second of API and Postgres, included in the figures. */
  readonly idleCpuMs: { readonly floor: number; readonly ours: number };
  readonly coresElsewhere: Spread;
}

/**
 * Compares creating a QR code with a Koa route that executes one INSERT. The worker is not started:
 * a payment causes no work for it until the payment or the expiry.
 */
export async function measureCreate(stand: Stand): Promise<CreateReport> {
  stand.say('Create: starting Postgres, Temporal, the API and its floor');
  const [postgres, temporal] = await Promise.all([stand.startPostgres(), stand.startTemporal()]);
  const driver = await startDriver(stand);
  const ours = await startOurApi(stand, { temporalAddress: temporal.address, webhookUrl: null });
  const floor = await startOneInsert(stand);
  const contenders = { floor, qrCode: ours, keyedQrCode: ours };
  const pidsOf = ({ pids }: Contender<'api'>) => ({
    api: pids.api,
    postgres: postgres.pid,
    driver: driver.pid,
    bench: process.pid,
  });
  const round = (name: Name, { concurrency = USUAL, durationMs = ROUND_MS } = {}) => {
    const { payment: target } = contenders[name].targets;
    const keyed = name === 'keyedQrCode';
    const job = { target, concurrency, durationMs, keyed };
    return measureCpu(pidsOf(contenders[name]), () => driver.run('create', job));
  };
  const idle = async (contender: Contender<'api'>) => {
    const { cpuMs, wallMs } = await measureCpu(pidsOf(contender), () => pause(ROUND_MS));
    return ((cpuMs.api + cpuMs.postgres) / wallMs) * 1000;
  };

  stand.say('Create: warm-up');
  for (const name of names) await round(name, { durationMs: WARM_UP_MS });
  await emptyOutbox(ours);
  const idleCpuMs = { floor: await idle(floor), ours: await idle(ours) };
  stand.say(`Create: ${ROUNDS} rounds of ${ROUND_MS / 1000} s each with Temporal running`);
  const running = await interleave(names, ROUNDS, async (name) => {
    const measured = await round(name);
    if (name !== 'floor') await emptyOutbox(ours);
    return measured;
  });
  await temporal.stop();
  stand.say('Create: with Temporal stopped');
  await round('qrCode', { durationMs: WARM_UP_MS });
  const stopped = await interleave(names, ROUNDS, (name) => round(name));
  stand.say(`Create: with ${CROWD} concurrent requests`);
  const crowded = await interleave(names, ROUNDS, (name) => round(name, { concurrency: CROWD }));
  return {
    temporalRunning: figuresOf(running),
    temporalStopped: figuresOf(stopped),
    crowded: figuresOf(crowded),
    idleCpuMs,
    coresElsewhere: spreadOf(
      [running, stopped, crowded]
        .flatMap((rounds) => Object.values(rounds).flat())
        .map(({ coresElsewhere }) => coresElsewhere),
    ),
  };
}

type Round = Measured<CreateResult, 'api' | 'postgres' | 'driver' | 'bench'>;

/** Empties the outbox. Its messages would be dispatched during the next rounds. */
async function emptyOutbox({ databaseUrl }: Contender): Promise<void> {
  await withDatabase(databaseUrl, (db) => db('outbox_messages').delete());
  await pause(FORGOTTEN_AFTER_MS);
}

function figuresOf(rounds: Record<Name, Round[]>): Record<Name, CreateFigures> {
  const perSecond = (name: Name) =>
    rounds[name].map(({ result }) => (result.requests / result.wallMs) * 1000);
  const cpu = (name: Name, ...processes: readonly ('api' | 'postgres')[]) =>
    rounds[name].map(
      ({ cpuMs, result }) =>
        processes.reduce((sum, process) => sum + cpuMs[process], 0) / result.requests,
    );
  const figures = (name: Name): CreateFigures => ({
    perSecond: spreadOf(perSecond(name)),
    medianMs: spreadOf(rounds[name].map(({ result }) => result.medianMs)).median,
    p99Ms: spreadOf(rounds[name].map(({ result }) => result.p99Ms)).median,
    cpuMs: { api: spreadOf(cpu(name, 'api')), postgres: spreadOf(cpu(name, 'postgres')) },
    ratio: {
      perSecond: ratioOf(perSecond(name), perSecond('floor')),
      cpu: ratioOf(cpu(name, 'api', 'postgres'), cpu('floor', 'api', 'postgres')),
    },
  });
  return {
    floor: figures('floor'),
    qrCode: figures('qrCode'),
    keyedQrCode: figures('keyedQrCode'),
  };
}
