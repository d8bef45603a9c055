#!/usr/bin/env node
// `npm run test:wordpress`: two shops of WooCommerce with the packed plug-in take payments through
// one account of a gateway: activation, settings, cart, checkout, webhook, cancellation and refund,
// by the pages of WordPress. By hand, because WooCommerce is not in Debian. The last line is
// `N passed, N failed`.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from './free-ports.mjs';
import { startGateway } from './fuzz-gateway.mjs';
import { makeReady } from './ready.mjs';

const closers = [];

async function start(folder) {
  const { missing, startWordPress } = await import('./wordpress/shop.mjs');
  const reason = missing();
  if (reason !== null) throw new Error(reason);
  const wordpress = await startWordPress(folder);
  closers.push(wordpress.close);
  const gateway = await startGateway();
  closers.push(gateway.close);
  const shops = [];
  for (const [at, port] of (await freePorts(2)).entries()) {
    const shop = await wordpress.open(`shop${at + 1}`, port);
    closers.push(shop.close);
    shops.push(shop);
  }
  return { facts: gateway.facts, shops, log: wordpress.log };
}

async function run(folder) {
  await makeReady();
  // It imports packages, which are installed by now.
  const { tests, openContext } = await import('./wordpress/tests.mjs');
  const given = openContext(await start(folder));
  const names = Object.keys(tests);
  for (const [at, name] of names.entries()) {
    const beganAtMs = performance.now();
    try {
      await tests[name](given);
    } catch (error) {
      console.log(`✕ ${name}\n${error.stack}\n${given.log().slice(-4_000)}`);
      return { passed: at, failed: names.length - at };
    }
    console.log(`✓ ${name} (${Math.round(performance.now() - beganAtMs)} ms)`);
  }
  return { passed: names.length, failed: 0 };
}

const folder = mkdtempSync(path.join(tmpdir(), 'wordpress-'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
try {
  const { passed, failed } = await run(folder);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
} finally {
  for (const close of closers.toReversed()) await close();
  rmSync(folder, { recursive: true, force: true });
}
