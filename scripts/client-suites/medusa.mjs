// The suite of plugins/medusa: the packed provider with Medusa's own packages, which npm installs
// once into the user's cache.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fillOnce } from '../program-cache.mjs';
import { root } from '../ready.mjs';
import { userCacheDir } from '../user-cache-dir.mjs';
import { countTests } from './junit.mjs';

const source = path.join(root, 'plugins/medusa');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

export const medusaSuite = {
  missing: () => null,
  async prepare(folder) {
    const modules = path.join(folder, 'node_modules');
    mkdirSync(modules);
    symlinkSync(path.join(await obtainMedusa(), 'node_modules/@medusajs'), `${modules}/@medusajs`);
    const ours = path.join(root, 'node_modules');
    symlinkSync(path.join(ours, 'standardwebhooks'), path.join(modules, 'standardwebhooks'));
    unpack('saphan', path.join(root, 'client'), folder);
    const copy = path.join(folder, 'source');
    cpSync(source, copy, { recursive: true });
    const tsc = path.join(ours, 'typescript/bin/tsc');
    run(process.execPath, [tsc, '-p', copy, '--typeRoots', path.join(ours, '@types')], folder);
    unpack('medusa-payment-saphan', copy, folder, '--ignore-scripts');
    cpSync(path.join(source, 'test'), path.join(folder, 'test'), { recursive: true });
    const report = path.join(folder, 'report.xml');
    const reporters = ['spec', 'stdout', 'junit', report].map((each, at) =>
      at % 2 === 0 ? `--test-reporter=${each}` : `--test-reporter-destination=${each}`,
    );
    return {
      program: process.execPath,
      programArguments: ['--test', ...reporters, path.join(folder, 'test/provider.test.mjs')],
      cwd: folder,
      environment: {},
      count: () => countTests(report),
    };
  },
};

/** Packs a package as it would be published, and installs what the archive has. */
function unpack(name, from, folder, ...options) {
  const words = ['pack', '--silent', '--pack-destination', folder, ...options, from];
  const archive = run(npm, words, root).trim().split('\n').at(-1);
  const target = path.join(folder, 'node_modules', name);
  mkdirSync(target);
  run('tar', ['-xzf', path.join(folder, archive), '--strip-components=1', '-C', target], folder);
}

/** The folder with Medusa's packages in the versions of the provider's package.json. */
async function obtainMedusa() {
  const { devDependencies: dependencies } = JSON.parse(
    readFileSync(path.join(source, 'package.json'), 'utf8'),
  );
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

function run(program, words, cwd) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}:\n${stdout}${stderr}`);
  return stdout;
}
