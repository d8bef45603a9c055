import { migrations } from '../migrations';
import { findContractions } from '../platform/postgres/expand-only';
import type { Db } from '../platform/postgres/connect';
import { pendingMigrations } from '../platform/postgres/migrate';
import { findApplied, findProcesses, type RunningProcess } from '../platform/postgres/processes';
import { UsageError, printRows, type Command } from './command';
import { fail, ok, warn, type Finding } from './doctor/finding';
import { withDatabase } from './wiring';

type Migrations = typeof migrations;

/** `list`: the migrations of the version. */
export const upgradeTo = (list: Migrations): Command => ({
  summary: 'check an upgrade to this version without downtime; exits 1 when it must not go on',
  usage: '',
  options: {
    check: { type: 'boolean', help: 'print the state and the next step; changes nothing' },
  },
  acceptsUnsafe: true,
  async run(invocation) {
    if (invocation.options['check'] !== true) {
      throw new UsageError('The command is `upgrade --check`: it names the next step.');
    }
    const findings = await withDatabase(invocation.config, (db) => examine(db, list));
    printRows(
      invocation,
      findings.map((finding) => ({ ...finding })),
    );
    return findings.some(({ state }) => state === 'fail') ? 1 : 0;
  },
});

export const upgrade = upgradeTo(migrations);

async function examine(db: Db, list: Migrations): Promise<Finding[]> {
  const pending = await pendingMigrations(db, list);
  // A database without migrations has no table of them.
  const applied = pending.length === list.length ? [] : await findApplied(db);
  const processes = await findProcesses(db);
  const findings = [
    examineSchema(list, pending, applied),
    examineProcesses(processes, pending, applied.at(-1) ?? ''),
  ];
  const next =
    findings.find(({ state }) => state === 'fail')?.advice ?? nextStep(list, pending, processes);
  return [...findings, ok('next step', next)];
}

/** The previous version must work during the migrations, and with the new schema. */
function examineSchema(
  list: Migrations,
  pending: readonly string[],
  applied: readonly string[],
): Finding {
  const name = 'migrations';
  const known = new Set(list.map((each) => each.name));
  const later = applied.filter((each) => !known.has(each));
  if (later.length > 0) {
    return fail(
      name,
      `the database has ${later.join(', ')}`,
      'use the newer version of the gateway',
    );
  }
  const breaking = list
    .filter((each) => pending.includes(each.name))
    .flatMap(({ name: migration, steps }) =>
      findContractions(steps.up.toString()).map((found) => `${migration} ${found}`),
    );
  if (breaking.length > 0) {
    return fail(name, breaking.join('; '), 'stop all processes, migrate, start the new version');
  }
  return ok(name, pending.length === 0 ? 'none pending' : `expand-only: ${pending.join(', ')}`);
}

/** Before the next migration, all processes must run the version of the previous one. */
function examineProcesses(
  processes: readonly RunningProcess[],
  pending: readonly string[],
  applied: string,
): Finding {
  const name = 'processes';
  const shown = processes.map(({ part, schema }) => `${part} ${schema ?? 'of unknown version'}`);
  const found = shown.length === 0 ? 'none' : shown.join(', ');
  const behind = processes.filter(({ schema }) => schema !== null && schema !== applied);
  if (pending.length > 0 && behind.length > 0) {
    return fail(name, found, 'complete the previous upgrade: replace the older processes');
  }
  if (processes.some(({ schema }) => schema === null)) {
    return warn(name, found, 'their version is not known: check that it is the previous one');
  }
  return ok(name, found);
}

function nextStep(
  list: Migrations,
  pending: readonly string[],
  processes: readonly RunningProcess[],
): string {
  if (pending.length > 0) return '`gateway migrate`';
  const isOld = ({ schema }: RunningProcess) => schema !== list.at(-1)?.name;
  const old = processes.filter(isOld).map(({ part }) => part);
  if (old.some((part) => part !== 'worker')) return 'replace the API processes, one by one';
  if (old.length > 0) return 'replace the workers, one by one';
  return 'none: every process runs this version';
}
