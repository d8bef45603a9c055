#!/usr/bin/env node
// `npm test [-- jest arguments]`: installs what is missing, runs jest, and ends with one line,
// `N passed, N failed`. The exit code is 0 only when something passed and nothing failed.
// `npm run test:topology [-- jest arguments]` runs what needs Temporal, or a part of it, on the
// server that a real installation has, with its state in Postgres.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { lockClone } from './lock.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Two runs at once must not install at once. */
async function install() {
  const release = await lockClone(root);
  try {
    await ensureInstalled();
  } finally {
    release();
  }
}

const onPostgres = '--temporal-on-postgres';
const [first, ...others] = process.argv.slice(2);

/** What a Temporal of another make could change. */
const onTemporal = ['test/(e2e|temporal|topology|workflows)/'];

/** What jest is told, and the environment that it is told in. */
const run =
  first === onPostgres
    ? {
        jestArguments: others.length === 0 ? onTemporal : others,
        environment: { SAPHAN_TEST_TEMPORAL: 'postgres' },
      }
    : { jestArguments: process.argv.slice(2), environment: {} };

/** Runs jest to its end and gives its exit code. Jest itself stops the servers when interrupted. */
function runJest({ jestArguments, environment }, summaryFile) {
  const env = { ...process.env, ...environment, SAPHAN_TEST_SUMMARY: summaryFile };
  const child = spawn(
    process.execPath,
    [path.join(root, 'node_modules/jest/bin/jest.js'), ...jestArguments],
    { cwd: root, stdio: 'inherit', env },
  );
  // A terminal tells the whole group of an interrupt; whoever kills this process tells only it.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

function readSummary(summaryFile) {
  try {
    return JSON.parse(readFileSync(summaryFile, 'utf8'));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'saphan-summary-'));
const summaryFile = path.join(folder, 'summary.json');
const exitCode = await install()
  .then(() => runJest(run, summaryFile))
  .catch((error) => {
    console.error(error.message);
    return 1;
  });
const { passed, failed } = readSummary(summaryFile);
rmSync(folder, { recursive: true });
// What fails outside every test (the set-up, an interrupt) is a failure too.
const failures = exitCode === 0 ? failed : Math.max(failed, 1);
console.log(`${passed} passed, ${failures} failed`);
process.exitCode = exitCode === 0 && (passed === 0 || failures > 0) ? 1 : exitCode;
