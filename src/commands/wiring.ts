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

/** The parts that an API and a worker have in common, and how to put them away again. */
export async function wire(config: Config, part: string) {
  if (config.encryptionKeys.length === 0) {
    throw new ConfigError(['ENCRYPTION_KEYS: needed to keep personal data and secrets']);
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

/** Throws ConfigError on the name of no connector. */
export function accountsOf({ provider }: Pick<Config, 'provider'>) {
  const { connector, url, acceptedKeys: keys } = provider;
  if (connectorNames.includes(connector)) {
    return configuredAccounts({ connector, settings: { url, keys } });
  }
  const names = ['sandbox', 'gw', ...connectorNames].join(', ');
  throw new ConfigError([`PROVIDER: must be one of ${names}`]);
}

/**
 * Notes the mode of a database that has none, and refuses one of the other mode: play money of a
 * sandbox must not be paid out by a live provider. Throws ConfigError.
 */
export async function demandMode({ mode }: Pick<Config, 'mode'>, db: Db): Promise<void> {
  const noted = await noteMode(db, mode);
  if (noted === mode) return;
  const named = { sandbox: 'a sandbox', live: 'a live deployment' };
  throw new ConfigError([
    `PROVIDER: the database is that of ${named[noted]}, and this would be ${named[mode]}`,
  ]);
}

const DATABASE_RETRY_MS = 1_000;

/** Waits for a database that cannot be reached yet, or that `migrate` has not finished with. */
async function demandModePatiently(config: Config, db: Db, log: Logger): Promise<void> {
  for (;;) {
    try {
      await demandMode(config, db);
      return;
    } catch (error) {
      if (error instanceof ConfigError) throw error;
      log.warn({ err: error }, 'the database is not ready');
      await pause(DATABASE_RETRY_MS);
    }
  }
}

/**
 * As configured; else the database of the gateway that runs on DATA_DIR. While none runs there,
 * whatever listens on its port belongs to somebody else.
 */
export function databaseUrl({ database, dataDir }: Config): string {
  if (database.url !== null) return database.url;
  const url = isRunning(dataDir) ? embeddedAppUrl(dataDir, database.embeddedPort) : null;
  if (url === null) {
    throw new ConfigError([`DATABASE_URL: not set, and no gateway runs on ${dataDir}`]);
  }
  return url;
}

/** The same as the owner of the schema, where it is another role. */
export function migrateUrl(config: Config): string {
  const { database, dataDir } = config;
  if (database.migrateUrl !== null) return database.migrateUrl;
  const isEmbedded = database.url === null && isRunning(dataDir);
  const owned = isEmbedded ? embeddedUrl(dataDir, database.embeddedPort) : null;
  return owned ?? databaseUrl(config);
}

/** The keys of this deployment: as configured, else those that `npm start` keeps in DATA_DIR. */
export function ownKeys({ encryptionKeys, database, dataDir }: Config): readonly EncryptionKey[] {
  if (encryptionKeys.length > 0 || database.url !== null) return encryptionKeys;
  return readKeyRing(readSecrets(dataDir)?.encryptionKeys ?? '');
}

const connectDatabase = (config: Config): Db =>
  connect(databaseUrl(config), { poolMax: config.database.poolMax });

/** Runs work on the configured database and closes it again. */
export async function withDatabase<Result>(
  config: Config,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return closing(connectDatabase(config), work);
}

/** The same for what reads all that there is: its statements take as long as they take. */
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

/** What the verbs need that a command calls. */
export type Doing = Pick<Deps, 'db' | 'providers' | 'vault'>;

/** The audit context of a command, by the name of the Unix user that runs it. */
export const commandAudit = (): AuditContext => ({
  actor: { kind: 'command', id: unixUser(), address: null },
  scope: OPERATORS,
});

/** A container may run under a user id that has no name. */
function unixUser(): string {
  try {
    return userInfo().username;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error;
    return `uid ${process.getuid?.()}`;
  }
}

/** Seals what a command writes into the audit log. Throws ConfigError without keys. */
export function vaultOf(config: Config): Vault {
  const keys = ownKeys(config);
  if (keys.length > 0) return createVault(keys);
  throw new ConfigError(['ENCRYPTION_KEYS: needed to write down who did it']);
}

/** The same with the keys of this deployment, for what is written into the operators' log. */
export async function withVault<Result>(
  config: Config,
  work: (doing: Doing) => Promise<Result>,
): Promise<Result> {
  const vault = vaultOf(config);
  const providers = accountsOf(config);
  return withDatabase(config, async (db) => {
    await demandMode(config, db);
    return work({ db, providers, vault });
  });
}
