/*
 * Starts the servers of a test run for several consecutive runs of jest: prints the value of
 * SAPHAN_TEST_SERVERS, and stops them when its standard input closes. See test/mutants/run.mjs.
 */
require('../sandbox/embedded/typescript');
const { default: startServers } = require('./global-setup.ts');
const { stopServers } = require('./server-stop.ts');

process.stdin.resume().once('close', () => void stopServers().then(() => process.exit(0)));
startServers().then(
  () => process.stdout.write(`${process.env.SAPHAN_TEST_SERVERS}\n`),
  (error) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
