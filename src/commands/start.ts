import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { ensureSandboxMerchant } from '../application/merchants/ensure-sandbox-merchant';
import type { SandboxMerchant } from '../application/merchants/ensure-sandbox-merchant';
import { readKeyRing } from '../config';
import type { Config } from '../config';
import { connect } from '../db/postgres/connect';
import { startEngines } from '../../sandbox/embedded/engines';
import type { Engines } from '../../sandbox/embedded/engines';
import { takeFolder } from '../../sandbox/embedded/folder';
import type { FolderPaths } from '../../sandbox/embedded/folder';
import { recordInstance } from '../../sandbox/embedded/instance';
import { ownPart } from '../../sandbox/embedded/own-part';
import type { OwnProcesses } from '../../sandbox/embedded/own-part';
import { plannedPorts, requireFreePorts } from '../../sandbox/embedded/ports';
import { readPrivateJson, writePrivateJson } from '../../sandbox/embedded/private-file';
import { createProgress } from '../../sandbox/embedded/progress';
import type { Progress } from '../../sandbox/embedded/progress';
import { createRegister, stopRegistered } from '../../sandbox/embedded/register';
import type { Register } from '../../sandbox/embedded/register';
import { liveScreen, sandboxScreen } from '../../sandbox/embedded/screen';
import { loadSecrets } from '../../sandbox/embedded/secrets';
import type { Secrets } from '../../sandbox/embedded/secrets';
import { SetupError } from '../../sandbox/embedded/setup-error';
import { spawnGuard } from '../../sandbox/embedded/spawn-guard';
import { stopRequest } from '../../sandbox/embedded/stop-request';
import { Supervisor } from '../../sandbox/embedded/supervisor';
import type { Stage } from '../../sandbox/embedded/supervisor';
import { createVault } from '../lib/vault';
import type { Vault } from '../lib/vault';
import { searchAttributeNames } from '../temporal/search-attributes';
import type { Command, Invocation } from './command';
import { migrateAndRecord } from './migrate';
import { commandAudit, demandMode } from './wiring';

/** Grace period for processes of a killed run. */
const LEFTOVER_GRACE_MS = 10_000;
const INTERRUPTED = 130;

export const start: Command = {
  summary: 'run API, worker, sandbox bank, Postgres and Temporal on this machine',
  usage: '',
  options: {},
  async run(invocation) {
    const printError = (line: string) => void process.stderr.write(`${line}\n`);
    // With --json, standard output has one JSON line only.
    const say = invocation.json ? printError : invocation.print;
    try {
      return await runFolder(invocation, say);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      printError(`\n${error.message}`);
      return 1;
    }
  },
};

type Say = (line: string) => void;

async function runFolder(invocation: Invocation, say: Say): Promise<number> {
  const { config } = invocation;
  demandOwnServers(config);
  const folder = takeFolder(config.dataDir);
  const progress = createProgress(say);
  try {
    if (existsSync(folder.registerFile)) {
      await progress.step('Stop processes of a killed run', () =>
        stopRegistered(folder.registerFile, LEFTOVER_GRACE_MS),
      );
    }
    await requireFreePorts(plannedPorts(config));
    const instance = recordInstance(config, invocation.env);
    try {
      return await superviseAll({ ...invocation, say, progress, paths: folder });
    } finally {
      instance.forget();
    }
  } finally {
    rmSync(folder.registerFile, { force: true });
    folder.release();
  }
}

/** Live mode requires external servers. Throws SetupError. */
function demandOwnServers({ mode, database, temporal }: Config): void {
  if (mode !== 'live' || (database.url !== null && temporal.address !== null)) return;
  throw new SetupError(
    'PROVIDER=gw moves real money and requires external servers: set DATABASE_URL and' +
      ' TEMPORAL_ADDRESS, or unset PROVIDER.',
  );
}

interface Run extends Invocation {
  readonly say: Say;
  readonly progress: Progress;
  readonly paths: FolderPaths;
}

/** Runs until a signal. Returns the exit code. */
async function superviseAll(run: Run): Promise<number> {
  const { json, print, say, paths } = run;
  const register = createRegister(paths.registerFile);
  spawnGuard(paths.registerFile);
  const supervisor = new Supervisor(say);
  const stopped = stopRequest(() => register.killAll()).then(async () => {
    say('\nStopping. Press Ctrl-C again to kill all processes.');
    rmSync(paths.sandboxFile, { force: true });
    await supervisor.stop();
    say('Stopped.');
  });
  try {
    const { facts, screen } = await startAll(run, register, supervisor);
    print(json ? JSON.stringify(facts) : screen);
  } catch (error) {
    if (supervisor.signal.aborted) {
      await stopped;
      return INTERRUPTED;
    }
    await supervisor.stop();
    throw error;
  }
  await stopped;
  return 0;
}

/** Starts all parts in order. Returns what is printed when they are ready. */
async function startAll(run: Run, register: Register, supervisor: Supervisor) {
  const { config, env: environment, paths, progress } = run;
  const { signal } = supervisor;
  const secrets = loadSecrets(paths.secretsFile);
  const engines = await startEngines({
    config,
    environment,
    paths,
    stage: supervisor.stage(),
    register,
    progress,
    signal,
    searchAttributes: searchAttributeNames,
  });
  const keys = config.encryptionKeys;
  const vault = createVault(keys.length > 0 ? keys : readKeyRing(secrets.encryptionKeys));
  await progress.step('Database schema', () => migrateOrExplain(config, engines, vault));
  const merchant = await preparedMerchant(config, engines.databaseUrl, vault, paths);
  signal.throwIfAborted();

  const addresses = ownAddresses(config);
  const { apiUrl } = addresses;
  const own = {
    entry: path.join(__dirname, '..', 'main.js'),
    environment: childEnvironment(run, engines, addresses, secrets),
    register,
  };
  await startOwnParts(run, supervisor.stage(), addresses, own);
  if (merchant === null) {
    const facts = { apiUrl, ...engines };
    const hasKeys = config.encryptionKeys.length > 0;
    return { facts, screen: liveScreen(facts, paths, hasKeys) };
  }
  const providerKey = config.provider.key ?? secrets.providerKey;
  const facts = { ...addresses, ...engines, ...merchant, providerKey };
  writePrivateJson(paths.sandboxFile, facts);
  return { facts, screen: sandboxScreen(facts, paths.dataDir) };
}

/** Starts API, worker and, in a sandbox, the bank, concurrently. */
async function startOwnParts(
  { config, paths, progress }: Run,
  stage: Stage,
  { apiUrl, bankUrl }: OwnAddresses,
  own: OwnProcesses,
): Promise<void> {
  const startOwn = (title: string, name: string, readyUrl: string | null) =>
    progress.step(title, () =>
      stage.start(ownPart({ name, args: [name], readyUrl, logFile: paths.logFile(name) }, own)),
    );
  await Promise.all([
    startOwn('API', 'api', `${apiUrl}/readyz`),
    startOwn('Worker', 'worker', null),
    ...(config.mode === 'live'
      ? []
      : [startOwn('Sandbox bank', 'sandbox-bank', `${bankUrl}/healthz`)]),
  ]);
}

async function migrateOrExplain(
  config: Config,
  { databaseUrl, migrateUrl }: Engines,
  vault: Vault,
): Promise<void> {
  try {
    await migrateAndRecord({ owner: migrateUrl, app: databaseUrl }, vault);
  } catch (error) {
    if (config.database.url === null) throw error;
    const { message } = error as Error;
    throw new SetupError(`The database of DATABASE_URL is not usable: ${message}`, {
      cause: error,
    });
  }
}

/**
 * The sandbox merchant, with the same API key at every start. Null in live mode. Throws ConfigError
 * for a database of the other mode.
 */
async function preparedMerchant(
  config: Config,
  databaseUrl: string,
  vault: Vault,
  paths: FolderPaths,
): Promise<SandboxMerchant | null> {
  const db = connect(databaseUrl, { poolMax: 1 });
  try {
    await demandMode(config, db);
    if (config.mode === 'live') return null;
    const known = readPrivateJson(paths.merchantFile) as SandboxMerchant | null;
    const merchant = await ensureSandboxMerchant({ db, vault }, commandAudit(), known);
    writePrivateJson(paths.merchantFile, merchant);
    return merchant;
  } finally {
    await db.destroy();
  }
}

/** The environment of the gateway processes. */
function childEnvironment(
  { config, env }: Run,
  { databaseUrl, temporalAddress, temporalUiUrl }: Engines,
  { apiUrl, bankUrl }: OwnAddresses,
  secrets: Secrets,
): Readonly<Record<string, string | undefined>> {
  const isSandbox = config.mode === 'sandbox';
  return {
    ...env,
    DATA_DIR: config.dataDir,
    DATABASE_URL: databaseUrl,
    // The processes do not run as the owner of the schema.
    MIGRATE_DATABASE_URL: undefined,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_UI_URL: env['TEMPORAL_UI_URL'] || (temporalUiUrl ?? undefined),
    GATEWAY_URL: env['GATEWAY_URL'] || apiUrl,
    PROVIDER_URL: env['PROVIDER_URL'] || bankUrl,
    PROVIDER_KEY: env['PROVIDER_KEY'] || secrets.providerKey,
    ENCRYPTION_KEYS: env['ENCRYPTION_KEYS'] || secrets.encryptionKeys,
    // Webhook receivers of a sandbox run on this machine.
    WEBHOOK_ALLOW_PRIVATE: env['WEBHOOK_ALLOW_PRIVATE'] || `${isSandbox}`,
  };
}

/** The addresses of API and bank on this machine. */
function ownAddresses({ http, sandboxBank }: Config) {
  const isEverywhere = http.host === '0.0.0.0' || http.host === '::';
  const host = isEverywhere ? '127.0.0.1' : http.host;
  const name = host.includes(':') ? `[${host}]` : host;
  return { apiUrl: `http://${name}:${http.port}`, bankUrl: `http://${name}:${sandboxBank.port}` };
}

type OwnAddresses = ReturnType<typeof ownAddresses>;
