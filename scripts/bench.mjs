#!/usr/bin/env node
// `npm run bench [-- --help]`: installs the dependencies, compiles the gateway and the benchmark,
// and runs the benchmark. See bench/README.md.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkOut, install } from './check-out.mjs';
import { ensureInstalled } from './install.mjs';
import { runNode } from './run-node.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

async function bench() {
  await ensureInstalled();
  await compile(root);
  const given = process.argv.slice(2);
  if (given.includes('--peers')) install(path.join(root, 'bench/peers'));
  const at = given.indexOf('--against');
  if (at === -1) return runNode(['dist-bench/bench/main.js', ...given]);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'saphan-bench-against-'));
  try {
    checkOut(given[at + 1], folder);
    await compile(folder);
    return await runNode(['dist-bench/bench/main.js', ...given.with(at + 1, folder)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compiles a clone with its benchmark into its `dist-bench`. */
async function compile(folder) {
  const compiler = path.join(folder, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'bench'], { cwd: folder, stdio: 'inherit' });
  const { copyAssets } = await import(pathToFileURL(path.join(folder, 'scripts/build.mjs')));
  // Pages of earlier commits had no assets.
  copyAssets?.(folder, path.join(folder, 'dist-bench'));
}

process.exitCode = await bench().catch((error) => {
  console.error(error.message);
  return 1;
});
