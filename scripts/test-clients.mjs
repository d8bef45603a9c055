#!/usr/bin/env node
// `npm run test:clients [-- python php medusa woocommerce]`: starts a gateway and runs the suites
// of the clients and plug-ins against it. A suite without its language is not tried. The
// last line is `N passed, N failed`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startGateway } from './fuzz-gateway.mjs';
import { makeReady } from './ready.mjs';

// Before the suites, which import a package.
await makeReady();
const { medusaSuite } = await import('./client-suites/medusa.mjs');
const { phpSuite, wooCommerceSuite } = await import('./client-suites/php.mjs');
const { pythonSuite } = await import('./client-suites/python.mjs');

/** By name: `null` without its language, or a program whose JUnit report counts its tests. */
const suites = {
  python: pythonSuite,
  php: phpSuite,
  medusa: medusaSuite,
  woocommerce: wooCommerceSuite,
};

/** A merchant's keys and the addresses that its tests use. */
async function settingsOf({ facts, run }) {
  const words = `merchant key create ${facts.merchantId} --name signs --permission withdraw`;
  const signed = await run(...words.split(' '), '--signed');
  return {
    SAPHAN_URL: facts.apiUrl,
    SAPHAN_API_KEY: facts.apiKey,
    SAPHAN_BANK_URL: facts.bankUrl,
    SAPHAN_SIGNED_KEY: signed.apiKey,
    SAPHAN_SIGNING_SECRET: signed.signingSecret,
  };
}

/** Runs a suite. Returns its numbers of passed and failed tests. */
async function runSuite({ program, programArguments, cwd, environment, count }, settings) {
  const child = spawn(program, programArguments, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...settings, ...environment },
  });
  const [code] = await once(child, 'exit');
  const { passed, failed } = count();
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}

/** Prepares the suites in a folder, before a gateway is started. */
async function prepareAll(names, folder) {
  const prepared = new Map();
  for (const name of names) {
    const own = path.join(folder, name);
    mkdirSync(own);
    prepared.set(name, await suites[name].prepare(own));
  }
  return prepared;
}

async function runAll(prepared) {
  const gateway = await startGateway();
  const total = { passed: 0, failed: 0 };
  try {
    const settings = await settingsOf(gateway);
    for (const [name, suite] of prepared) {
      const { passed, failed } = await runSuite(suite, settings);
      console.log(`The suite ${name}: ${passed} passed, ${failed} failed`);
      total.passed += passed;
      total.failed += failed;
    }
    return total;
  } finally {
    await gateway.close();
  }
}

async function testClients(names) {
  const wanted = names.length === 0 ? Object.keys(suites) : names;
  const tried = wanted.filter((name) => {
    const reason = suites[name].missing();
    if (reason !== null) console.log(`Not tried: the suite ${name}. ${reason}`);
    return reason === null;
  });
  if (tried.length === 0) return { passed: 0, failed: 0 };
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-clients-'));
  try {
    return await runAll(await prepareAll(tried, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// The suites and the gateway receive the interrupt as well; this process cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
const { passed, failed } = await testClients(process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  return { passed: 0, failed: 1 };
});
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
