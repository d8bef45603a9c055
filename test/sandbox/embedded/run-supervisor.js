require('./typescript');
const path = require('node:path');
const { startPart } = require('../../../sandbox/embedded/part.ts');
const { createRegister } = require('../../../sandbox/embedded/register.ts');
const { spawnGuard } = require('../../../sandbox/embedded/spawn-guard.ts');
const { Supervisor } = require('../../../sandbox/embedded/supervisor.ts');

/** A supervisor of two sleepers, for a test to kill. It prints their pids when both run. */
const [folder, guard] = process.argv.slice(2);
const registerFile = path.join(folder, 'running.json');
const register = createRegister(registerFile);
spawnGuard(registerFile, guard);
const supervisor = new Supervisor(() => {});
const stage = supervisor.stage();

const sleeper = (name, stopSignal) => ({
  name,
  start: (signal) =>
    startPart(
      {
        name,
        command: process.execPath,
        args: ['-e', 'setInterval(() => {}, 1000)'],
        env: {},
        logFile: path.join(folder, `${name}.log`),
        stopSignal,
        stopWithinMs: 1000,
        readyWithinMs: 5000,
        probe: () => () => Promise.resolve(true),
      },
      { register, signal },
    ),
});

const parts = [sleeper('server', 'SIGINT'), sleeper('worker', 'SIGTERM')];
void Promise.all(parts.map((part) => stage.start(part))).then((running) =>
  process.stdout.write(JSON.stringify(running.map(({ pid }) => pid))),
);
