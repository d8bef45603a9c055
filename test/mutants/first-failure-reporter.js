const { writeFileSync } = require('node:fs');
const path = require('node:path');

/** Records the first failed test. With `--bail`, jest ends before it writes its own report. */
class FirstFailureReporter {
  constructor({ rootDir }, { output }) {
    this.rootDir = rootDir;
    this.output = output;
  }

  /** A file that failed outside of a test, for example in a hook, names no test. */
  onTestResult(_test, { testFilePath, testResults, testExecError }) {
    const failed = testResults.find(({ status }) => status === 'failed');
    if (this.isKept || (failed === undefined && !testExecError)) return;
    this.isKept = true;
    const file = path.relative(this.rootDir, testFilePath);
    writeFileSync(this.output, JSON.stringify({ file, test: failed?.fullName ?? null }));
  }
}

module.exports = FirstFailureReporter;
