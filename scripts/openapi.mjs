#!/usr/bin/env node
// `npm run openapi`: writes docs/openapi.json, the description of a sandbox as `npm start` runs it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { lockClone } from './lock.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

async function makeReady() {
  const release = await lockClone(root);
  try {
    await ensureInstalled();
    if (!isBuilt(root)) await build(root);
  } finally {
    release();
  }
}

const load = (module) => import(pathToFileURL(path.join(root, 'dist/src', module)).href);

await makeReady();
const { openApiFile } = await load('http/openapi/file.js');
const target = path.join(root, 'docs/openapi.json');
writeFileSync(target, openApiFile());
console.log(`Wrote ${path.relative(process.cwd(), target)}.`);
