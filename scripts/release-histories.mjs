// node scripts/release-histories.mjs <version>: with a release, whose workflows will be running for
// days. Moves the histories of `next` to a folder of that version and writes down what they are, so
// that nobody replaces them. Every release does it, also one that has none of its own.
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
    `A new version is needed, as 1.2.3. Released are ${Object.keys(released).join(', ')}.`,
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
