/** Settings of every test file: TypeScript by swc, and an environment that closes resources. */
const everyFile = {
  testEnvironment: './test/support/environment.ts',
  transform: {
    '\\.ts$': ['@swc/jest', { jsc: { target: 'es2023' }, module: { type: 'commonjs' } }],
  },
};

/** Folders whose tests need Postgres and Temporal, which are started once per run. */
const onServers =
  '/test/(activities|api|application|client|commands|crash|db|e2e|http|model|support|temporal|' +
  'topology|web|workflows)/';

/** Needs the full Temporal server, which takes minutes to build. */
const onPostgresOnly = '/test/topology/';
const isOnPostgres = process.env.SAPHAN_TEST_TEMPORAL === 'postgres';

/** @type {import('jest').Config} */
module.exports = {
  // Tests wait for timers and servers: two workers leave almost half of two cores idle.
  maxWorkers: 3,
  // Garbage collection slows a worker down after many files; a new process is cheaper.
  workerIdleMemoryLimit: '1GB',
  testTimeout: 30_000,
  // `npm test` prints the totals in its last line.
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
