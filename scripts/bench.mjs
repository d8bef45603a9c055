#!/usr/bin/env node
// `npm run bench [-- --help]`: installs the dependencies, compiles the gateway and the benchmark,
// and runs the benchmark. See bench/README.md.
import { ensureInstalled } from './install.mjs';
import { runNode } from './run-node.mjs';

async function bench() {
  await ensureInstalled();
  const built = await runNode(['node_modules/typescript/bin/tsc', '-p', 'bench']);
  return built === 0 ? runNode(['dist-bench/bench/main.js', ...process.argv.slice(2)]) : built;
}

process.exitCode = await bench().catch((error) => {
  console.error(error.message);
  return 1;
});
