const { writeFileSync } = require('node:fs');
const path = require('node:path');

/** Keeps which test failed first. With `--bail`, jest ends before it writes a report of its own. */
class FirstFailureReporter {
  constructor({ rootDir }, { output }) {
    this.rootDir = rootDir;
    this.output = output;
  }

  /** Of a file that failed as a whole, as in a hook, there is no test to name. */
  onTestResult(_test, { testFilePath, testResults, testExecError }) {
    const failed = testResults.find(({ status }) => status === 'failed');
    if (this.isKept || (failed === undefined && !testExecError)) return;
    this.isKept = true;
    const file = path.relative(this.rootDir, testFilePath);
    writeFileSync(this.output, JSON.stringify({ file, test: failed?.fullName ?? null }));
  }
}

module.exports = FirstFailureReporter;
