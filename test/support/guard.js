const { rmSync } = require('node:fs');
const path = require('node:path');
const { transformFileSync } = require('@swc/core');

// Tests run without a build, so this process loads TypeScript sources.
require.extensions['.ts'] = (module, file) => {
  const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } };
  const { code } = transformFileSync(file, { ...options, module: { type: 'commonjs' } });
  module._compile(code, file);
};
const { endRegistered } = require('../../sandbox/embedded/register.ts');

const GRACE_MS = 5_000;

/**
 * Ends the servers of a test run that was killed: its standard input is a pipe that closes with
 * the run. It also deletes the run's folder with the register.
 */
async function endRun(registerFile) {
  await endRegistered(registerFile, GRACE_MS);
  rmSync(path.dirname(registerFile), { recursive: true, force: true });
}

process.stdin.resume().once('close', () => void endRun(process.argv[2]));
