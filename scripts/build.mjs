// Node modules only: this runs before the build.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const watched = ['src', 'client', 'clients', 'sandbox', 'workflows', 'activities', 'site'];
/** Written by the build. */
const written = ['site/public', 'client/dist'].map((folder) => path.normalize(folder));
const settings = [
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'CHANGELOG.md',
  'docs/openapi.json',
  'docs/openapi-operators.json',
  'docs/openapi-providers.json',
];

/** Whether `dist` is up to date. Takes about 10 ms. */
export function isBuilt(root) {
  const stamp = stampOf(path.join(root, 'dist'));
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root);
}

/** Builds into a new folder that replaces `dist` on success. */
export async function build(root) {
  const [dist, fresh, old] = ['dist', 'dist.new', 'dist.old'].map((name) => path.join(root, name));
  for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  // Before the compilation: later changes cause another build.
  const sources = fingerprint(root);
  await runNode(root, [
    'node_modules/typescript/bin/tsc',
    '-p',
    'tsconfig.build.json',
    '--outDir',
    fresh,
  ]);
  await runNode(root, ['scripts/bundle-workflows.mjs', fresh]);
  copyAssets(root, fresh);
  await runNode(root, ['scripts/docs.mjs', path.join(fresh, 'site', 'public')]);
  writeFileSync(stampOf(fresh), sources);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

/** Copies the schema, and the stylesheets, scripts, icons and fonts of pages, unchanged. */
export function copyAssets(root, dist) {
  for (const folder of ['src', 'sandbox']) {
    for (const file of readdirSync(path.join(root, folder), { recursive: true })) {
      if (!/\.(css|js|sql|svg|woff2)$/.test(file)) continue;
      cpSync(path.join(root, folder, file), path.join(dist, folder, file));
    }
  }
}

function stampOf(dist) {
  return path.join(dist, '.sources');
}

/** Hash of the names, sizes and times of all sources. */
function fingerprint(root) {
  const sources = watched.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((file) => path.join(folder, file))
      .filter((file) => !written.some((folder) => file.startsWith(folder))),
  );
  const lines = [...sources, ...settings].map((file) => {
    const status = statSync(path.join(root, file));
    return status.isFile() ? `${file} ${status.size} ${status.mtimeMs}` : file;
  });
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

async function runNode(root, nodeArguments) {
  const child = spawn(process.execPath, nodeArguments, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`The build failed: see above (${nodeArguments[0]}).`);
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] === self) await build(path.dirname(path.dirname(self)));
