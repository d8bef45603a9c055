import { runGatewayIn } from './gateway';

test.each([
  [['--anchr', 'x'], 'audit has no option --anchr. Did you mean --anchor?'],
  [['-v'], 'audit has no option -v. `gateway audit --help` lists the options.'],
  [['--anchor'], '--anchor requires a value. `gateway audit --help` lists the options.'],
  [['--anchor', '--json'], '--anchor has the value --json? Then write --anchor=--json.'],
  [['--json=yes'], '--json takes no value. `gateway audit --help` lists the options.'],
])('audit %j is refused in one sentence of our own', async (args, said) => {
  const { code, out, errors } = await runGatewayIn({}, 'audit', ...args);
  expect([code, out, errors]).toEqual([2, '', `${said}\n`]);
});
