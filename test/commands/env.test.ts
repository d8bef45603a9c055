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

it('sets what docker-compose.yml requires, and nothing that it does not read', async () => {
  const compose = read('docker-compose.yml');
  const required = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
  const known = read('.env.example').match(/^\w+(?==)/gm);
  const names = Object.keys(await trial());
  expect(names).toEqual(expect.arrayContaining(required));
  expect(known).toEqual(expect.arrayContaining(names));
});

it('is a valid sandbox', async () => {
  const settings = { ...(await trial()), DATABASE_URL: 'postgres://db.example/saphan' };
  expect(readConfig(settings).mode).toBe('sandbox');
});

it('has secrets of its own each time, of letters and digits in URLs', async () => {
  const [one, other] = [await trial(), await trial()];
  const secrets = Object.keys(one).filter((name) => /PASSWORD|KEY/.test(name));
  expect(secrets).toHaveLength(5);
  expect(new Set(secrets.flatMap((name) => [one[name], other[name]])).size).toBe(10);
  for (const name of secrets.filter((each) => each.startsWith('POSTGRES'))) {
    expect(one[name]).toMatch(/^[0-9a-f]{48}$/);
  }
});

it('prints lines for .env in an empty environment, and only a trial', async () => {
  const { code, out } = await runGatewayIn({}, 'env', '--trial');
  expect([code, out.split('\n')[0]]).toEqual([0, 'COMPOSE_PROFILES=sandbox']);
  expect(await runGatewayIn({}, 'env')).toEqual({
    code: 2,
    out: '',
    errors: expect.stringContaining('copy .env.example') as string,
  });
});
