#!/usr/bin/env node
// `npm run docs`: builds the documentation into site/public, from which the gateway serves it when
// it runs from sources, or into the folder of the argument. Does nothing when it is up to date.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './ready.mjs';

const [folder = path.join(root, 'site', 'public')] = process.argv.slice(2);
const stamp = path.join(folder, '.sources');
const sources = fingerprint();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sources) {
  const { buildSite } = await import('../site/builder/build.mjs');
  const { writePackages } = await import('./packages.mjs');
  buildSite(folder);
  writePackages(folder);
  writeFileSync(stamp, sources);
  // A build prints its own lines, and `npm start -- --json` nothing else.
  if (process.argv.length === 2) console.log(`Wrote ${path.relative(process.cwd(), folder)}.`);
}

/** Hash of the names and contents of all sources. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = ['site', 'client', 'clients'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((file) => path.join(folder, file))
      .filter((file) => !/^(?:site.public|client.dist)\b/.test(file)),
  );
  const documents = ['', '-providers', '-operators'].map((suffix) => `docs/openapi${suffix}.json`);
  for (const name of [...files, ...documents, 'package-lock.json', 'CHANGELOG.md']) {
    const file = path.join(root, name);
    if (statSync(file).isFile()) hash.update(`${name}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}
