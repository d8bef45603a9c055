require('../../sandbox/embedded/typescript');
const { endOnUncaught } = require('../../../src/commands/process-life.ts');
const { MainThreadWorker } = require('../../../src/kernel/temporal/main-thread-worker.ts');

/** Replays a mail's history in a process that ends as a worker does. Prints the replay's error. */
endOnUncaught({ fatal: () => undefined });
const [codePath] = process.argv.slice(2);
const history = require('../../workflows/histories/1.0.0/mail-sent.json');
MainThreadWorker.runReplayHistory({ workflowBundle: { codePath } }, history).then(
  () => process.stdout.write('replayed'),
  (error) => process.stdout.write(String(error)),
);
