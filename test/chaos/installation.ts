import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApiKey, createMerchant } from '../../src/application/create-merchant';
import { connect } from '../../src/db/connect';
import { migrate } from '../../src/db/migrate';
import { ownPart } from '../../src/embedded/own-part';
import type { Part, RunningPart } from '../../src/embedded/part';
import { freePort } from '../../src/embedded/ports';
import { startPostgres } from '../../src/embedded/postgres';
import { createRegister } from '../../src/embedded/register';
import { spawnGuard } from '../../src/embedded/spawn-guard';
import { Supervisor } from '../../src/embedded/supervisor';
import { closeAfterFile } from '../support/close-after-file';
import { testServers } from '../support/servers';
import { prepareTemporalServer } from '../support/temporal-server';
import { until } from '../support/until';

export const partNames = ['postgres', 'temporal', 'api', 'worker-1', 'worker-2'] as const;
export type PartName = (typeof partNames)[number];

const restarts = { firstMs: 100, mostMs: 1_000, calmAfterMs: 5_000 };
const entry = path.join(__dirname, 'run-gateway.js');

/** What an installation's processes are started with, and where they are. */
async function lay() {
  const folder = await mkdtemp(path.join(tmpdir(), 'saphan-chaos-'));
  const registerFile = path.join(folder, 'register.json');
  const register = createRegister(registerFile);
  // It ends what runs, and removes the folder, should this process be killed.
  spawnGuard(registerFile, path.join(__dirname, '..', 'support', 'guard.js'));
  const pids = new Map<string, number>();
  const supervisor = new Supervisor(() => undefined, restarts);
  closeAfterFile(async () => {
    await supervisor.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const keep = <Running extends RunningPart>(part: Part<Running>): Promise<Running> =>
    supervisor.stage().start({
      name: part.name,
      async start(signal) {
        const running = await part.start(signal);
        pids.set(part.name, running.pid);
        return running;
      },
    });
  return { folder, register, pids, keep, signal: supervisor.signal };
}

/**
 * All processes of a deployment, as children of this one: a Postgres that is as durable as usual, a
 * Temporal, an API and two workers. Whichever is killed is started again.
 */
export async function startInstallation() {
  const { folder: dataDir, register, pids, keep, signal } = await lay();
  const ports = await Promise.all(Array.from({ length: 4 }, () => freePort()));
  const [postgresPort = 0, apiPort = 0, ...workerPorts] = ports;
  const postgres = await keep({
    name: 'postgres',
    start: (each) => startPostgres({ dataDir, port: postgresPort, register, signal: each }),
  });
  const startTemporal = await prepareTemporalServer({
    dataDir,
    postgresUrl: () => Promise.resolve(postgres.url),
    hasSearchAttributes: true,
    register,
    signal,
  });
  const temporal = await keep({
    name: 'temporal',
    start: (each) => startTemporal({ register, signal: each }),
  });
  await migrate(postgres.url);
  const environment = {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporal.address,
    PORT: `${apiPort}`,
    PROVIDER_KEY: randomBytes(24).toString('base64url'),
    ENCRYPTION_KEYS: `chaos:${randomBytes(32).toString('base64')}`,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    RATE_LIMIT_PER_SECOND: '1000000',
    LOG_LEVEL: 'warn',
    WORKFLOW_BUNDLE: testServers().workflowBundlePath,
  };
  const gateway = (name: PartName, command: string, own: Readonly<Record<string, string>> = {}) =>
    keep(
      ownPart(
        { name, args: [command], readyUrl: null, logFile: path.join(dataDir, `${name}.log`) },
        { entry, environment: { ...environment, ...own }, register },
      ),
    );
  await Promise.all([
    gateway('api', 'api'),
    ...workerPorts.map((port, index) =>
      gateway(index === 0 ? 'worker-1' : 'worker-2', 'worker', { WORKER_PORT: `${port}` }),
    ),
  ]);
  const db = connect(postgres.url, { poolMax: 2 });
  closeAfterFile(() => db.destroy());
  const { merchantId } = await createMerchant(db, 'Chaos shop', 0);
  const { apiKey } = await createApiKey(db, 'sandbox', merchantId, 'chaos');
  return {
    db,
    apiUrl: `http://127.0.0.1:${apiPort}`,
    apiKey,
    providerKey: environment.PROVIDER_KEY,
    /** Ends a process at once, when it is up. */
    async kill(name: PartName): Promise<void> {
      const pid = await until(() => pids.get(name), {
        describe: `${name} is up`,
        timeoutMs: 60_000,
      });
      pids.delete(name);
      process.kill(pid, 'SIGKILL');
    },
    /** Resolves when everything is up again. */
    whole: () =>
      until(() => partNames.every((name) => pids.has(name)), {
        describe: () => ({ up: [...pids.keys()] }),
        timeoutMs: 90_000,
      }),
  };
}
