const { availableParallelism } = require('node:os');

/** Settings of every test file: TypeScript by swc, and an environment that closes resources. */
const swc = [
  '@swc/jest',
  {
    jsc: {
      target: 'es2023',
      transform: { react: { runtime: 'automatic', importSource: 'preact' } },
    },
    module: { type: 'commonjs' },
  },
];
const everyFile = {
  testEnvironment: './test/support/environment.ts',
  runtime: './test/support/shared-modules.js',
  transform: { '\\.tsx?$': swc },
};

/** Tests that need neither Postgres nor Temporal, which are started once per run for the others. */
const alone =
  '/test/((chaos|contract|dependencies|deployment|helm|mutants|sandbox|settings|simulation)/|' +
  '[a-z-]+\\.test|.*/rules/|people/mail/|providers/connectors/|' +
  'webhooks/sending/|platform/(crypto|images|mail|network|observe|slips)/|platform/[a-z-]+\\.test)';

/** Needs the full Temporal server, which takes minutes to build. */
const onPostgresOnly = '/test/topology/';
const isOnPostgres = process.env.SAPHAN_TEST_TEMPORAL === 'postgres';

/** Needs Helm and the schemas of Kubernetes: `npm run test:helm` sets them. */
const withHelm = process.env.SAPHAN_HELM === undefined ? ['/test/helm/'] : [];

/** Take minutes: `npm run test:operations`. */
const operationsOnly = process.env.SAPHAN_OPERATIONS === undefined ? ['/test/operations/'] : [];

/** @type {import('jest').Config} */
module.exports = {
  // Tests wait for timers and servers: two workers leave almost half of two cores idle. More than
  // three share one Postgres and one Temporal server.
  maxWorkers: Math.min(3, availableParallelism() + 1),
  // Garbage collection slows a worker down after many files; a new process is cheaper.
  workerIdleMemoryLimit: '1GB',
  // Ends a test that hangs. A slow machine is no failure.
  testTimeout: 900_000,
  // `npm test` prints the totals in its last line.
  reporters: process.env.SAPHAN_TEST_SUMMARY
    ? ['default', './test/support/summary-reporter.js']
    : ['default'],
  projects: [
    {
      ...everyFile,
      displayName: 'alone',
      testRegex: '/test/.*\\.test\\.ts$',
      testPathIgnorePatterns: [`^(?!.*${alone})`, ...withHelm],
    },
    {
      ...everyFile,
      displayName: 'on servers',
      testRegex: '/test/.*\\.test\\.ts$',
      testPathIgnorePatterns: [alone, ...(isOnPostgres ? [] : [onPostgresOnly]), ...operationsOnly],
      globalSetup: './test/support/global-setup.ts',
      globalTeardown: './test/support/global-teardown.ts',
    },
  ],
};
