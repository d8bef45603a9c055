const { existsSync, readFileSync, readdirSync } = require('node:fs');
const path = require('node:path');

/*
 * Faults for `npm run mutants`. Each replaces a text that occurs once in a source file. A file of
 * test/mutants/faults has the faults of one area, in groups with the same source file and tests. A
 * fault that no test can detect gives the reason in `survives`.
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

/** Errors of the list, as after a change of the code that a fault replaces. */
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
