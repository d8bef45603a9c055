import { existsSync } from 'node:fs';
import { liveFaults } from '../config';
import type { Config } from '../config';
import { connect } from '../db/postgres/connect';
import type { Db } from '../db/postgres/connect';
import { pendingMigrations } from '../db/postgres/migrate';
import { folderPaths } from '../../sandbox/embedded/folder';
import { lockHolder } from '../../sandbox/embedded/lock';
import { plannedPorts, portFault } from '../../sandbox/embedded/ports';
import { findPostgres } from '../../sandbox/embedded/postgres-binaries';
import { embeddedAppUrl } from '../../sandbox/embedded/postgres-cluster';
import { findTemporal } from '../../sandbox/embedded/temporal-binary';
import { createClient } from '../temporal/connection';
import { searchAttributeNames } from '../temporal/search-attributes';
import { printRows } from './command';
import type { Command, Invocation } from './command';

interface Finding {
  readonly name: string;
  /** `warn`: not required, or resolved by the next start. */
  readonly state: 'ok' | 'warn' | 'fail';
  readonly found: string;
  readonly advice: string;
}

const ok = (name: string, found: string): Finding => ({ name, state: 'ok', found, advice: '' });
const warn = (name: string, found: string, advice: string): Finding => ({
  name,
  state: 'warn',
  found,
  advice,
});
const fail = (name: string, found: string, advice: string): Finding => ({
  name,
  state: 'fail',
  found,
  advice,
});

/** The first line of an error, for one cell of the table. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0] ?? '';
}

export const doctor: Command = {
  summary: 'check servers, schema, ports, keys and live settings; exits 1 on a failure',
  usage: '',
  options: {},
  acceptsUnsafe: true,
  async run(invocation) {
    const findings = await examine(invocation);
    printRows(
      invocation,
      findings.map((finding) => ({ ...finding })),
    );
    return findings.some(({ state }) => state === 'fail') ? 1 : 0;
  },
};

async function examine({ config, env }: Invocation): Promise<Finding[]> {
  const { lockFile } = folderPaths(config.dataDir);
  const runningPid = existsSync(lockFile) ? lockHolder(lockFile) : null;
  const rooms = await Promise.all([
    examineDatabase(config, runningPid !== null),
    config.temporal.address === null && runningPid === null
      ? examineTemporalProgram(env)
      : examineTemporal(config),
    examinePorts(config, runningPid),
  ]);
  return [
    ok('Node', process.versions.node),
    runningPid === null
      ? ok('gateway', `not running on ${config.dataDir}`)
      : ok('gateway', `running on ${config.dataDir} as process ${runningPid}`),
    ...rooms.flat(),
    examineKeys(config),
    ...examineLive(config, env),
  ];
}

/** The settings that live mode rejects. */
function examineLive({ mode }: Config, env: Invocation['env']): Finding[] {
  const faults = liveFaults(env);
  if (faults.length === 0) return mode === 'live' ? [ok('live settings', 'safe')] : [];
  return faults.map((fault) => {
    const [variable = '', reason = ''] = fault.split(': ');
    return fail(variable, reason, 'live mode requires it');
  });
}

interface Version {
  readonly rows: readonly { readonly server_version: string }[];
}

async function examineDatabase(config: Config, isRunning: boolean): Promise<Finding[]> {
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
    return [
      ok(name, `reachable, ${rows[0]?.server_version}`),
      await examineSchema(db),
      await examineRole(config, db),
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

/** Whether the role of the processes may change the audit log. */
async function examineRole({ mode }: Config, db: Db): Promise<Finding> {
  const name = 'database role';
  const {
    rows: [found],
  } = await db.raw<{ rows: { role: string; may: boolean | null }[] }>(
    `select current_user as role,
            has_table_privilege(to_regclass('audit_log'), 'update, delete, truncate') as may`,
  );
  const role = found?.role ?? '';
  if (found?.may !== true) return ok(name, role);
  const judge = mode === 'live' ? fail : warn;
  const advice =
    'set a restricted role in DATABASE_URL and the owner in MIGRATE_DATABASE_URL, migrate';
  return judge(name, `${role} can change the audit log`, advice);
}

async function examineTemporalProgram(env: Invocation['env']): Promise<Finding[]> {
  const program = await findTemporal({ environment: env });
  if (program !== null) return [ok('Temporal', program)];
  return [
    warn('Temporal', 'not installed', 'the first start downloads it; or set TEMPORAL_ADDRESS'),
  ];
}

async function examineTemporal(config: Config): Promise<Finding[]> {
  const { namespace, address: given, embeddedPort } = config.temporal;
  const address = given ?? `127.0.0.1:${embeddedPort}`;
  const { connection } = await createClient({
    ...config,
    temporal: { ...config.temporal, address },
  });
  try {
    return await connection.withDeadline(Date.now() + 5_000, async () => {
      const { serverVersion } = await connection.workflowService.getSystemInfo({});
      const reached = ok('Temporal', `${address} is reachable, ${serverVersion}`);
      const registered = await connection.operatorService.listSearchAttributes({ namespace });
      const missing = searchAttributeNames.filter(
        (attribute) => !Object.hasOwn(registered.customAttributes, attribute),
      );
      const attributes =
        missing.length === 0
          ? ok('search attributes', `all in namespace ${namespace}`)
          : warn(
              'search attributes',
              `missing: ${missing.join(', ')}`,
              'the worker registers them',
            );
      return [reached, attributes];
    });
  } catch (error) {
    return [
      fail('Temporal', reasonOf(error), 'check TEMPORAL_ADDRESS, _NAMESPACE, _TLS and _API_KEY'),
    ];
  } finally {
    await connection.close();
  }
}

function examinePorts(config: Config, runningPid: number | null): Promise<Finding[]> {
  // With external servers, an `api` process may use the port without `start`.
  const judge = config.database.url !== null && config.temporal.address !== null ? warn : fail;
  return Promise.all(
    plannedPorts(config).map(async ({ variable, host, port }) => {
      const fault = await portFault(host, port);
      if (fault === null) return ok(variable, `${port} is free`);
      if (runningPid !== null) return ok(variable, `${port} is in use by the running gateway`);
      return judge(variable, fault, `set ${variable} to a free port for \`start\``);
    }),
  );
}

function examineKeys(config: Config): Finding {
  const name = 'encryption keys';
  const { length } = config.encryptionKeys;
  if (length > 0) return ok(name, `${length} in ENCRYPTION_KEYS`);
  const { secretsFile } = folderPaths(config.dataDir);
  if (existsSync(secretsFile)) return ok(name, secretsFile);
  return warn(name, 'none', '`start` creates them; `api` and `worker` require ENCRYPTION_KEYS');
}
