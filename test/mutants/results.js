const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');

/** The last result of each fault, by its name. Versioned, so that every clone has it. */
const resultsFile = path.join(__dirname, 'results.json');

const readResults = () =>
  existsSync(resultsFile) ? JSON.parse(readFileSync(resultsFile, 'utf8')) : {};

/** One line per fault in the order of the list, without results of faults that it lacks. */
function renderResults(faults, results) {
  const known = faults.filter(({ name }) => results[name] !== undefined);
  const lines = known.map(
    ({ name }) => `${JSON.stringify(name)}: ${JSON.stringify(results[name])}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

const writeResults = (faults, results) =>
  writeFileSync(resultsFile, renderResults(faults, results));

module.exports = { readResults, renderResults, writeResults };
