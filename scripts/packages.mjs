// The packages of clients and plug-ins, as they are published. Node modules only, besides npm, tar
// and, for the Python client, Python.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { fillOnce } from './program-cache.mjs';
import { obtainVenv, programName } from './python-venv.mjs';
import { root } from './ready.mjs';
import { userCacheDir } from './user-cache-dir.mjs';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
// Of each file in a package, so that the same commit makes the same package. A zip has local time.
const ZIP_TIME = new Date(2020, 0, 1);
const EPOCH = '1577836800';

const run = (program, words, cwd, environment = {}) =>
  execFileSync(program, words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** By name. Each writes its files into a folder; those of one archive return it. */
export const packers = {
  typescript: (folder) => packNpm(path.join(root, 'client'), folder),
  python: packPython,
  php: (folder) => packComposer('clients/php', 'saphan-php', folder),
  woocommerce: (folder) => packComposer('plugins/woocommerce', 'saphan-for-woocommerce', folder),
  medusa: packMedusa,
};

function packNpm(from, folder, ...options) {
  const words = ['pack', '--silent', '--pack-destination', folder, ...options];
  return path.join(folder, run(npm, words, from).trim().split('\n').at(-1));
}

export function unpackNpm(archive, target) {
  mkdirSync(target, { recursive: true });
  run('tar', ['-xzf', archive, '--strip-components=1', '-C', target], target);
}

/** A wheel and a source distribution. From a copy, because setuptools writes into the source. */
function packPython(folder) {
  const python = clientPython();
  withCopy('clients/python', (copy) => {
    const epoch = { SOURCE_DATE_EPOCH: EPOCH };
    for (const kind of ['wheel', 'sdist']) {
      const call = `from setuptools import build_meta as b; b.build_${kind}(r'${folder}')`;
      run(python, ['-c', call], copy, epoch);
    }
  });
}

/** A Python with the tools of the client's suite, in a venv of the user's cache. */
export function clientPython() {
  const programs = obtainVenv(userCacheDir(), {
    name: 'client-python',
    title: 'The tools of the Python client',
    requirements: path.join(root, 'clients/python/requirements-test.txt'),
  });
  return path.join(programs, programName('python'));
}

/** A zip for Composer, with the version in its manifest. */
function packComposer(source, name, folder) {
  const version = versionIn(path.join(root, source, 'CHANGELOG.md'));
  const manifest = JSON.parse(readFileSync(path.join(root, source, 'composer.json'), 'utf8'));
  // Where the clone has its other packages.
  delete manifest.repositories;
  const text = `${JSON.stringify({ ...manifest, version }, null, 4)}\n`;
  const file = path.join(folder, `${name}-${version}.zip`);
  writeFileSync(file, zipOf(source, name, { 'composer.json': text }));
  return file;
}

/** The files of a package without its tests, in a folder. `changed` has other texts for some. */
function zipOf(source, name, changed = {}) {
  const from = path.join(root, source);
  const entries = readdirSync(from, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !unpacked.test(file) && statSync(path.join(from, file)).isFile())
    .toSorted()
    .map((file) => {
      const content = Buffer.from(changed[file] ?? readFileSync(path.join(from, file)));
      return [`${name}/${file}`, [content, { mtime: ZIP_TIME }]];
    });
  return zipSync(Object.fromEntries(entries));
}

export function unpackZip(zip, folder) {
  for (const [name, content] of Object.entries(unzipSync(readFileSync(zip)))) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

/** The clients under the names by which the guides install them from the gateway. */
export function writePackages(folder) {
  renameSync(packers.typescript(folder), path.join(folder, 'saphan.tgz'));
  renameSync(packers.php(folder), path.join(folder, 'saphan-php.zip'));
  writeFileSync(path.join(folder, 'saphan-python.zip'), zipOf('clients/python', 'saphan-python'));
}

/** Tests, their settings, and what tools leave behind. */
const unpacked =
  /^(tests|vendor|build)\/|^php(cs|unit)\.xml$|^requirements|\.lock$|__pycache__|egg-info|\/\.|^\./;

function versionIn(changelog) {
  const [, version] = /^## (\d+\.\d+\.\d+)/m.exec(readFileSync(changelog, 'utf8')) ?? [];
  if (version === undefined) throw new Error(`${changelog} names no version.`);
  return version;
}

/** The provider is compiled against Medusa's own packages and the packed client. */
async function packMedusa(folder) {
  const medusa = await obtainMedusa();
  return withCopy('plugins/medusa', (copy) => {
    linkMedusa(medusa, copy);
    const client = packers.typescript(path.dirname(copy));
    unpackNpm(client, path.join(copy, 'node_modules/saphan'));
    const types = path.join(root, 'node_modules/@types');
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
    run(process.execPath, [tsc, '-p', copy, '--typeRoots', types], copy);
    return packNpm(copy, folder, '--ignore-scripts');
  });
}

/** Gives a folder Medusa's packages and the one that the client needs. */
export function linkMedusa(medusa, folder) {
  const modules = path.join(folder, 'node_modules');
  mkdirSync(modules);
  symlinkSync(path.join(medusa, 'node_modules/@medusajs'), path.join(modules, '@medusajs'));
  const needed = path.join(root, 'node_modules/standardwebhooks');
  symlinkSync(needed, path.join(modules, 'standardwebhooks'));
}

/**
 * A folder of the user's cache with Medusa's packages, in the versions of the provider's
 * package.json, and further ones.
 */
export async function obtainMedusa(others = {}) {
  const manifestFile = path.join(root, 'plugins/medusa/package.json');
  const { devDependencies } = JSON.parse(readFileSync(manifestFile, 'utf8'));
  const dependencies = { ...devDependencies, ...others };
  const manifest = JSON.stringify({ name: 'medusa', private: true, dependencies });
  const pinned = createHash('sha256').update(manifest).digest('hex').slice(0, 12);
  const cache = path.join(userCacheDir(), `medusa-${pinned}`);
  await fillOnce(cache, (draft) => {
    console.error('Installing the packages of Medusa (once, about a minute) …');
    writeFileSync(path.join(draft, 'package.json'), manifest);
    run(npm, ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--silent'], draft);
  });
  return cache;
}

function withCopy(source, use) {
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-package-'));
  try {
    const copy = path.join(folder, path.basename(source));
    cpSync(path.join(root, source), copy, { recursive: true });
    return use(copy);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
