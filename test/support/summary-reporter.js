const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { cpuSecondsByChild } = require('./cpu-seconds');

const SHOWN = 20;

/**
 * Writes the numbers of passed and failed tests as JSON to the file that scripts/test.mjs names,
 * and prints the CPU time of the run. A test file that fails to load, or whose hook throws, counts
 * as one failure.
 */
module.exports = class SummaryReporter {
  onRunComplete(_contexts, results) {
    const summaryFile = process.env.SAPHAN_TEST_SUMMARY;
    const broken = results.testResults.filter(
      (file) => file.numFailingTests === 0 && (file.testExecError || file.failureMessage),
    );
    const failed = results.numFailedTests + broken.length;
    writeFileSync(summaryFile, JSON.stringify({ passed: results.numPassedTests, failed }));
    if (existsSync('/proc'))
      process.stdout.write(`${cpuReport(`${summaryFile}.cpu`).join('\n')}\n`);
  }
};

/** The CPU seconds of the run's processes, and of the most expensive areas and files. */
function cpuReport(file) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  const files = lines
    .map((line) => JSON.parse(line))
    .map(([name, seconds]) => [path.relative(process.cwd(), name), seconds]);
  const areas = new Map();
  for (const [name, seconds] of files) {
    const area = name.split(path.sep).slice(0, 2).join('/');
    areas.set(area, (areas.get(area) ?? 0) + seconds);
  }
  return [
    'CPU seconds of the processes, until now:',
    ...largest([...cpuSecondsByChild(process.pid)]),
    'CPU seconds by area, without Postgres and Temporal:',
    ...largest([...areas]),
    'CPU seconds by file, without Postgres and Temporal:',
    ...largest(files),
  ];
}

const largest = (rows) =>
  rows
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SHOWN)
    .map(([name, seconds]) => `${seconds.toFixed(1).padStart(8)} ${name}`);
