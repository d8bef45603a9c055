/** What every test file has: TypeScript by swc, and an end for what it opens. */
const everyFile = {
  testEnvironment: './test/support/environment.ts',
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023' }, module: { type: 'commonjs' } }],
  },
};

/** Rooms whose tests need a real Postgres and a real Temporal, which are started once a run. */
const onServers =
  '/test/(activities|api|application|client|commands|crash|db|e2e|http|model|support|temporal|' +
  'topology|web|workflows)/';

/** Needs the server that a real installation runs, which takes minutes to build. */
const onPostgresOnly = '/test/topology/';
const isOnPostgres = process.env.SAPHAN_TEST_TEMPORAL === 'postgres';

/** @type {import('jest').Config} */
module.exports = {
  // Tests wait for timers and for servers: two of them leave almost half of two cores idle.
  maxWorkers: 3,
  // What a hundred files leave in a process is swept up ever more often; a new one is cheaper.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
  // `npm test` asks for the sum that its last line tells.
  reporters: process.env.SAPHAN_TEST_SUMMARY
    ? ['default', './test/support/summary-reporter.js']
    : ['default'],
  projects: [
    {
      ...everyFile,
      displayName: 'alone',
      testRegex: '/test/.*\\.test\\.ts$',
      testPathIgnorePatterns: [onServers],
    },
    {
      ...everyFile,
      displayName: 'on servers',
      testRegex: `${onServers}.*\\.test\\.ts$`,
      testPathIgnorePatterns: isOnPostgres ? [] : [onPostgresOnly],
      globalSetup: './test/support/global-setup.ts',
      globalTeardown: './test/support/global-teardown.ts',
    },
  ],
};
