/**
 * Renders docs/mutants.md. `results` are those stored by test/mutants/run.mjs, by the name of the
 * fault; `isStale` tells whether the file or the tests of a fault have changed since its result.
 */
function renderReport(faults, results, isStale) {
  const outcomeOf = ({ name, survives }) => {
    const outcome = results[name]?.outcome ?? 'not run';
    return outcome === 'survived' && survives !== undefined ? 'survives, explained' : outcome;
  };
  const count = (list, outcome) => list.filter((each) => outcomeOf(each) === outcome).length;
  const outcomes = ['killed', 'survives, explained', 'survived', 'timed out', 'not run'];
  const hasChanged = (fault) => results[fault.name] !== undefined && isStale(fault);
  const row = (name, list) => {
    const counts = outcomes.map((outcome) => count(list, outcome));
    return `| ${[name, list.length, ...counts, list.filter(hasChanged).length].join(' | ')} |`;
  };
  const commitOf = (fault) =>
    `${results[fault.name]?.commit ?? ''}${hasChanged(fault) ? ' \\*' : ''}`;
  const areas = [...new Set(faults.map(({ area }) => area))];
  const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const byOf = (fault) => {
    const { by } = results[fault.name] ?? {};
    if (outcomeOf(fault) === 'survives, explained') return cell(fault.survives);
    return by ? cell(by.test ?? by.file) : '';
  };
  return `${[
    '# Mutants',
    '',
    'Faults that `npm run mutants` plants in the code, one at a time, and what ' +
      'the tests that cover',
    'the code make of each. Written by `npm run mutants -- --report` from',
    '`test/mutants/results.json`; the faults are in `test/mutants/faults`, and `npm run check`',
    'fails when one of them no longer applies.',
    '',
    'A result is of the commit beside it. `*`: the file or the tests of the fault have changed',
    'since, and the next run repeats it.',
    '',
    `| area | faults | ${outcomes.join(' | ')} | changed since |`,
    `|---|---|${outcomes.map(() => '---|').join('')}---|`,
    ...areas.map((area) =>
      row(
        area,
        faults.filter((each) => each.area === area),
      ),
    ),
    row('all', faults),
    ...areas.flatMap((area) => [
      '',
      `## ${area}`,
      '',
      '| fault | file | outcome | commit | found by, or why not |',
      '|---|---|---|---|---|',
      ...faults
        .filter((each) => each.area === area)
        .map((fault) => {
          const what = cell(fault.name.slice(area.length + 2));
          const cells = [what, `\`${fault.file}\``, outcomeOf(fault), commitOf(fault), byOf(fault)];
          return `| ${cells.join(' | ')} |`;
        }),
    ]),
  ].join('\n')}\n`;
}

module.exports = { renderReport };
