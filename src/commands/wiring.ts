import { userInfo } from 'node:os';
import { openVault } from '../personal-data/envelope-keys';
import type { Deps } from '../deps';
import { CannotResolve } from '../exceptions/cannot-resolve';
import { ConfigError, readKeyRing, type Config } from '../config';
import { connect, type Db } from '../platform/postgres/connect';
import { findRole, recordMode } from '../platform/postgres/deployment';
import { OPERATORS, type AuditContext } from '../kernel/audit/record-audit-event';
import { Problem } from '../kernel/rules/problem';
import { isRunning } from '../../sandbox/embedded/instance';
import { embeddedAppUrl, embeddedUrl } from '../../sandbox/embedded/postgres-cluster';
import { readSecrets } from '../../sandbox/embedded/secrets';
import { createLog } from '../platform/observe/log';
import { createMasterKey, type MasterKey } from '../platform/crypto/master-key';
import type { Vault } from '../platform/crypto/vault';
import { accountsOf } from './accounts-of';
import { UsageError } from './command';

/**
 * Stores the mode in a new database. Throws ConfigError for a database of the other mode: a live
 * provider must not pay out the test money of a sandbox.
 */
export async function demandMode({ mode }: Pick<Config, 'mode'>, db: Db): Promise<void> {
  const noted = await recordMode(db, mode);
  if (noted === mode) return;
  throw new ConfigError([
    `PROVIDER: the database belongs to ${noted} mode, the configuration is ${mode} mode`,
  ]);
}

/** Throws ConfigError in live mode for the schema's owner, who can rewrite the audit log. */
export async function demandRestrictedRole({ mode }: Pick<Config, 'mode'>, db: Db): Promise<void> {
  if (mode !== 'live' || !(await findRole(db)).mayRewrite) return;
  throw new ConfigError([
    'DATABASE_URL: must name a role that does not own the schema; MIGRATE_DATABASE_URL names its' +
      ' owner, and `gateway migrate` creates the role',
  ]);
}

/**
 * DATABASE_URL, else the embedded database of the gateway that runs on DATA_DIR. If none runs
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

/** Of the role that owns the schema. Throws ConfigError. */
export function migrateUrl(config: Config): string {
  const { database, dataDir } = config;
  if (database.migrateUrl !== null) return database.migrateUrl;
  const isEmbedded = database.url === null && isRunning(dataDir);
  const owned = isEmbedded ? embeddedUrl(dataDir, database.embeddedPort) : null;
  return owned ?? databaseUrl(config);
}

/** The configured key, else the one that `npm start` stores in DATA_DIR. Null without either. */
export function findMaster(config: Config): MasterKey | null {
  const { encryptionKeys, encryptionKeyCommand: command, database, dataDir } = config;
  const isConfigured = encryptionKeys.length > 0 || command !== null || database.url !== null;
  const ring = isConfigured
    ? encryptionKeys
    : readKeyRing(readSecrets(dataDir)?.encryptionKeys ?? '');
  return ring.length === 0 && command === null ? null : createMasterKey(ring, command);
}

/** Throws ConfigError without a master key. */
export function masterOf(config: Config): MasterKey {
  const master = findMaster(config);
  if (master !== null) return master;
  throw new ConfigError([
    'ENCRYPTION_KEYS: required, or ENCRYPTION_KEYS_FILE, or ENCRYPTION_KEY_COMMAND',
  ]);
}

export const connectDatabase = (config: Config, as?: string): Db =>
  connect(databaseUrl(config), {
    poolMax: config.database.poolMax,
    ...(as === undefined ? {} : { as }),
  });

/** Closes the database after `work`. */
export async function withDatabase<Result>(
  config: Config,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  return closing(connectDatabase(config), work);
}

/** Like `withDatabase`, without a statement timeout, for scans of whole tables. */
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

export type CommandDeps = Pick<Deps, 'config' | 'db' | 'providers' | 'vault'>;

/** Names the Unix user that runs the command. */
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

/** Throws ConfigError without a master key. */
export const vaultOf = async (config: Config, db: Db): Promise<Vault> =>
  (await openVault(db, masterOf(config))).vault;

/** `withDatabase` with the vault, for commands that only read. */
export async function withStores<Result>(
  config: Config,
  work: (deps: CommandDeps) => Promise<Result>,
): Promise<Result> {
  const master = masterOf(config);
  const log = createLog(config.log.level, 'command');
  return withDatabase(config, async (db) => {
    const { vault } = await openVault(db, master);
    return work({ config, db, providers: accountsOf(config, { db, vault, log }), vault });
  });
}

/** `withStores` for commands that write audit events. */
export const withVault = <Result>(
  config: Config,
  work: (deps: CommandDeps) => Promise<Result>,
): Promise<Result> =>
  withStores(config, async (deps) => {
    await demandMode(config, deps.db);
    return work(deps);
  });

/** Throws a refusal of a use case as a UsageError. */
export async function refusing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CannotResolve || error instanceof Problem)) throw error;
    throw new UsageError(error.message);
  }
}
