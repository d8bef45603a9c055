const { writeFileSync } = require('node:fs');

/**
 * Writes the numbers of passed and failed tests as JSON to the file that scripts/test.mjs names.
 * A test file that fails to load, or whose hook throws, counts as one failure.
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
