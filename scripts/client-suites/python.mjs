// The suite of clients/python: pytest, on the wheel of the package in an empty folder. The samples
// of the documentation are checked with it.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeSamples } from './samples.mjs';
import { clientPython, packers } from '../packages.mjs';
import { findPython, pythonNeeded } from '../python-venv.mjs';
import { root } from '../ready.mjs';
import { countTests } from './junit.mjs';

const source = path.join(root, 'clients/python');

export const pythonSuite = {
  missing: () => (findPython() === undefined ? `It needs ${pythonNeeded}` : null),
  async prepare(folder) {
    const python = clientPython();
    const site = path.join(folder, 'site');
    await install(python, folder, site);
    await check(python, folder);
    await checkSamples(python, folder);
    const report = path.join(folder, 'report.xml');
    return {
      program: python,
      programArguments: [
        '-m',
        'pytest',
        '--quiet',
        '-p',
        'no:cacheprovider',
        `--junitxml=${report}`,
      ],
      cwd: source,
      environment: { PYTHONPATH: site, PYTHONDONTWRITEBYTECODE: '1' },
      count: () => countTests(report),
    };
  },
};

/** Installs the wheel of a release, and its source distribution, which must have the same files. */
async function install(python, folder, site) {
  packers.python(folder);
  const [wheel, source] = ['.whl', '.tar.gz'].map((end) =>
    path.join(
      folder,
      readdirSync(folder).find((name) => name.endsWith(end)),
    ),
  );
  const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet', '--no-deps'];
  const options = [...pip, '--no-build-isolation', '--no-index', '--target'];
  await run(python, [...options, site, wheel], folder);
  const other = path.join(folder, 'of-source');
  await run(python, [...options, other, source], folder);
  const filesOf = (from) => readdirSync(path.join(from, 'saphan')).toSorted().join();
  if (filesOf(site) !== filesOf(other)) throw new Error(`${source} has other files than ${wheel}.`);
}

/** Style and types, with the tools' caches outside of the source. */
async function check(python, folder) {
  await run(python, ['-m', 'ruff', 'check', '--no-cache', '.'], source);
  await run(python, ['-m', 'ruff', 'format', '--no-cache', '--check', '.'], source);
  await run(python, ['-m', 'mypy', `--cache-dir=${path.join(folder, 'mypy')}`], source);
}

/** Of the documentation: style, and types against the client. */
async function checkSamples(python, folder) {
  const samples = writeSamples(path.join(folder, 'samples'));
  const ruff = (...words) => run(python, ['-m', 'ruff', ...words, '--isolated', samples], folder);
  await ruff('check', '--no-cache', '--extend-select=I,B,UP,SIM');
  await ruff('format', '--no-cache', '--check', '--line-length=100');
  const options = ['--config-file=', '--check-untyped-defs', '--python-version=3.10'];
  const cache = `--cache-dir=${path.join(folder, 'mypy')}`;
  const MYPYPATH = path.join(source, 'src');
  await run(python, ['-m', 'mypy', ...options, cache, samples], folder, { MYPYPATH });
}

async function run(program, programArguments, cwd, environment = {}) {
  try {
    const env = { ...process.env, ...environment };
    await promisify(execFile)(program, programArguments, { cwd, env });
  } catch (error) {
    throw new Error(`${programArguments.join(' ')}:\n${error.stdout}${error.stderr}`, {
      cause: error,
    });
  }
}
