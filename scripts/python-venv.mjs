// Python packages in a venv of the user's cache, by a file of pinned requirements. Node modules
// only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const isWindows = process.platform === 'win32';
const names = isWindows ? ['python', 'py'] : ['python3', 'python'];

/** The folder of a venv's programs. Throws, with instructions, without a suitable Python. */
export function obtainVenv(cacheDir, { name, title, requirements }) {
  const pinned = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const venv = path.join(cacheDir, `${name}-${pinned.slice(0, 12)}`);
  const programs = path.join(venv, isWindows ? 'Scripts' : 'bin');
  // Written last: without it, the venv is incomplete.
  const done = path.join(venv, '.complete');
  if (existsSync(done)) return programs;
  console.error(`Installing ${title} (once, about a minute) …`);
  rmSync(venv, { recursive: true, force: true });
  mkdirSync(cacheDir, { recursive: true });
  const python = findPython();
  if (python === undefined) throw new Error(`${title} needs ${pythonNeeded}`);
  run(title, python, ['-m', 'venv', venv], 'Python requires its venv module');
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
  const inside = path.join(programs, programName('python'));
  run(title, inside, [...install, '--requirement', requirements], 'PyPI is not reachable');
  writeFileSync(done, '');
  return programs;
}

export const programName = (name) => (isWindows ? `${name}.exe` : name);

export const pythonNeeded =
  `Python 3.11 or newer with its venv module, as ${names.join(' or ')}. ` +
  'On Debian: apt-get install python3 python3-venv.';

/** The name of a Python that can make a venv; undefined without one. */
export function findPython() {
  const wanted = 'import ensurepip, sys, venv; sys.exit(0 if sys.version_info >= (3, 11) else 1)';
  return names.find((name) => spawnSync(name, ['-c', wanted]).status === 0);
}

function run(title, command, commandArguments, otherwise) {
  const { status, stdout, stderr } = spawnSync(command, commandArguments, { encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(`${title} could not be installed: ${otherwise}.\n${stdout ?? ''}${stderr ?? ''}`);
}
