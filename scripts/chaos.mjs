#!/usr/bin/env node
// `npm run chaos [-- --help]`: builds the gateway if necessary, compiles chaos and runs it. See
// docs/reliability.md.
import { makeReady } from './ready.mjs';
import { runNode } from './run-node.mjs';

async function chaos() {
  await makeReady();
  const compiled = await runNode(['node_modules/typescript/bin/tsc', '-p', 'chaos']);
  return compiled === 0
    ? runNode(['dist-chaos/chaos/main.js', ...process.argv.slice(2)])
    : compiled;
}

process.exitCode = await chaos().catch((error) => {
  console.error(error.message);
  return 1;
});
