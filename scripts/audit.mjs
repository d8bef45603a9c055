// Checks the packages of the lock file for known vulnerabilities with the registry or, where it
// does not answer, with the database of ADVISORY_DATABASE: a folder of advisories in the OSV
// format, as in https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip. Exits with 0
// without one of high severity, with 1 with one, and with 2 if neither could be asked.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const GRAVE = ['high', 'critical'];
const NOT_ASKED = 2;

const npm = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  // On Windows, npm is a script that requires a shell.
  shell: process.platform === 'win32',
});

/** The output of npm. Null if it is not JSON. */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The vulnerable packages with their advisories or vulnerable dependencies. */
function graveOf({ vulnerabilities }) {
  return Object.values(vulnerabilities)
    .filter(({ severity }) => GRAVE.includes(severity))
    .map(({ name, severity, via }) => {
      const reasons = via.map((cause) => (typeof cause === 'string' ? cause : cause.title));
      return `  ${severity}  ${name}: ${reasons.join('; ')}`;
    });
}

/** Numbers and the pre-release of a version, which sort as semver.org demands. */
function partsOf(version) {
  const [, numbers, pre] = /^v?([\d.]+)(?:-([^+]*))?/.exec(version) ?? ['', '0'];
  return [numbers.split('.').map(Number), pre?.split('.') ?? null];
}

function compareParts(a, b) {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return Number(a) - Number(b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}

function compare(version, other) {
  const [[numbers, pre], [otherNumbers, otherPre]] = [partsOf(version), partsOf(other)];
  for (let n = 0; n < 3; n++) {
    const difference = (numbers[n] ?? 0) - (otherNumbers[n] ?? 0);
    if (difference !== 0) return difference;
  }
  // A pre-release precedes its release.
  if (pre === null || otherPre === null) return Number(pre === null) - Number(otherPre === null);
  for (let n = 0; n < Math.max(pre.length, otherPre.length); n++) {
    if (pre[n] === undefined || otherPre[n] === undefined) return pre.length - otherPre.length;
    const difference = compareParts(pre[n], otherPre[n]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether the version is between an `introduced` and the next `fixed` or after `last_affected`. */
const isInRange = (version, events) =>
  events.reduce((affected, { introduced, fixed, last_affected: last }) => {
    if (introduced !== undefined)
      return affected || introduced === '0' || compare(version, introduced) >= 0;
    if (fixed !== undefined) return affected && compare(version, fixed) < 0;
    return last === undefined ? affected : affected && compare(version, last) <= 0;
  }, false);

const affects = ({ ranges = [], versions = [] }, version) =>
  versions.includes(version) ||
  ranges.some(({ type, events }) => type === 'SEMVER' && isInRange(version, events));

/** Name and version of every locked package. */
function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  return Object.entries(packages).flatMap(([folder, { version, name }]) =>
    folder === '' ? [] : [{ version, name: name ?? folder.split('node_modules/').at(-1) }],
  );
}

/** Advisories without a severity count as grave. */
function graveInDatabase(advisories, locked) {
  return advisories
    .filter(({ withdrawn }) => withdrawn === undefined)
    .flatMap(({ id, summary = '', affected = [], database_specific: own }) => {
      const severity = own?.severity?.toLowerCase() ?? 'unknown';
      if (severity !== 'unknown' && !GRAVE.includes(severity)) return [];
      return affected
        .filter(({ package: { ecosystem } }) => ecosystem === 'npm')
        .flatMap((each) =>
          locked
            .filter(({ name }) => name === each.package.name)
            .filter(({ version }) => affects(each, version))
            .map(({ name, version }) => `  ${severity}  ${name} ${version}: ${id} ${summary}`),
        );
    });
}

function finish(grave, total, source) {
  if (grave.length > 0) {
    console.log(
      `${grave.length} of ${total} packages are vulnerable${source}:\n${grave.join('\n')}`,
    );
    process.exit(1);
  }
  console.log(`No known vulnerability of high or critical severity in ${total} packages${source}.`);
  process.exit(0);
}

const report = read(npm.stdout ?? '');
if (report?.metadata?.vulnerabilities !== undefined) {
  finish(graveOf(report), report.metadata.dependencies.total, '');
}
const reason = npm.error?.message ?? report?.message ?? npm.stderr?.trim().split('\n')[0];
const database = process.env.ADVISORY_DATABASE;
if (database === undefined) {
  console.log(
    `NOT CHECKED for vulnerabilities: the registry did not answer (${reason}),` +
      ' and ADVISORY_DATABASE names no folder of advisories.',
  );
  process.exit(NOT_ASKED);
}
const advisories = readdirSync(database)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(path.join(database, file), 'utf8')));
const newest = advisories.reduce(
  (latest, { modified }) => (modified > latest ? modified : latest),
  '',
);
if (newest === '') throw new Error(`${database} has no advisory`);
const locked = lockedPackages();
const source = ` by ${advisories.length} advisories up to ${newest.slice(0, 10)}`;
finish(graveInDatabase(advisories, locked), locked.length, source);
