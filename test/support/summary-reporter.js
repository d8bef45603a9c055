const { writeFileSync } = require('node:fs');

/**
 * Writes how many tests passed and failed, as JSON, to the file that scripts/test.mjs names.
 * A test file that fails beside its tests (it does not load, a hook throws) counts as one failure.
 */
module.exports = class SummaryReporter {
  onRunComplete(_contexts, results) {
    const broken = results.testResults.filter(
      (file) => file.numFailingTests === 0 && (file.testExecError || file.failureMessage),
    );
    const failed = results.numFailedTests + broken.length;
    const summary = JSON.stringify({ passed: results.numPassedTests, failed });
    writeFileSync(process.env.SAPHAN_TEST_SUMMARY, summary);
  }
};
