#!/usr/bin/env node
// `npm start` and `npm run gateway -- <command>`: installs and builds if necessary, then runs the
// command in this process, so that it receives signals directly. Node modules only.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { lockClone } from './lock.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const FIRST_AFTER_MS = 2_000;
const EVERY_MS = 5_000;

/** Runs the work, and prints its progress after 2 seconds. */
async function withProgress(title, work) {
  const beganAtMs = Date.now();
  let timer = setTimeout(function show() {
    console.error(`  … ${title}, ${Math.round((Date.now() - beganAtMs) / 1000)} s`);
    timer = setTimeout(show, EVERY_MS);
  }, FIRST_AFTER_MS);
  try {
    await work();
  } finally {
    clearTimeout(timer);
  }
}

/** Installs and builds if necessary, under a lock. */
async function makeReady() {
  const release = await lockClone(root);
  try {
    // In a terminal, npm shows its own progress.
    if (process.stderr.isTTY) await ensureInstalled();
    else await withProgress('Dependencies', ensureInstalled);
    if (!isBuilt(root)) await withProgress('Build', () => build(root));
  } finally {
    release();
  }
}

try {
  await makeReady();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(pathToFileURL(path.join(root, 'dist/src/main.js')).href);
