const { rmSync } = require('node:fs');
const path = require('node:path');
const { transformFileSync } = require('@swc/core');

// Nothing is built when tests run, so this process reads the gateway's own TypeScript.
require.extensions['.ts'] = (module, file) => {
  const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } };
  const { code } = transformFileSync(file, { ...options, module: { type: 'commonjs' } });
  module._compile(code, file);
};
const { endRegistered } = require('../../sandbox/embedded/register.ts');

const GRACE_MS = 5_000;

/**
 * Outlives a test run that was killed, and ends its servers: the pipe that is its standard input
 * closes with the run. The register stands in the run's own folder, which goes as well.
 */
async function endRun(registerFile) {
  await endRegistered(registerFile, GRACE_MS);
  rmSync(path.dirname(registerFile), { recursive: true, force: true });
}

process.stdin.resume().once('close', () => void endRun(process.argv[2]));
