// Installs the fuzzer: Python packages in a venv. Node modules only.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const isWindows = process.platform === 'win32';

/** The path of the `st` command. Throws, with instructions, without a suitable Python. */
export function obtainSchemathesis(cacheDir, requirements) {
  const pinned = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const venv = path.join(cacheDir, `fuzz-${pinned.slice(0, 12)}`);
  const program = isWindows ? path.join(venv, 'Scripts/st.exe') : path.join(venv, 'bin/st');
  // Written last: without it, the venv is incomplete.
  const done = path.join(venv, '.complete');
  if (existsSync(done)) return program;
  console.error('Installing the fuzzer (once, about a minute) …');
  rmSync(venv, { recursive: true, force: true });
  mkdirSync(cacheDir, { recursive: true });
  run(findPython(), ['-m', 'venv', venv], 'Python requires its venv module');
  const python = isWindows ? path.join(venv, 'Scripts/python.exe') : path.join(venv, 'bin/python');
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps'];
  run(python, [...install, '--requirement', requirements], 'PyPI is not reachable');
  writeFileSync(done, '');
  return program;
}

function findPython() {
  const wanted = 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else 1)';
  const names = isWindows ? ['python', 'py'] : ['python3', 'python'];
  const found = names.find((name) => spawnSync(name, ['-c', wanted]).status === 0);
  if (found !== undefined) return found;
  throw new Error(
    `The fuzzer needs Python 3.11 or newer with its venv module, as ${names.join(' or ')}. ` +
      'On Debian: apt-get install python3 python3-venv.',
  );
}

function run(command, commandArguments, otherwise) {
  const { status, stdout, stderr } = spawnSync(command, commandArguments, { encoding: 'utf8' });
  if (status === 0) return;
  throw new Error(
    `The fuzzer could not be installed: ${otherwise}.\n${stdout ?? ''}${stderr ?? ''}`,
  );
}
