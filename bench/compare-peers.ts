import path from 'node:path';
import { freePort } from '../test/support/free-port';
import { targetsOf, type Contender } from './contender';
import { measureTurn, type Extent } from './cycle';
import type { Driver } from './driver';
import type { CpuMs } from './measure-cpu';
import { IN_FLIGHT, startPair } from './pair';
import { seedBarestPast } from './past';
import { interleave, spreadOf, type Spread } from './rounds';
import type { Stand } from './stand';
import { withDatabase } from './with-database';

const WARM_UP_CYCLES = 400;
/** Not compiled: its packages are beside it. */
const ENTRY = path.resolve(__dirname, '../../bench/peers/main.mjs');

const sides = ['gateway', 'barest', 'queue', 'dbos'] as const;
type Side = (typeof sides)[number];
type Peer = Extract<Side, 'queue' | 'dbos'>;

export interface PeerFigures {
  readonly side: Side;
  /** CPU milliseconds per payment, of all processes; and of each in the last round. */
  readonly totalCpuMs: Spread;
  readonly cpuMs: CpuMs;
  readonly perSecond: Spread;
  /** Bytes of the database of the order and of its engine that a payment adds. */
  readonly postgresBytes: number;
}

/**
 * The payment of the gateway and of the barest workflow beside the same payment on engines that
 * need only Postgres. The peers do what the barest workflow does: no authentication, validation,
 * idempotency, ledger checks or retried webhooks.
 */
export async function comparePeers(
  stand: Stand,
  { rounds, count }: Extent,
): Promise<readonly PeerFigures[]> {
  const { driver, ours, barest } = await startPair(stand, null);
  const { postgres } = ours.pids;
  const start = (name: Peer) => startPeer(stand, driver, name, postgres);
  const contenders: Readonly<Record<Side, Contender>> = {
    gateway: ours,
    barest,
    queue: await start('queue'),
    dbos: await start('dbos'),
  };
  const cycles = (side: Side) => ({ target: contenders[side].targets.payment, about: [] });
  stand.say('Peers: warm-up');
  for (const side of sides) {
    await driver.run('cycles', { ...cycles(side), count: WARM_UP_CYCLES, inFlight: IN_FLIGHT });
  }
  stand.say(`Peers: ${rounds} rounds of ${count} payments each, ${IN_FLIGHT} in flight`);
  const sizesBefore = await sizesOf(contenders);
  const taken = await interleave(sides, rounds, (side) =>
    measureTurn(driver, contenders[side].pids, { ...cycles(side), count }),
  );
  const sizesAfter = await sizesOf(contenders);
  return sides.map((side) => {
    const names = Object.keys(contenders[side].pids);
    const perPayment = taken[side].map(({ cpuMs }) =>
      Object.fromEntries(names.map((name) => [name, (cpuMs[name] ?? 0) / count])),
    );
    const totals = perPayment.map((cpuMs) => Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0));
    return {
      side,
      totalCpuMs: spreadOf(totals),
      cpuMs: perPayment.at(-1) ?? {},
      perSecond: spreadOf(taken[side].map(({ result: wallMs }) => (count / wallMs) * 1_000)),
      postgresBytes: (sizesAfter[side] - sizesBefore[side]) / (rounds * count),
    };
  });
}

async function startPeer(
  stand: Stand,
  { webhookUrl, providerUrl }: Driver,
  name: Peer,
  postgres: number,
): Promise<Contender> {
  const databaseUrl = await stand.createDatabase();
  const port = await freePort();
  const environment = {
    DATABASE_URL: databaseUrl,
    WEBHOOK_URL: webhookUrl,
    PROVIDER_URL: providerUrl,
    PORT: `${port}`,
  };
  const start = (part: 'api' | 'worker') =>
    stand.startNode({ name: `${name}-${part}`, entry: ENTRY, args: [name, part], environment });
  const api = await start('api');
  await seedBarestPast(databaseUrl);
  const worker = await start('worker');
  const paths = { create: '/payments', callback: '/callback' };
  return {
    targets: targetsOf({
      origin: `http://127.0.0.1:${port}`,
      headers: { create: {}, callback: {} },
      paths: { payment: paths, deposit: paths, withdrawal: paths, refund: paths },
    }),
    pids: { api: api.pid, worker: worker.pid, postgres },
    databaseUrl,
  };
}

async function sizesOf(
  contenders: Readonly<Record<Side, Contender>>,
): Promise<Readonly<Record<Side, number>>> {
  const sizes: Partial<Record<Side, number>> = {};
  for (const side of sides) {
    sizes[side] = await withDatabase(contenders[side].databaseUrl, async (db) => {
      await db.raw('checkpoint');
      const { rows } = (await db.raw(
        'select pg_database_size(current_database())::bigint as bytes',
      )) as { readonly rows: readonly { readonly bytes: number }[] };
      return rows[0]?.bytes ?? 0;
    });
  }
  return sizes as Record<Side, number>;
}
