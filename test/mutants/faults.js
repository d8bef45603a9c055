const { existsSync, readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');

/*
 * Faults for `npm run mutants`: each is an exact text of a source file, which occurs there once,
 * and what it is replaced by. A file of test/mutants/faults has those of one area, in groups that
 * share the file and the tests that cover it. A fault that no test can find says why in
 * `survives`.
 */
const root = path.dirname(path.dirname(__dirname));
const folder = path.join(__dirname, 'faults');

const faults = readdirSync(folder)
  .toSorted()
  .flatMap((name) => {
    const area = path.basename(name, '.js');
    return require(path.join(folder, name)).flatMap(({ file, tests, faults: list }) =>
      list.map(({ what, find, replace, survives, also = [] }) => ({
        area,
        name: `${area}: ${what}`,
        file,
        find,
        replace,
        tests: [...tests, ...also],
        ...(survives === undefined ? {} : { survives }),
      })),
    );
  });

/** What is wrong with the list itself, as when the code that a fault is about has changed. */
function misplaced(list = faults) {
  const names = list.map(({ name }) => name);
  return [
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `twice: ${name}`),
    ...list.flatMap(({ name, file, find, replace, tests }) => {
      const whole = path.join(root, file);
      if (!existsSync(whole)) return [`${name}: there is no ${file}`];
      const times = readFileSync(whole, 'utf8').split(find).length - 1;
      const missing = tests.filter((test) => !existsSync(path.join(root, test)));
      return [
        ...(times === 1 ? [] : [`${name}: its text occurs ${times} times in ${file}`]),
        ...(find === replace ? [`${name}: it changes nothing`] : []),
        ...missing.map((test) => `${name}: there is no ${test}`),
      ];
    }),
  ];
}

module.exports = { faults, misplaced };
