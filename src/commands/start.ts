import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openVault } from '../personal-data/envelope-keys';
import { ensureSandboxMerchant, type SandboxMerchant } from '../merchants/ensure-sandbox-merchant';
import { readKeyRing, type Config } from '../config';
import { connect } from '../platform/postgres/connect';
import { startEngines, type Engines } from '../../sandbox/embedded/engines';
import { takeFolder, type FolderPaths } from '../../sandbox/embedded/folder';
import { recordInstance } from '../../sandbox/embedded/instance';
import { ownPart, type OwnProcesses } from '../../sandbox/embedded/own-part';
import { plannedPorts, requireFreePorts } from '../../sandbox/embedded/ports';
import { readPrivateJson, writePrivateJson } from '../../sandbox/embedded/private-file';
import { createProgress, type Progress } from '../../sandbox/embedded/progress';
import { createRegister, stopRegistered, type Register } from '../../sandbox/embedded/register';
import { liveScreen, sandboxScreen, type ProvidersFacts } from '../../sandbox/embedded/screen';
import { loadSecrets, type Secrets } from '../../sandbox/embedded/secrets';
import { SetupError } from '../../sandbox/embedded/setup-error';
import { spawnGuard } from '../../sandbox/embedded/spawn-guard';
import { stopRequest } from '../../sandbox/embedded/stop-request';
import { Supervisor, type Stage } from '../../sandbox/embedded/supervisor';
import { createMasterKey, type MasterKey } from '../platform/crypto/master-key';
import { searchAttributeNames } from '../kernel/temporal/search-attributes';
import { UsageError, type Command, type Invocation } from './command';
import { explainError } from './explain-error';
import { migrateAsOwner, recordMigrations } from './migrate';
import { commandAudit, demandMode } from './wiring';

/** For processes of a killed run. */
const LEFTOVER_GRACE_MS = 10_000;
const INTERRUPTED = 130;

export const start: Command = {
  summary: 'run API, worker, sandbox bank, Postgres and Temporal on this machine',
  usage: '',
  options: {
    providers: { type: 'boolean', help: 'run a fake Omise, SCB and bill bank too, in a sandbox' },
  },
  async run(invocation) {
    // With --json, standard output has one JSON line only.
    const say = invocation.json ? invocation.warn : invocation.print;
    try {
      return await runFolder(invocation, say);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      invocation.warn(`\n${error.message}`);
      return 1;
    }
  },
};

type Say = (line: string) => void;

async function runFolder(invocation: Invocation, say: Say): Promise<number> {
  const { config } = invocation;
  demandOwnServers(config);
  if (config.mode === 'live' && hasProviders(invocation)) {
    throw new UsageError('--providers is for a sandbox: unset PROVIDER.');
  }
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

const hasMasterKey = ({ encryptionKeys, encryptionKeyCommand }: Config): boolean =>
  encryptionKeys.length > 0 || encryptionKeyCommand !== null;

const hasProviders = ({ options }: Pick<Invocation, 'options'>): boolean =>
  options['providers'] === true;

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

/** Returns the text to print when all parts are ready. */
async function startAll(run: Run, register: Register, supervisor: Supervisor) {
  const { config, paths, progress } = run;
  const secrets = loadSecrets(paths.secretsFile);
  const engines = await startEngines({
    config,
    paths,
    stage: supervisor.stage(),
    register,
    progress,
    searchAttributes: searchAttributeNames,
  });
  const ring = hasMasterKey(config) ? config.encryptionKeys : readKeyRing(secrets.encryptionKeys);
  const master = createMasterKey(ring, config.encryptionKeyCommand);
  await progress.step('Database schema', () => migrateOrExplain(config, engines));
  const merchant = await preparedMerchant(config, engines.databaseUrl, master, paths);
  supervisor.signal.throwIfAborted();

  const addresses = ownAddresses(config);
  const { apiUrl, consoleUrl } = addresses;
  const own = {
    entry: path.join(__dirname, '..', 'main.js'),
    environment: childEnvironment(run, engines, addresses, secrets),
    register,
  };
  await startOwnParts(run, supervisor.stage(), own);
  if (merchant === null) {
    const facts = { apiUrl, consoleUrl, ...engines };
    return { facts, screen: liveScreen(facts, config.http, paths, hasMasterKey(config)) };
  }
  const providerKey = config.provider.key ?? secrets.providerKey;
  const sandbox = { ...addresses, ...engines, ...merchant, providerKey };
  const providers = hasProviders(run) ? readPrivateJson(paths.providersFile) : null;
  const facts =
    providers === null ? sandbox : { ...sandbox, providers: providers as ProvidersFacts };
  writePrivateJson(paths.sandboxFile, facts);
  const pages = { ...config.http, bankUrl: config.sandboxBank.publicUrl };
  return { facts, screen: sandboxScreen(facts, pages, paths.dataDir) };
}

/** The bank runs in a sandbox only. */
async function startOwnParts(run: Run, stage: Stage, own: OwnProcesses): Promise<void> {
  const { config, paths, progress } = run;
  const startOwn = (title: string, name: string) =>
    progress.step(title, () =>
      stage.start(ownPart({ name, args: [name], logFile: paths.logFile(name) }, own)),
    );
  // Before the API, which reads the accounts once before it is ready.
  if (hasProviders(run)) await startOwn('Fake providers', 'sandbox-providers');
  await Promise.all([
    startOwn('API', 'api'),
    startOwn('Worker', 'worker'),
    ...(config.mode === 'live' ? [] : [startOwn('Sandbox bank', 'sandbox-bank')]),
  ]);
}

async function migrateOrExplain(
  config: Config,
  { databaseUrl, migrateUrl }: Engines,
): Promise<void> {
  try {
    const urls = { owner: migrateUrl, app: databaseUrl };
    await migrateAsOwner(urls, config.retention.partitionDays);
  } catch (error) {
    if (config.database.url === null) throw error;
    const reason = explainError(error) ?? (error as Error).message;
    throw new SetupError(`The database of DATABASE_URL is not usable: ${reason}`, {
      cause: error,
    });
  }
}

/** Keeps the API key. Null in live mode. Throws ConfigError for a database of the other mode. */
async function preparedMerchant(
  config: Config,
  databaseUrl: string,
  master: MasterKey,
  paths: FolderPaths,
): Promise<SandboxMerchant | null> {
  const db = connect(databaseUrl, { poolMax: 1 });
  try {
    await demandMode(config, db);
    await recordMigrations(db, master);
    if (config.mode === 'live') return null;
    const { vault } = await openVault(db, master);
    const known = readPrivateJson(paths.merchantFile) as SandboxMerchant | null;
    const merchant = await ensureSandboxMerchant({ config, db, vault }, commandAudit(), known);
    writePrivateJson(paths.merchantFile, merchant);
    return merchant;
  } finally {
    await db.destroy();
  }
}

function childEnvironment(
  { config, env }: Run,
  { databaseUrl, temporalAddress, temporalUiUrl }: Engines,
  { callbacksUrl, bankUrl }: OwnAddresses,
  secrets: Secrets,
): Readonly<Record<string, string | undefined>> {
  const isSandbox = config.mode === 'sandbox';
  return {
    ...env,
    DATA_DIR: config.dataDir,
    DATABASE_URL: databaseUrl,
    // The processes must not run as the owner of the schema.
    MIGRATE_DATABASE_URL: undefined,
    TEMPORAL_ADDRESS: temporalAddress,
    TEMPORAL_UI_URL: env['TEMPORAL_UI_URL'] || (temporalUiUrl ?? undefined),
    GATEWAY_URL: env['GATEWAY_URL'] || callbacksUrl,
    PROVIDER_URL: env['PROVIDER_URL'] || bankUrl,
    PROVIDER_KEY: env['PROVIDER_KEY'] || secrets.providerKey,
    ENCRYPTION_KEYS: hasMasterKey(config) ? env['ENCRYPTION_KEYS'] : secrets.encryptionKeys,
    // Webhook receivers of a sandbox run on this machine.
    WEBHOOK_ALLOW_PRIVATE: env['WEBHOOK_ALLOW_PRIVATE'] || `${isSandbox}`,
    // Fake providers run on this machine.
    PROVIDER_ALLOW_PRIVATE: env['PROVIDER_ALLOW_PRIVATE'] || `${isSandbox}`,
  };
}

function ownAddresses({ http, sandboxBank }: Config) {
  const urlOf = (listener: { readonly host: string; readonly port: number } | null): string => {
    const { host, port } = listener ?? http;
    const isEverywhere = host === '0.0.0.0' || host === '::';
    const name = isEverywhere ? '127.0.0.1' : host;
    return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  };
  const { console: operators, callbacks } = http.listeners;
  return {
    apiUrl: urlOf(http),
    consoleUrl: urlOf(operators),
    callbacksUrl: urlOf(callbacks),
    bankUrl: urlOf({ ...http, port: sandboxBank.port }),
  };
}

type OwnAddresses = ReturnType<typeof ownAddresses>;
