#!/usr/bin/env node
// `npm run chaos [-- --help]`: builds the gateway if that is needed, compiles the run that harms
// it, and starts that. docs/reliability.md says the rest.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { makeReady, root } from './ready.mjs';

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
