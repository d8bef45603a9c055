// Asks the registry for known weaknesses of the packages in the lock file. Ends with 0 when there
// is none of consequence, with 1 when there is, and with 2 when nobody could be asked: that is no
// verdict, and must not look like one.
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
  // npm is a script, which Windows runs only through a shell.
  shell: process.platform === 'win32',
});

/** What npm says; null when it says nothing that can be read. */
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The packages that are weak, each with what is wrong with it or by what it is weak. */
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
  console.log(`NOT CHECKED for known weaknesses: the registry gave no answer (${reason}).`);
  process.exit(NOT_ASKED);
}
const grave = graveOf(report);
const { total } = report.metadata.dependencies;
if (grave.length === 0) {
  console.log(`No known weakness of high severity or above in ${total} packages.`);
} else {
  console.log(`${grave.length} of ${total} packages have a known weakness:\n${grave.join('\n')}`);
  process.exit(1);
}
