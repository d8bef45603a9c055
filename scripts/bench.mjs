#!/usr/bin/env node
// `npm run bench [-- --help]`: installs what is missing, compiles the gateway and its bench, and
// runs that. bench/README.md says the rest.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './install.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Runs a program of Node's to its end. The exit code. */
function runNode(nodeArguments) {
  const child = spawn(process.execPath, nodeArguments, { cwd: root, stdio: 'inherit' });
  // A terminal tells the whole group of an interrupt; whoever kills this process tells only it.
  const pass = (signal) => child.kill(signal);
  const ignore = () => {};
  process.on('SIGINT', ignore).on('SIGTERM', pass).on('SIGHUP', pass);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process.off('SIGINT', ignore).off('SIGTERM', pass).off('SIGHUP', pass);
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

async function bench() {
  await ensureInstalled();
  const built = await runNode(['node_modules/typescript/bin/tsc', '-p', 'bench']);
  return built === 0 ? runNode(['dist-bench/bench/main.js', ...process.argv.slice(2)]) : built;
}

process.exitCode = await bench().catch((error) => {
  console.error(error.message);
  return 1;
});
