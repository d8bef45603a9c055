// Checks the packages of the lock file for known vulnerabilities with the registry. Exits with 0
// without one of high severity, with 1 with one, and with 2 if the registry did not answer.
import { spawnSync } from 'node:child_process';
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

const report = read(npm.stdout ?? '');
if (report?.metadata?.vulnerabilities === undefined) {
  const reason = npm.error?.message ?? report?.message ?? npm.stderr?.trim().split('\n')[0];
  console.log(`NOT CHECKED for vulnerabilities: the registry did not answer (${reason}).`);
  process.exit(NOT_ASKED);
}
const grave = graveOf(report);
const { total } = report.metadata.dependencies;
if (grave.length === 0) {
  console.log(`No known vulnerability of high or critical severity in ${total} packages.`);
} else {
  console.log(`${grave.length} of ${total} packages are vulnerable:\n${grave.join('\n')}`);
  process.exit(1);
}
