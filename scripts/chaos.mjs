#!/usr/bin/env node
// `npm run chaos [-- --help]`: builds the gateway if necessary, compiles chaos and runs it. See
// docs/reliability.md.
import path from 'node:path';
import { copyAssets } from './build.mjs';
import { makeReady, root } from './ready.mjs';
import { runNode } from './run-node.mjs';

async function chaos() {
  await makeReady();
  const compiled = await runNode(['node_modules/typescript/bin/tsc', '-p', 'chaos']);
  if (compiled !== 0) return compiled;
  copyAssets(root, path.join(root, 'dist-chaos'));
  return runNode(['dist-chaos/chaos/main.js', ...process.argv.slice(2)]);
}

process.exitCode = await chaos().catch((error) => {
  console.error(error.message);
  return 1;
});
