import { freePort } from '../test/support/free-port';
import { targetsOf, type Contender } from './contender';
import type { CycleKind } from './cycle-kinds';
import type { Stand } from './stand';

/** The floor of create requests: see one-insert/server.ts. */
export async function startOneInsert(stand: Stand): Promise<Contender<'api'>> {
  const databaseUrl = await stand.createDatabase();
  const port = await freePort();
  const { pid } = await stand.startNode({
    name: 'one-insert',
    entry: require.resolve('./one-insert/server'),
    environment: { DATABASE_URL: databaseUrl, PORT: `${port}` },
  });
  const route = { path: '/', headers: {} };
  return {
    targets: {
      payment: {
        kind: 'payment',
        origin: `http://127.0.0.1:${port}`,
        create: route,
        callback: route,
      },
    },
    pids: { api: pid },
    databaseUrl,
  };
}

/** The floor of an order's cycle: see barest/. */
export async function startBarest(
  stand: Stand,
  options: {
    readonly temporalAddress: string;
    readonly webhookUrl: string;
    readonly providerUrl: string;
  },
): Promise<Contender<'api' | 'worker', CycleKind>> {
  const databaseUrl = await stand.createDatabase();
  const port = await freePort();
  const environment = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: options.temporalAddress,
    WEBHOOK_URL: options.webhookUrl,
    PROVIDER_URL: options.providerUrl,
    PORT: `${port}`,
  };
  const start = (name: string, entry: string) =>
    stand.startNode({ name: `barest-${name}`, entry, environment });
  const api = await start('api', require.resolve('./barest/api'));
  const worker = await start('worker', require.resolve('./barest/worker'));
  return {
    targets: targetsOf({
      origin: `http://127.0.0.1:${port}`,
      headers: { create: {}, callback: {} },
      paths: {
        payment: { create: '/payments', callback: '/payments/callback' },
        deposit: { create: '/deposits', callback: '/deposits/callback' },
        withdrawal: { create: '/withdrawals', callback: '/withdrawals/callback' },
        refund: { create: '/refunds', callback: '/withdrawals/callback' },
      },
    }),
    pids: { api: api.pid, worker: worker.pid },
    databaseUrl,
  };
}
