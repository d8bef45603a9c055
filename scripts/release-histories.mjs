// node scripts/release-histories.mjs <version>: part of every release, whose workflows may run for
// days. Moves the histories of `next` to a folder of the version and records their hashes, so that
// they cannot be replaced.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { root } from './ready.mjs';

const [version = ''] = process.argv.slice(2);
const folder = path.join(root, 'test/workflows/histories');
const list = path.join(folder, 'released.json');
const released = JSON.parse(readFileSync(list, 'utf8'));
if (!/^\d+\.\d+\.\d+$/.test(version) || version in released) {
  throw new Error(
    `The version must be new, such as 1.2.3. Released: ${Object.keys(released).join(', ')}.`,
  );
}

const from = path.join(folder, 'next');
const to = path.join(folder, version);
if (existsSync(from)) renameSync(from, to);
else mkdirSync(to);
const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
released[version] = Object.fromEntries(
  readdirSync(to)
    .sort()
    .map((file) => [path.basename(file, '.json'), digest(path.join(to, file))]),
);
writeFileSync(list, `${JSON.stringify(released, null, 2)}\n`);
