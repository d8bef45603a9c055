import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as account from '../../src/commands/account';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { testDatabase } from '../support/database';
import { testConfig, testDeps } from '../support/gateway';
import { ENCRYPTION_KEYS, runInProcess } from './gateway';
import type { Command } from '../../src/commands/command';

const SECRET = 'a-key-that-no-output-shows';
const given = { url: 'https://bank.example.th', keys: [SECRET], billerId: '012345678901234' };

async function start() {
  const { url, knex } = await testDatabase();
  const folder = temporaryFolder();
  const written = (settings: unknown) => {
    const file = path.join(folder, 'settings.json');
    writeFileSync(file, typeof settings === 'string' ? settings : JSON.stringify(settings));
    return file;
  };
  const environment = { DATABASE_URL: url, ENCRYPTION_KEYS, PROVIDER_ALLOW_PRIVATE: 'true' };
  const run = (command: Command, args: readonly string[], options = {}) =>
    runInProcess(command, environment, { args, options });
  const add = async () => {
    const { out } = await run(account.add, ['generic'], {
      settings: written(given),
      label: 'Bank',
    });
    return JSON.parse(out) as { readonly id: string; readonly callbackUrl: string };
  };
  /** The settings as another process uses them. */
  const settingsOf = async (id: string) => {
    const deps = testDeps(knex, testConfig({ ENCRYPTION_KEYS }));
    return (await deps.providers.find(id)).settings;
  };
  return { run, add, written, settingsOf, knex };
}

it('account add prints the account with its callback URL and without secrets', async () => {
  const { run, add, settingsOf } = await start();
  const added = await add();
  expect(added).toMatchObject({
    owner: 'platform',
    connector: 'generic',
    label: 'Bank',
    status: 'paused',
    priority: 100,
    settings: { url: given.url, keys: '1 stored, not shown', billerId: given.billerId },
  });
  expect(await settingsOf(added.id)).toEqual(given);
  const { out } = await run(account.show, [added.id]);
  expect(JSON.parse(out)).toEqual(added);
  expect(out).not.toContain(SECRET);
});

it('account set adds a key before the former one', async () => {
  const { run, add, written, settingsOf } = await start();
  const { id } = await add();
  const settings = written({ keys: 'the-next-key' });
  const { out } = await run(account.set, [id], { settings, label: 'Renamed', priority: '7' });
  expect(JSON.parse(out)).toMatchObject({ label: 'Renamed', priority: 7 });
  expect(out).not.toContain('the-next-key');
  expect(await settingsOf(id)).toEqual({ ...given, keys: ['the-next-key', SECRET] });
});

it('account rotate-token changes the callback URL once until the former is removed', async () => {
  const { run, add } = await start();
  const { id, callbackUrl } = await add();
  const rotate = (options = {}) => run(account.rotateToken, [id], options);
  const rotated = JSON.parse((await rotate()).out) as { readonly callbackUrl: string };
  expect(rotated).toMatchObject({ acceptsPreviousCallbackUrl: true });
  expect(rotated.callbackUrl).not.toBe(callbackUrl);
  await expect(rotate()).rejects.toThrow('still accepts a former one');
  const removed = JSON.parse((await rotate({ 'remove-former': true })).out) as object;
  expect(removed).toMatchObject({ ...rotated, acceptsPreviousCallbackUrl: false });
});

it('account pause, off and on set the status, and list shows it', async () => {
  const { run, add, knex } = await start();
  const { id } = await add();
  await expect(run(account.on, [id])).rejects.toThrow('Test the connection first');
  await knex('provider_accounts').where({ id }).update({ status: 'on', test_result: 'ok' });
  const listed = async () => {
    const rows = JSON.parse((await run(account.list, [])).out) as Record<string, string>[];
    return rows.map((row) => [row['id'], row['status']]);
  };
  for (const [command, status] of [
    [account.pause, 'paused'],
    [account.off, 'off'],
    [account.on, 'on'],
  ] as const) {
    await run(command, [id]);
    expect(await listed()).toEqual([
      [id, status],
      ['default', 'on'],
    ]);
  }
  await expect(run(account.on, [id])).rejects.toThrow('The account is already on.');
});

it('account test exits with 1 for a provider that does not answer', async () => {
  const { run, add, written } = await start();
  const { id } = await add();
  await run(account.set, [id], { settings: written({ ...given, url: 'http://127.0.0.1:9' }) });
  const { code, out } = await run(account.test, [id]);
  expect([code, JSON.parse(out)]).toMatchObject([1, { id, kind: 'unreachable' }]);
});

it.each([
  ['{"url":', 'The settings are not valid JSON.'],
  ['[]', 'The settings must be a JSON object.'],
  [{ ...given, billerId: '1' }, /^billerId: /],
  [{ ...given, key: 'x' }, 'key: is not a setting of this connector.'],
])('account add refuses the settings %j without repeating a value', async (settings, message) => {
  const { run, written } = await start();
  const adding = run(account.add, ['generic'], { settings: written(settings) });
  await expect(adding).rejects.toThrow(message);
});

it.each([
  ['an unknown account', account.show, ['pac_none'], {}, 'No such provider account.'],
  ['settings of the environment', account.set, ['default'], { settings: '' }, 'in the environment'],
  ['nothing to change', account.set, ['default'], {}, 'One of --settings, --label'],
  ['a wrong priority', account.set, ['default'], { priority: '-1' }, '--priority must be'],
  ['an empty label', account.set, ['default'], { label: ' ' }, '--label is required'],
])('a command is refused for %s', async (_case, command, args, options, message) => {
  const { run, written } = await start();
  const file = 'settings' in options ? { settings: written({ billerId: given.billerId }) } : {};
  await expect(run(command, args, { ...options, ...file })).rejects.toThrow(message);
});
