#!/usr/bin/env node
// `npm run model [-- --sequences N --commands N --simulations N --histories N --seed N]`: compares
// random command sequences of the application with its model, plays random histories of operators
// against the bank, and simulates the protocol, which shares only the domain rules with the code. A
// failing sequence is shrunk.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const options = {
  sequences: { type: 'string', default: '500' },
  commands: { type: 'string', default: '40' },
  simulations: { type: 'string', default: '100000' },
  histories: { type: 'string', default: '2000' },
  seed: { type: 'string' },
};

function readOptions() {
  const { values } = parseArgs({ options });
  for (const [name, value] of Object.entries(values)) {
    if (!/^\d+$/.test(String(value)))
      throw new Error(`--${name} must be an integer, got ${String(value)}.`);
  }
  return values;
}

function run({ sequences, commands, simulations, histories, seed }) {
  const tests = ['test/model/model', 'test/exceptions/random-resolutions', 'test/simulation'];
  const child = spawn(process.execPath, [path.join(root, 'scripts/test.mjs'), ...tests], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SAPHAN_MODEL_SEQUENCES: sequences,
      SAPHAN_MODEL_COMMANDS: commands,
      SAPHAN_SIMULATION_SEEDS: simulations,
      SAPHAN_HISTORIES: histories,
      ...(seed === undefined ? {} : { SAPHAN_SEED: seed }),
    },
  });
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

try {
  run(readOptions());
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
