require('../sandbox/embedded/typescript');
const { rmSync } = require('node:fs');
const path = require('node:path');
const { stopRegistered } = require('../../sandbox/embedded/register.ts');

const GRACE_MS = 5_000;

/**
 * Ends the servers of a test run that was killed: its standard input is a pipe that closes with
 * the run. It also deletes the run's folder with the register.
 */
async function endRun(registerFile) {
  await stopRegistered(registerFile, GRACE_MS);
  rmSync(path.dirname(registerFile), { recursive: true, force: true });
}

process.stdin.resume().once('close', () => void endRun(process.argv[2]));
