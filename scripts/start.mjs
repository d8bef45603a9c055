#!/usr/bin/env node
// `npm start` and `npm run gateway -- <command>`: installs and builds if necessary, then runs the
// command in this process, so that it receives signals directly. Node modules only.
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { lock } from './lock.mjs';

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
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

/** Installs and builds if necessary, under a lock. */
async function makeReady() {
  const release = await lock(root);
  try {
    // In a terminal, npm shows its own progress.
    if (process.stderr.isTTY) await ensureInstalled();
    else await withProgress('Dependencies', ensureInstalled);
    if (!isBuilt(root)) await withProgress('Build', () => build(root));
  } finally {
    release();
  }
}

/** Obtains the Temporal server that `start` runs, unless the environment names one. */
async function provideTemporal() {
  const { TEMPORAL_ADDRESS, TEMPORAL_PROGRAM } = process.env;
  const [command, ...rest] = process.argv.slice(2);
  if (TEMPORAL_ADDRESS || TEMPORAL_PROGRAM || rest.includes('--help')) return;
  if (command !== 'start' && command !== 'doctor') return;
  const { findCli, obtainCli } = await import('./temporal.mjs');
  const program = command === 'start' ? await withProgress('Temporal', obtainCli) : findCli();
  if (program !== null) process.env.TEMPORAL_PROGRAM = program;
}

try {
  await makeReady();
  await provideTemporal();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
await import(pathToFileURL(path.join(root, 'dist/src/main.js')).href);
