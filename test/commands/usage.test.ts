import { readFileSync } from 'node:fs';
import path from 'node:path';
import { explainError } from '../../src/commands/explain-error';
import { emptyDatabase } from '../support/database';
import { freePort } from '../support/free-port';
import { runGatewayIn } from './gateway';

const run = (...args: readonly string[]) => runGatewayIn({}, ...args);
const root = path.join(__dirname, '..', '..');

it('--version prints the version of the package', async () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  expect(await run('--version')).toEqual({ code: 0, out: `${version}\n`, errors: '' });
});

it.each([
  [['merchnt', 'create', 'Shop'], 'merchant create'],
  [['audti'], 'audit'],
  [['exception', 'list'], 'exceptions list'],
])('%j suggests the nearest command', async (args, nearest) => {
  const { code, out, errors } = await run(...args);
  expect([code, out]).toEqual([2, '']);
  expect(errors).toBe(`Unknown command ${args.join(' ')}. Did you mean ${nearest}?\n`);
});

it('an unknown command exits with 2 and one line', async () => {
  expect(await run('nonsense')).toEqual({
    code: 2,
    out: '',
    errors: 'Unknown command nonsense. `gateway --help` lists all commands.\n',
  });
});

it('--help of a group lists the commands of the group', async () => {
  const { code, out } = await run('merchant', '--help');
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: gateway merchant <command>/);
  expect(out).toContain('  merchant key create ');
  expect(out).not.toContain('operator create');
});

it('a group without a command exits with 2 and lists its commands', async () => {
  const { code, errors } = await run('operator');
  expect(code).toBe(2);
  expect(errors).toContain('  operator create ');
});

it('--help lists every option with its description', async () => {
  const { out } = await run('--help');
  const names = [...out.matchAll(/^ {2}(\S+(?: \S+){0,2}?) {2,}\S/gm)].map(([, name = '']) => name);
  expect(names).toEqual(expect.arrayContaining(['api', 'merchant key create', 'doctor']));
  // A process per command takes seconds, so only commands with options are run. The types require
  // the text of the others.
  for (const name of ['exceptions resolve', 'merchant invite', 'webhooks listen']) {
    const { code, out: usage } = await run(...name.split(' '), '--help');
    expect(code).toBe(0);
    const flags = usage.split('\n').filter((line) => line.startsWith('  --'));
    expect(flags.length).toBeGreaterThan(3);
    for (const flag of flags) expect(flag).toMatch(/^ {2}--[a-z-]+( <[^>]+>)? {2,}\S.{5,}$/);
  }
});

describe('error of the configuration or the database', () => {
  it.each([
    [
      'no server listens',
      async () => `postgres://u:p@127.0.0.1:${await freePort()}/d`,
      /ECONNREFUSED/,
    ],
    [
      'the password is wrong',
      async () => (await emptyDatabase()).url.replace(/:[^:@]+@/, ':wrong@'),
      /password authentication failed.*the user or password of DATABASE_URL is wrong/,
    ],
    ['the schema is missing', async () => (await emptyDatabase()).url, /run `gateway migrate`/],
  ])('is one line when %s', async (_name, databaseUrl, reason) => {
    const { code, out, errors } = await runGatewayIn(
      { DATABASE_URL: await databaseUrl() },
      'exceptions',
      'list',
    );
    expect([code, out]).toEqual([2, '']);
    expect(errors).toMatch(reason);
    expect(errors.trimEnd().split('\n')).toHaveLength(1);
  });

  it('is not explained when it is a bug', () => {
    expect(explainError(new TypeError('x is undefined'))).toBeNull();
  });
});
