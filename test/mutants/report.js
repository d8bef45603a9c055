/** Writes docs/mutants.md. `results` are those stored by test/mutants/run.mjs. */
function renderReport(faults, results) {
  const outcomeOf = ({ name, survives }) => {
    const outcome = results[name]?.outcome ?? 'not run';
    return outcome === 'survived' && survives !== undefined ? 'survives, explained' : outcome;
  };
  const count = (list, outcome) => list.filter((each) => outcomeOf(each) === outcome).length;
  const outcomes = ['killed', 'survives, explained', 'survived', 'timed out', 'not run'];
  const commits = [...new Set(faults.flatMap(({ name }) => results[name]?.commit ?? []))];
  const row = (name, list) =>
    `| ${[name, list.length, ...outcomes.map((outcome) => count(list, outcome))].join(' | ')} |`;
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
    'the code make of each. Written by `npm run mutants -- --report`; the faults are in',
    '`test/mutants/faults`, and `npm run check` fails when one of them no longer applies.',
    '',
    `Measured at commit ${commits.join(', ') || 'none'}.`,
    '',
    `| area | faults | ${outcomes.join(' | ')} |`,
    `|---|---|${outcomes.map(() => '---|').join('')}`,
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
      '| fault | file | outcome | found by, or why not |',
      '|---|---|---|---|',
      ...faults
        .filter((each) => each.area === area)
        .map((fault) => {
          const what = cell(fault.name.slice(area.length + 2));
          return `| ${what} | \`${fault.file}\` | ${outcomeOf(fault)} | ${byOf(fault)} |`;
        }),
    ]),
  ].join('\n')}\n`;
}

module.exports = { renderReport };
