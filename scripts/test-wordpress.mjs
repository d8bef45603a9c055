#!/usr/bin/env node
// `npm run test:wordpress`: two shops of WooCommerce with the packed plug-in take payments through
// one account of a gateway: activation, settings, cart, checkout, webhook, cancellation and refund,
// by the pages of WordPress. By hand, because WooCommerce is not in Debian. The last line is
// `N passed, N failed`.
import { freePorts } from './free-ports.mjs';
import { startGateway } from './fuzz-gateway.mjs';
import { makeReady } from './ready.mjs';
import { runInTurn } from './run-in-turn.mjs';

async function start(folder, closers) {
  await makeReady();
  // They import packages, which are installed by now.
  const { tests, openContext } = await import('./wordpress/tests.mjs');
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
  const { log } = wordpress;
  return { tests, given: openContext({ facts: gateway.facts, shops, log }), log };
}

await runInTurn('wordpress', start);
