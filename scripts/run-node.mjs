// Node modules only.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './ready.mjs';

/** Runs Node in the clone. Returns its exit code, or 128 + n after signal n. */
export function runNode(nodeArguments) {
  const child = spawn(process.execPath, nodeArguments, { cwd: root, stdio: 'inherit' });
  // A terminal sends SIGINT to the whole process group, but `kill` reaches this process only.
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
