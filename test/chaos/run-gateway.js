require('../embedded/typescript');

/** The `gateway` command from its source, with the workflows that the test run has bundled. */
const name = require.resolve('../../src/temporal/worker.ts');
const { createWorkers, ...others } = require(name);
const workflowBundle = { codePath: process.env.WORKFLOW_BUNDLE };
require.cache[name].exports = {
  ...others,
  createWorkers: (settings) => createWorkers({ ...settings, workflowBundle }),
};
require('../commands/run-gateway');
