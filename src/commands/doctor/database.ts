import { findPostgres } from '../../../sandbox/embedded/postgres-binaries';
import { embeddedAppUrl } from '../../../sandbox/embedded/postgres-cluster';
import type { Config } from '../../config';
import {
  findFirstLiveMovement,
  findLastChecks,
  type CheckRun,
} from '../../reports/store/check-runs';
import { connect, type Db } from '../../platform/postgres/connect';
import {
  countConnections,
  findCountedUntil,
  measureSkew,
  sampleSealed,
} from '../../platform/postgres/inspect';
import { pendingMigrations } from '../../platform/postgres/migrate';
import { measurePartitions } from '../../platform/postgres/partitions';
import { findRole } from '../../platform/postgres/deployment';
import { findProcessesBefore, schemaVersion } from '../../platform/postgres/processes';
import { findWalArchive } from '../../platform/postgres/wal-archive';
import { listVatRates } from '../../fees/list-vat-rates';
import type { VatRate } from '../../fees/rules/price';
import { describeVatRates } from '../../fees/rules/price-text';
import { listHolidays, usesBankDays } from '../../maturity/find-maturing';
import { yearOf } from '../../maturity/rules/bank-day';
import { bangkokDay } from '../../kernel/rules/bangkok-day';
import { openVault } from '../../personal-data/envelope-keys';
import type { Vault } from '../../platform/crypto/vault';
import { findMaster } from '../wiring';
import { fail, ok, reasonOf, warn, type Finding } from './finding';

interface Version {
  readonly rows: readonly { readonly server_version: string }[];
}

export async function examineDatabase(config: Config, isRunning: boolean): Promise<Finding[]> {
  const name = 'Postgres';
  if (config.database.url === null && !isRunning) {
    try {
      return [ok(name, `embedded, ${findPostgres().version}`)];
    } catch (error) {
      return [fail(name, reasonOf(error), 'run `npm ci`, or set DATABASE_URL')];
    }
  }
  const url = config.database.url ?? embeddedAppUrl(config.dataDir, config.database.embeddedPort);
  if (url === null) return [warn(name, 'starting', 'run `doctor` again after the start')];
  const db = connect(url, { poolMax: 1 });
  try {
    const { rows } = await db.raw<Version>('show server_version');
    const schema = await examineSchema(db);
    return [
      ok(name, `reachable, ${rows[0]?.server_version}`),
      schema,
      await examineRole(config, db),
      await examineClock(db),
      await examineConnections(config, db),
      await examineArchive(config, db),
      ...(schema.state === 'ok' ? await examineContent(config, db) : []),
    ];
  } catch (error) {
    return [fail(name, reasonOf(error), 'check DATABASE_URL and its server')];
  } finally {
    await db.destroy();
  }
}

async function examineSchema(db: Db): Promise<Finding> {
  const pending = await pendingMigrations(db);
  if (pending.length === 0) return ok('schema', 'up to date');
  return warn('schema', `pending: ${pending.join(', ')}`, 'run `gateway migrate` or `npm start`');
}

/** Fails if the role of the processes can rewrite the audit log. */
async function examineRole({ mode }: Config, db: Db): Promise<Finding> {
  const name = 'database role';
  const { role, mayRewrite } = await findRole(db);
  if (!mayRewrite) return ok(name, role);
  const judge = mode === 'live' ? fail : warn;
  const advice =
    'set a restricted role in DATABASE_URL and the owner in MIGRATE_DATABASE_URL, migrate';
  return judge(name, `${role} can change the audit log`, advice);
}

/** Callbacks are refused when their time differs by five minutes. */
const SKEW_MAX_MS = 60_000;
const SKEW_NOTED_MS = 1_000;

async function examineClock(db: Db): Promise<Finding> {
  const name = 'clock';
  const { aheadMs, errorMs } = await measureSkew(db);
  const skewMs = Math.max(Math.abs(aheadMs) - errorMs, 0);
  const found = `Postgres is ahead by ${aheadMs} ms, measured to ${errorMs} ms`;
  if (skewMs <= SKEW_NOTED_MS) return ok(name, found);
  const judge = skewMs > SKEW_MAX_MS ? fail : warn;
  return judge(name, found, 'synchronize both machines by NTP');
}

async function examineConnections({ database }: Config, db: Db): Promise<Finding> {
  const name = 'connections';
  const { max, used } = await countConnections(db);
  const found = `${used} of ${max} in use, ${database.poolMax} per process`;
  if (used + database.poolMax <= max) return ok(name, found);
  return warn(name, found, 'raise max_connections, or lower DATABASE_POOL_MAX');
}

/** The same as in the alert SaphanWalArchiveOld. */
const ARCHIVE_MINUTES = 15;
const MINUTE_MS = 60_000;

/** Only a warning: a managed service may recover to a point in time without `archive_mode`. */
async function examineArchive({ mode }: Config, db: Db): Promise<Finding> {
  const name = 'WAL archive';
  const archive = await findWalArchive(db);
  if (archive === null) {
    const found = 'archive_mode is off, or the server is in recovery';
    if (mode !== 'live') return ok(name, found);
    return warn(name, found, 'archive the WAL: docs/operations.md, "Backups"');
  }
  const minutes = Math.max(Math.round((Date.now() - archive.archivedAt.getTime()) / MINUTE_MS), 0);
  const state = archive.isFailing ? ', the last attempt failed' : '';
  const found = `archived up to ${minutes} minutes ago${state}`;
  if (!archive.isFailing && minutes <= ARCHIVE_MINUTES) return ok(name, found);
  return fail(name, found, 'see SaphanWalArchiveOld in docs/runbooks.md');
}

/** Checks that need the current schema. */
async function examineContent(config: Config, db: Db): Promise<Finding[]> {
  const checks = await findLastChecks(db);
  return [
    await examineProcesses(db),
    await examineSealed(config, db),
    ...(await examinePartitions(db)),
    await examineHousekeeping(db),
    examineCheck('last audit', checks.get('audit'), {
      hoursMax: AUDIT_HOURS,
      advice: 'run `gateway audit`; a worker runs it daily, by the schedule `audit`',
      never: null,
    }),
    examineCheck('last reconciliation', checks.get('reconciliation'), {
      hoursMax: RECONCILIATION_HOURS,
      advice: "run `gateway reconcile` daily with each provider's statement, a file",
      never: (await findFirstLiveMovement(db)) === null ? 'no live money has moved' : null,
    }),
    examineVat(await listVatRates(db)),
    examineHolidays(await listHolidays(db), await usesBankDays(db)),
  ];
}

const VAT_DAYS_AHEAD = 60;

/** The last rate stays in force after its day, which a decree may not have meant. */
function examineVat(rates: readonly VatRate[]): Finding {
  const name = 'VAT rates';
  const last = rates.at(-1);
  if (last === undefined) return ok(name, 'none: no VAT on fees');
  const found = describeVatRates(rates);
  const ahead = bangkokDay(Date.now() + VAT_DAYS_AHEAD * 24 * 60 * 60 * 1000);
  if (last.until >= ahead) return ok(name, found);
  return warn(name, found, 'enter the rate that follows, at /console/vat');
}

/** Money whose bank days reach a year without known holidays stays pending. */
function examineHolidays(days: readonly string[], isUsed: boolean): Finding {
  const name = 'bank holidays';
  const years = [...new Set(days.map(yearOf))];
  const found = years.length === 0 ? 'of no year' : `of ${years.join(', ')}`;
  if (!isUsed) return ok(name, `${found}; no merchant has a rule of bank days`);
  const thisYear = yearOf(bangkokDay(Date.now()));
  const missing = [thisYear, String(Number(thisYear) + 1)].find((year) => !years.includes(year));
  if (missing === undefined) return ok(name, found);
  return warn(name, found, `enter those of ${missing}, at /console/bank-holidays`);
}

/** Every process must know the last migration, as after a complete upgrade. */
async function examineProcesses(db: Db): Promise<Finding> {
  const name = 'processes';
  const older = await findProcessesBefore(db, schemaVersion);
  if (older.length === 0) return ok(name, 'none of an older version');
  const found = older.map(({ part, schema }) => `${part} ${schema}`).join(', ');
  return warn(name, `of an older version: ${found}`, 'complete the upgrade: `upgrade --check`');
}

/** Opens the oldest and newest value of each sealed column with the keys. */
async function examineSealed(config: Config, db: Db): Promise<Finding> {
  const name = 'stored secrets';
  const samples = await sampleSealed(db);
  if (samples.length === 0) return ok(name, 'none');
  const master = findMaster(config);
  if (master === null) return warn(name, 'not opened', 'set ENCRYPTION_KEYS to check them');
  let vault: Vault;
  try {
    ({ vault } = await openVault(db, master));
  } catch (error) {
    return fail(name, reasonOf(error), 'add the missing master key, or repair the key command');
  }
  const shut = samples.filter(({ sealed, context }) => {
    try {
      if (typeof sealed === 'string') vault.open(sealed, context);
      else vault.openBytes(sealed, context);
      return false;
    } catch {
      return true;
    }
  });
  if (shut.length === 0) return ok(name, `opened in ${samples.length} samples`);
  const columns = new Set(shut.map(({ table, column }) => `${table}.${column}`));
  const advice = 'add the missing key to ENCRYPTION_KEYS';
  return fail(name, `cannot be opened: ${[...columns].join(', ')}`, advice);
}

const HOUR_MS = 3_600_000;

/** Housekeeping creates partitions a week ahead. */
const PARTITIONS_AHEAD_MIN_DAYS = 3;
const DAY_MS = 24 * HOUR_MS;

async function examinePartitions(db: Db): Promise<Finding[]> {
  const found = await measurePartitions(db);
  return found.map(({ table, endsAt, strayRows }) => {
    const name = `partitions of ${table}`;
    const days = Math.floor(((endsAt?.getTime() ?? 0) - Date.now()) / DAY_MS);
    if (days < PARTITIONS_AHEAD_MIN_DAYS) {
      const advice = 'housekeeping is late: check the workers, or run `gateway migrate`';
      return warn(name, `created for ${Math.max(days, 0)} more days`, advice);
    }
    if (strayRows === 0) return ok(name, `created for ${days} more days`);
    const advice = 'they are removed by row when they expire; check the clocks of all machines';
    return warn(name, `rows in the default partition: ${strayRows}`, advice);
  });
}

/** The same as in the alerts of deploy/prometheus/alerts.yml. */
const HOUSEKEEPING_HOURS = 6;
const AUDIT_HOURS = 26;
const RECONCILIATION_HOURS = 50;

async function examineHousekeeping(db: Db): Promise<Finding> {
  const name = 'housekeeping';
  const atMs = await findCountedUntil(db);
  if (!Number.isFinite(atMs)) return warn(name, 'never completed', 'start a worker');
  const hours = Math.round((Date.now() - atMs) / HOUR_MS);
  const found = `orders are counted up to ${hours} hours ago`;
  if (hours < HOUSEKEEPING_HOURS) return ok(name, found);
  return warn(name, found, 'see SaphanHousekeepingStopped in docs/runbooks.md');
}

function examineCheck(
  name: string,
  last: CheckRun | undefined,
  {
    hoursMax,
    advice,
    never,
  }: {
    readonly hoursMax: number;
    readonly advice: string;
    /** Why the check need not have run yet; null if it must have. */
    readonly never: string | null;
  },
): Finding {
  if (last === undefined) {
    return never === null ? warn(name, 'never', advice) : ok(name, `never: ${never}`);
  }
  const { at, differences } = last;
  const found = `${at.toISOString()}, ${differences} differences`;
  if (differences > 0) return fail(name, found, `${advice}; docs/runbooks.md`);
  if (Date.now() - at.getTime() <= hoursMax * HOUR_MS) return ok(name, found);
  return warn(name, found, advice);
}
