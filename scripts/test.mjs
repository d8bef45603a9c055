#!/usr/bin/env node
// `npm test [-- jest arguments]`: installs the dependencies, runs jest, and prints the line
// `N passed, N failed` at the end. Exits with 0 only if a test passed and none failed.
// `npm run test:topology [-- jest arguments]` runs the tests that require Temporal on the server of
// an installation, with its state in Postgres. `npm run test:operations` runs test/operations: the
// restore of a database, and an upgrade under load.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';
import { lock } from './lock.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Installs under a lock. */
async function install() {
  const release = await lock(root);
  try {
    await ensureInstalled();
  } finally {
    release();
  }
}

const [first, ...others] = process.argv.slice(2);

/** The runs that differ from `npm test`: their tests, unless others are named, and environment. */
const runs = {
  // The tests that depend on the Temporal server.
  '--temporal-on-postgres': {
    tests: ['test/(e2e|kernel/(outbox|temporal)|topology|workflows)/'],
    environment: { SAPHAN_TEST_TEMPORAL: 'postgres' },
  },
  '--operations': { tests: ['test/operations/'], environment: { SAPHAN_OPERATIONS: '1' } },
};
const named = runs[first];

/** The arguments and the environment of jest. */
const run =
  named === undefined
    ? { jestArguments: process.argv.slice(2), environment: {} }
    : {
        jestArguments: others.length === 0 ? named.tests : others,
        environment: named.environment,
      };

/** Runs jest. Returns its exit code. Jest stops the servers when it is interrupted. */
function runJest({ jestArguments, environment }, summaryFile) {
  const env = { ...process.env, ...environment, SAPHAN_TEST_SUMMARY: summaryFile };
  const child = spawn(
    process.execPath,
    [path.join(root, 'node_modules/jest/bin/jest.js'), ...jestArguments],
    { cwd: root, stdio: 'inherit', env },
  );
  // A terminal sends SIGINT to the whole process group, but `kill` reaches this process only.
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
// A failure outside of tests, such as the setup or an interrupt, counts as one.
const failures = exitCode === 0 ? failed : Math.max(failed, 1);
console.log(`${passed} passed, ${failures} failed`);
process.exitCode = exitCode === 0 && (passed === 0 || failures > 0) ? 1 : exitCode;
