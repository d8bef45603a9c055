require('../../sandbox/embedded/typescript');
const { createLog } = require('../../../src/platform/observe/log.ts');
const { endOnUncaught } = require('../../../src/commands/process-life.ts');

/** Logs a line, then ends in the way of the argument, or goes on. */
const log = createLog('info', 'test');
endOnUncaught(log);
log.info('last line');
switch (process.argv[2]) {
  case 'exits':
    process.exit(0);
    break;
  case 'throws':
    setImmediate(() => {
      throw new Error('planted');
    });
    break;
  case 'goes on':
    setInterval(() => undefined, 60_000);
    break;
}
