#!/usr/bin/env node
// `npm run bench [-- --help]`: installs the dependencies, compiles the gateway and the benchmark,
// and runs the benchmark. See bench/README.md.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyAssets } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { runNode } from './run-node.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

async function bench() {
  await ensureInstalled();
  const built = await runNode(['node_modules/typescript/bin/tsc', '-p', 'bench']);
  if (built !== 0) return built;
  copyAssets(root, path.join(root, 'dist-bench'));
  return runNode(['dist-bench/bench/main.js', ...process.argv.slice(2)]);
}

process.exitCode = await bench().catch((error) => {
  console.error(error.message);
  return 1;
});
