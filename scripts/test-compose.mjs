#!/usr/bin/env node
// `npm run test:compose [-- --local-images] [-- --keep]`: builds docker-compose.yml, starts it with
// the sandbox bank and the proxy, pays and refunds, kills each container, restarts and upgrades
// under load, and prints measurements. Requires a Docker engine with Compose 2.24 or newer.
// --local-images uses local images by tag, without digests, and pulls none.
// --keep leaves the containers running. Node modules only.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createInstallation } from './compose/installation.mjs';
import { startLoad } from './compose/load.mjs';
import { checkProxy } from './compose/proxy.mjs';
import { checkUse } from './compose/use.mjs';

const { values: options } = parseArgs({
  options: { 'local-images': { type: 'boolean' }, keep: { type: 'boolean' } },
});

const folder = mkdtempSync(path.join(tmpdir(), 'saphan-compose-'));
const port = 20_000 + Math.floor(Math.random() * 20_000);
const settings = {
  COMPOSE_PROFILES: 'sandbox,proxy',
  WORKERS: '2',
  POSTGRES_ARCHIVE_MODE: 'on',
  POSTGRES_PASSWORD: randomBytes(24).toString('hex'),
  POSTGRES_APP_PASSWORD: randomBytes(24).toString('hex'),
  POSTGRES_TEMPORAL_PASSWORD: randomBytes(24).toString('hex'),
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  PUBLIC_URL: 'https://localhost',
  PROXY_TLS: 'internal',
  TRUSTED_PROXIES: '1',
  PROVIDER: 'sandbox',
  PROVIDER_URL: 'http://sandbox-bank:8081',
  PROVIDER_KEY: randomBytes(24).toString('hex'),
  API_PORT: `${port}`,
  SANDBOX_BANK_PORT: `${port + 1}`,
  SANDBOX_BANK_URL: `http://localhost:${port + 1}`,
  TEMPORAL_UI_PORT: `${port + 2}`,
  PROXY_HTTP_PORT: `${port + 3}`,
  PROXY_HTTPS_PORT: `${port + 4}`,
  CONSOLE_PORT: `${port + 5}`,
  METRICS_PORT: `${port + 6}`,
};
const envFile = path.join(folder, 'env');
const installation = createInstallation({
  project: `saphan-test-${process.pid}`,
  envFile,
  settings,
  isLocal: options['local-images'] === true,
});
writeFileSync(
  envFile,
  Object.entries(installation.settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(''),
  { mode: 0o600 },
);

const beganAtMs = Date.now();
let passed = 0;
async function step(title, work) {
  const atMs = Date.now();
  const result = await work();
  passed += 1;
  const seconds = ((Date.now() - atMs) / 1000).toFixed(1);
  console.log(`  ✓ ${title} (${seconds} s)${result === undefined ? '' : `: ${result}`}`);
}

/** Steps under load: no accepted payment may be lost by a kill or an upgrade. */
async function underLoad(access) {
  const load = startLoad(access);
  const { services } = installation;
  await step('upgrade: build', () => installation.buildNext());
  await step('upgrade: migrate, api, worker', () => installation.upgrade());
  const once = { mayRepeat: false };
  await step('no request fails during the upgrade', () => load.check(once));
  await step('all services restart after a concurrent kill', () => installation.kill(services));
  for (const name of services) {
    await step(`${name} restarts after a kill`, () => installation.kill([name]));
  }
  await step('restart', () => installation.restart());
  await step('payments during kills and restarts all succeed', () => load.check());
  await load.stop();
}

async function run() {
  await step('build', () => installation.build());
  await step('first start until all services are healthy', () => installation.start());
  const access = await installation.createMerchant();
  await step('a payment and its refund', () => checkUse(access));
  await step('the proxy serves public paths only', () => checkProxy(installation));
  await underLoad(access);
  await step('no process is connected as a superuser', () => installation.checkRoles());
  await step('audit finds no violation', () => installation.audit());
  await step('a base backup, and the archive from it on', () => installation.archive());
  await step('every line of the workers’ logs is JSON', () => installation.checkLogs());
  await step('memory', () => installation.memory());
  await step('stop', () => installation.stop());
}

let failed = 0;
try {
  await run();
} catch (error) {
  failed = 1;
  console.error(`  ✗ ${error.stack}`);
  await installation.showState();
} finally {
  if (options.keep === true) console.log(`The containers keep running with ${envFile}`);
  else {
    await installation.remove();
    rmSync(folder, { recursive: true });
  }
}
console.log(
  `${passed} passed, ${failed} failed (${Math.round((Date.now() - beganAtMs) / 1000)} s)`,
);
process.exitCode = failed;
