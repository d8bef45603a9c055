#!/usr/bin/env node
// `npm run conformance`: runs the conformance kit for every connector, and sends every request of
// the Stripe connector to stripe-mock, which checks it by Stripe's OpenAPI description and API
// version. The first run builds stripe-mock with Go into the user's cache.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePorts } from './free-ports.mjs';
import { fillOnce, goInstall } from './program-cache.mjs';
import { userCacheDir } from './user-cache-dir.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const version = '0.203.0';
const folder = path.join(userCacheDir(), `stripe-mock-${version}`);
const READY_TIMEOUT_MS = 60_000;
const POLL_MS = 100;

/** Resolves when the server answers. Throws when it exits or the time is over. */
async function ready(url, child) {
  for (let waitedMs = 0; waitedMs < READY_TIMEOUT_MS; waitedMs += POLL_MS) {
    if (child.exitCode !== null) throw new Error(`stripe-mock exited with ${child.exitCode}`);
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await pause(POLL_MS);
  }
  throw new Error(`stripe-mock did not answer within ${READY_TIMEOUT_MS / 1_000} s`);
}

async function runTests(url) {
  const kit = ['test/providers/connectors/kit/', 'test/providers/.*/conformance'];
  const tests = [
    path.join(root, 'scripts/test.mjs'),
    ...kit,
    'test/providers/connectors/stripe/stripe-mock',
  ];
  const env = { ...process.env, SAPHAN_STRIPE_MOCK: url, SAPHAN_FUZZ_RUNS: '10000' };
  const [code] = await once(
    spawn(process.execPath, tests, { cwd: root, stdio: 'inherit', env }),
    'exit',
  );
  return code ?? 1;
}

await fillOnce(folder, (draft) => {
  console.error('Building stripe-mock with Go (once) …');
  return goInstall(draft, [`github.com/stripe/stripe-mock@v${version}`]);
});
const [port] = await freePorts(1);
const address = `127.0.0.1:${port}`;
const mock = spawn(
  path.join(folder, 'stripe-mock'),
  ['-http-addr', address, '-strict-version-check'],
  { stdio: 'ignore' },
);
// A terminal sends SIGINT to the whole process group, so that the tests end first.
process.on('SIGINT', () => {});
try {
  await ready(`http://${address}`, mock);
  process.exitCode = await runTests(`http://${address}`);
} finally {
  mock.kill();
}
