// The suite of clients/python: pytest, on the wheel of the package in an empty folder.
import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPython, obtainVenv, programName, pythonNeeded } from '../python-venv.mjs';
import { root } from '../ready.mjs';
import { userCacheDir } from '../user-cache-dir.mjs';
import { countTests } from './junit.mjs';

const source = path.join(root, 'clients/python');

export const pythonSuite = {
  missing: () => (findPython() === undefined ? `It needs ${pythonNeeded}` : null),
  async prepare(folder) {
    const programs = obtainVenv(userCacheDir(), {
      name: 'client-python',
      title: 'The tools of the Python client',
      requirements: path.join(source, 'requirements-test.txt'),
    });
    const python = path.join(programs, programName('python'));
    const site = path.join(folder, 'site');
    await install(python, folder, site);
    await check(python, folder);
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

/** Builds the wheel from a copy, because setuptools writes into the source. */
async function install(python, folder, site) {
  const copy = path.join(folder, 'source');
  cpSync(source, copy, { recursive: true });
  const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--quiet', '--no-deps'];
  await run(python, [...pip, '--no-build-isolation', '--no-index', '--target', site, copy], folder);
}

/** Style and types, with the tools' caches outside of the source. */
async function check(python, folder) {
  await run(python, ['-m', 'ruff', 'check', '--no-cache', '.'], source);
  await run(python, ['-m', 'ruff', 'format', '--no-cache', '--check', '.'], source);
  await run(python, ['-m', 'mypy', `--cache-dir=${path.join(folder, 'mypy')}`], source);
}

async function run(program, programArguments, cwd) {
  try {
    await promisify(execFile)(program, programArguments, { cwd });
  } catch (error) {
    throw new Error(`${programArguments.join(' ')}:\n${error.stdout}${error.stderr}`, {
      cause: error,
    });
  }
}
