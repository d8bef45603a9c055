import { readFileSync } from 'node:fs';
import path from 'node:path';
import { env } from '../../src/commands/env';
import { readConfig } from '../../src/config';
import { runGatewayIn, runInProcess } from './gateway';

const root = path.join(__dirname, '../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

const trial = async (): Promise<Readonly<Record<string, string>>> =>
  JSON.parse((await runInProcess(env, {}, { options: { trial: true } })).out) as Record<
    string,
    string
  >;

test('the .env of a trial sets what docker-compose.yml requires, and nothing else', async () => {
  const compose = read('docker-compose.yml');
  const required = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const known = read('.env.example').match(/^\w+(?==)/gm);
  const names = Object.keys(await trial());
  expect(names).toEqual(expect.arrayContaining(required));
  expect(known).toEqual(expect.arrayContaining(names));
});

test('the .env of a trial is a valid configuration of sandbox mode', async () => {
  const settings = { ...(await trial()), DATABASE_URL: 'postgres://db.example/saphan' };
  expect(readConfig(settings).mode).toBe('sandbox');
});

test('the .env of a trial has new secrets, of letters and digits in URLs', async () => {
  const [one, other] = [await trial(), await trial()];
  const secrets = Object.keys(one).filter((name) => /PASSWORD|KEY/.test(name));
  expect(secrets).toHaveLength(5);
  expect(new Set(secrets.flatMap((name) => [one[name], other[name]])).size).toBe(10);
  for (const name of secrets.filter((each) => each.startsWith('POSTGRES'))) {
    expect(one[name]).toMatch(/^[0-9a-f]{48}$/);
  }
});

test('env prints the lines of .env without any setting, and requires --trial', async () => {
  const { code, out } = await runGatewayIn({}, 'env', '--trial');
  expect([code, out.split('\n')[0]]).toEqual([0, 'COMPOSE_PROFILES=sandbox']);
  expect(await runGatewayIn({}, 'env')).toEqual({
    code: 2,
    out: '',
    errors: expect.stringContaining('copy .env.example') as string,
  });
});
