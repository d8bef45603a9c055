import { freePort } from '../src/embedded/ports';
import type { Contender } from './contender';
import type { Stand } from './stand';

/** The floor of creating: see one-insert/server.ts. */
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
    target: { origin: `http://127.0.0.1:${port}`, create: route, callback: route },
    pids: { api: pid },
    databaseUrl,
  };
}

/** The floor of a payment's life: see barest/. */
export async function startBarest(
  stand: Stand,
  options: { readonly temporalAddress: string; readonly webhookUrl: string },
): Promise<Contender<'api' | 'worker'>> {
  const databaseUrl = await stand.createDatabase();
  const port = await freePort();
  const environment = {
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: options.temporalAddress,
    WEBHOOK_URL: options.webhookUrl,
    PORT: `${port}`,
  };
  const start = (name: string, entry: string) =>
    stand.startNode({ name: `barest-${name}`, entry, environment });
  const api = await start('api', require.resolve('./barest/api'));
  const worker = await start('worker', require.resolve('./barest/worker'));
  return {
    target: {
      origin: `http://127.0.0.1:${port}`,
      create: { path: '/orders', headers: {} },
      callback: { path: '/callbacks', headers: {} },
    },
    pids: { api: api.pid, worker: worker.pid },
    databaseUrl,
  };
}
