import { userInfo } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Deps } from '../application/deps';
import { createBatched } from '../application/batched';
import { createRequestLog } from '../application/merchants/request-log';
import { ConfigError, readKeyRing } from '../config';
import type { Config, EncryptionKey } from '../config';
import { createAppliedWatch } from '../db/outbox/applied-watch';
import { connect } from '../db/postgres/connect';
import type { Db } from '../db/postgres/connect';
import { noteMode } from '../db/postgres/deployment';
import { OPERATORS } from '../application/accounts/record-audit-event';
import type { AuditContext } from '../application/accounts/record-audit-event';
import { isRunning } from '../../sandbox/embedded/instance';
import { embeddedAppUrl, embeddedUrl } from '../../sandbox/embedded/postgres-cluster';
import { readSecrets } from '../../sandbox/embedded/secrets';
import { createLog } from '../lib/log';
import type { Logger } from '../lib/log';
import { createMetrics } from '../lib/metrics';
import { createPasswords } from '../lib/passwords';
import { createVault } from '../lib/vault';
import { configuredAccounts, connectorNames } from '../providers/registry';
import type { Vault } from '../lib/vault';
import { createClient } from '../temporal/connection';
import { OutboxRelay } from '../temporal/outbox-relay';
import { dispatchMessage } from '../temporal/dispatch-message';
import { createSender } from '../webhooks/send';

/** The dependencies that the API and the worker share, with `close`. */
export async function wire(config: Config, part: string) {
  if (config.encryptionKeys.length === 0) {
    throw new ConfigError(['ENCRYPTION_KEYS: required']);
  }
  const providers = accountsOf(config);
  const log = createLog(config.log.level, part);
  const db = connectDatabase(config);
  await demandModePatiently(config, db, log);
  const client = await createClient(config);
  const outbox = new OutboxRelay(db, (dispatch) => dispatchMessage(client, dispatch), log);
  const sender = createSender({ allowPrivate: config.webhooks.allowPrivate });
  const metrics = createMetrics();
  const requestLog = createRequestLog({ db, metrics, log });
  outbox.start();
  return {
    config,
    log,
    db,
    client,
    outbox,
    sender,
    metrics,
    requestLog,
    passwords: createPasswords(),
    providers,
    vault: createVault(config.encryptionKeys),
    applied: createAppliedWatch(db),
    batched: createBatched(db, outbox),
    async close(): Promise<void> {
      await Promise.all([outbox.stop(), requestLog.close()]);
      await Promise.all([sender.close(), client.connection.close(), db.destroy()]);
    },
  };
}

/** Throws ConfigError for an unknown connector. */
export function accountsOf({ provider }: Pick<Config, 'provider'>) {
  const { connector, url, acceptedKeys: keys } = provider;
  if (connectorNames.includes(connector)) {
    return configuredAccounts({ connector, settings: { url, keys } });
  }
  const names = ['sandbox', 'gw', ...connectorNames].join(', ');
  throw new ConfigError([`PROVIDER: must be one of ${names}`]);
}

/**
 * Stores the mode in a new database. Throws ConfigError for a database of the other mode: a live
 * provider must not pay out the test money of a sandbox.
 */
export async function demandMode({ mode }: Pick<Config, 'mode'>, db: Db): Promise<void> {
  const noted = await noteMode(db, mode);
  if (noted === mode) return;
  throw new ConfigError([
    `PROVIDER: the database belongs to ${noted} mode, the configuration is ${mode} mode`,
  ]);
}

const DATABASE_RETRY_MS = 1_000;

/** Retries while the database is unreachable or not migrated. */
async function demandModePatiently(config: Config, db: Db, log: Logger): Promise<void> {
  for (;;) {
    try {
      await demandMode(config, db);
      return;
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      log.warn({ err: error }, 'database not ready, retrying');
      await pause(DATABASE_RETRY_MS);
    }
  }
}

/**
 * DATABASE_URL, or else the embedded database of the gateway that runs on DATA_DIR. If none runs
 * there, a listener on its port is another program. Throws ConfigError.
 */
export function databaseUrl({ database, dataDir }: Config): string {
  if (database.url !== null) return database.url;
  const url = isRunning(dataDir) ? embeddedAppUrl(dataDir, database.embeddedPort) : null;
  if (url === null) {
    throw new ConfigError([`DATABASE_URL: required, because no gateway runs on ${dataDir}`]);
  }
  return url;
}

/** The URL of the role that owns the schema. Throws ConfigError. */
export function migrateUrl(config: Config): string {
  const { database, dataDir } = config;
  if (database.migrateUrl !== null) return database.migrateUrl;
  const isEmbedded = database.url === null && isRunning(dataDir);
  const owned = isEmbedded ? embeddedUrl(dataDir, database.embeddedPort) : null;
  return owned ?? databaseUrl(config);
}

/** ENCRYPTION_KEYS, or else the keys that `npm start` stores in DATA_DIR. */
export function ownKeys({ encryptionKeys, database, dataDir }: Config): readonly EncryptionKey[] {
  if (encryptionKeys.length > 0 || database.url !== null) return encryptionKeys;
  return readKeyRing(readSecrets(dataDir)?.encryptionKeys ?? '');
}

const connectDatabase = (config: Config): Db =>
  connect(databaseUrl(config), { poolMax: config.database.poolMax });

/** Opens the configured database for `work`, and closes it. */
export async function withDatabase<Result>(
  config: Config,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return closing(connectDatabase(config), work);
}

/** As `withDatabase`, without a statement timeout, for scans of whole tables. */
export async function withPatientDatabase<Result>(
  config: Config,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return closing(connect(databaseUrl(config), { poolMax: 1, statementTimeoutMs: 0 }), work);
}

async function closing<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** The dependencies of the use cases that commands call. */
export type CommandDeps = Pick<Deps, 'db' | 'providers' | 'vault'>;

/** The audit context of a command, by the name of the Unix user that runs it. */
export const commandAudit = (): AuditContext => ({
  actor: { kind: 'command', id: unixUser(), address: null },
  scope: OPERATORS,
});

/** In a container, the user id may have no name. */
function unixUser(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
    return `uid ${process.getuid?.()}`;
  }
}

/** The vault that seals audit events. Throws ConfigError without keys. */
export function vaultOf(config: Config): Vault {
  const keys = ownKeys(config);
  if (keys.length > 0) return createVault(keys);
  throw new ConfigError(['ENCRYPTION_KEYS: required to write the audit log']);
}

/** As `withDatabase`, with the vault, for commands that write audit events. */
export async function withVault<Result>(
  config: Config,
  work: (deps: CommandDeps) => Promise<Result>,
): Promise<Result> {
  const vault = vaultOf(config);
  const providers = accountsOf(config);
  return withDatabase(config, async (db) => {
    await demandMode(config, db);
    return work({ db, providers, vault });
  });
}
