import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import { migrate } from '../../src/platform/postgres/migrate';
import type { RunningPart } from '../../sandbox/embedded/part';
import { startPostgres } from '../../sandbox/embedded/postgres';
import { createProgress } from '../../sandbox/embedded/progress';
import { createRegister } from '../../sandbox/embedded/register';
import { spawnGuard } from '../../sandbox/embedded/spawn-guard';
import { databaseUrl } from './database';
import { freePort } from './free-port';
import { keepStop } from './server-stop';
import { announceServers, hasServers } from './servers';
import { prepareTemporalServer, testTopology } from './temporal-server';

/** The role that `migrate` grants access to in every test database. */
const app = { name: 'saphan_app', password: 'only-for-tests' };

/** Durability is off: no data has to survive the run. */
const forgetfulPostgres = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Tests read the records that they wrote (footprint-of.ts), while others write.
  wal_keep_size: '256MB',
  max_wal_size: '256MB',
  // Each test file may start an API, whose connections stay open while idle.
  max_connections: '600',
  autovacuum: 'off',
};

/**
 * Runs once per run, if a test needs it: starts Postgres with a migrated template and Temporal,
 * and bundles the workflows. global-teardown.ts and signals stop the servers; the guard does if
 * this process is killed.
 */
export default async function startServers(): Promise<void> {
  if (hasServers()) return;
  const run = await startRun();
  try {
    const database = run.progress.step('Postgres, migrated', () => startDatabase(run));
    const [postgresUrl, temporalAddress, workflowBundlePath] = await Promise.all([
      database,
      run.progress.step(engineNames[testTopology()], () => startEngine(run, database)),
      run.progress.step('workflows, bundled', () => bundleWorkflows(run.folder)),
      run.progress.step('documentation, built', buildDocs),
    ]);
    announceServers({
      adminUrl: databaseUrl(postgresUrl, 'postgres'),
      app,
      template: new URL(postgresUrl).pathname.slice(1),
      temporalAddress,
      workflowBundlePath,
    });
  } catch (error) {
    await run.stop();
    throw error;
  }
}

/** Does nothing when it is up to date. */
const buildDocs = () =>
  promisify(execFile)(process.execPath, [path.join(__dirname, '../../scripts/docs.mjs')]);

type Run = Awaited<ReturnType<typeof startRun>>;

/** The file system of Linux in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** The databases of three concurrent test files, and the log. */
const FOLDER_BYTES_MIN = 5 * 2 ** 30;
/** The same, and the processes of the run. */
const MEMORY_BYTES_MIN = 10 * 2 ** 30;

/**
 * The folder of the servers' files. In memory if there is room: a database has 800 files, and on a
 * disk, creating them takes 20 times the CPU time.
 */
async function serversFolder(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(MEMORY_FOLDER);
    const hasRoom = bavail * bsize >= FOLDER_BYTES_MIN;
    if (hasRoom && process.availableMemory() >= MEMORY_BYTES_MIN) return MEMORY_FOLDER;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return tmpdir();
}

async function startRun() {
  const folder = await mkdtemp(path.join(await serversFolder(), 'saphan-test-'));
  const registerFile = path.join(folder, 'register.json');
  const parts: RunningPart[] = [];
  const end = new AbortController();
  spawnGuard(registerFile, path.join(__dirname, 'guard.js'));

  const stop = async (): Promise<void> => {
    end.abort(new Error('the test run was stopped'));
    await Promise.all(parts.map((part) => part.stop()));
    await rm(folder, { recursive: true, force: true });
  };
  keepStop(stop);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(
      signal,
      () => void stop().finally(() => process.exit(128 + constants.signals[signal])),
    );
  }
  return {
    folder,
    keeping: { register: createRegister(registerFile), signal: end.signal },
    progress: createProgress((line) => process.stderr.write(`${line}\n`)),
    keep: <Part extends RunningPart>(part: Part): Part => {
      parts.push(part);
      return part;
    },
    stop,
  };
}

async function startDatabase({ folder, keeping, keep }: Run): Promise<string> {
  const port = await freePort();
  const settings = forgetfulPostgres;
  const { url } = keep(await startPostgres({ dataDir: folder, port, settings, ...keeping }));
  await migrate(url, undefined, app);
  return url;
}

const engineNames = { sqlite: 'Temporal', postgres: 'Temporal on Postgres' };

async function startEngine(
  { folder, keeping, keep }: Run,
  database: Promise<string>,
): Promise<string> {
  const start = await prepareTemporalServer({
    dataDir: folder,
    postgresUrl: () => database,
    ...keeping,
  });
  return keep(await start(keeping)).address;
}

async function bundleWorkflows(folder: string): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: require.resolve('../../workflows'),
    workflowInterceptorModules: [require.resolve('../../workflows/trace')],
    logger: new DefaultLogger('WARN'),
  });
  const file = path.join(folder, 'workflow-bundle.js');
  await writeFile(file, code);
  return file;
}
