#!/usr/bin/env node
// `npm run model [-- --sequences N --commands N --simulations N --seed N]`: random histories,
// played by the application beside its model, and a simulation, which proves the design of the
// protocol and shares only the rules of the domain with the code; as many as a long run takes
// unless it is said. A history that fails is made as short as it can be.
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
  seed: { type: 'string' },
};

function readOptions() {
  const { values } = parseArgs({ options });
  for (const [name, value] of Object.entries(values)) {
    if (!/^\d+$/.test(String(value))) throw new Error(`--${name} takes a number.`);
  }
  return values;
}

function run({ sequences, commands, simulations, seed }) {
  const tests = ['test/model/model', 'test/simulation'];
  const child = spawn(process.execPath, [path.join(root, 'scripts/test.mjs'), ...tests], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      SAPHAN_MODEL_SEQUENCES: sequences,
      SAPHAN_MODEL_COMMANDS: commands,
      SAPHAN_SIMULATION_SEEDS: simulations,
      ...(seed === undefined ? {} : { SAPHAN_MODEL_SEED: seed, SAPHAN_SIMULATION_SEED: seed }),
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
