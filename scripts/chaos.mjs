#!/usr/bin/env node
// `npm run chaos [-- --help]`: builds the gateway if that is needed, compiles the run that harms
// it, and starts that. docs/reliability.md says the rest.
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
