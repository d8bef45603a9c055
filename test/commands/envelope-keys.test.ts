import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createDataKey, openVault, rewrapDataKeys } from '../../src/personal-data/envelope-keys';
import { reseal } from '../../src/personal-data/reseal';
import { create, rewrap } from '../../src/commands/envelope-keys';
import { wire } from '../../src/commands/wire';
import { readConfig } from '../../src/config';
import { createMasterKey } from '../../src/platform/crypto/master-key';
import { createVault } from '../../src/platform/crypto/vault';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { testDatabase } from '../support/database';
import { testConfig, testDeposit, testDeps, testMerchant } from '../support/gateway';
import { testServers } from '../support/servers';
import { runGatewayIn, runInProcess } from './gateway';

const keyNamed = (id: string) => ({ id, key: randomBytes(32) });
const written = (...keys: readonly ReturnType<typeof keyNamed>[]) =>
  keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(',');

/** A stand-in for a KMS, with the log of its calls. */
function keyCommand() {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'key'), randomBytes(32).toString('hex'));
  const script = path.join(__dirname, '../support/key-command.js');
  const command = [process.execPath, script, folder];
  return {
    command,
    setting: command.join(' '),
    calls: () => readFileSync(path.join(folder, 'calls'), 'utf8').trim().split('\n'),
    fail: (fault: string) => writeFileSync(path.join(folder, 'fault'), fault),
  };
}

test('an API without ENCRYPTION_KEYS calls the key command once per data key', async () => {
  const kms = keyCommand();
  const { knex, url } = await testDatabase();
  const { merchant } = await testMerchant(knex);
  const env = {
    DATABASE_URL: url,
    TEMPORAL_ADDRESS: testServers().temporalAddress,
    PROVIDER_KEY: randomBytes(32).toString('hex'),
    ENCRYPTION_KEY_COMMAND: kms.setting,
    LOG_LEVEL: 'silent',
  };
  const first = await wire(readConfig(env), 'api');
  const { orderId } = await testDeposit(first, merchant);
  await first.close();
  const { customer_sealed: sealed } = await knex('deposits').first('customer_sealed');
  expect(sealed).toMatch(/^d\.1:/);
  expect(kms.calls()).toEqual(['wrap', 'unwrap', 'unwrap']);

  const second = await wire(readConfig(env), 'api');
  for (let count = 0; count < 20; count++) await testDeposit(second, merchant);
  expect(second.vault.open(sealed, 'deposits.customer')).toContain('1234567890');
  await second.close();
  expect(kms.calls()).toEqual(['wrap', 'unwrap', 'unwrap', 'unwrap']);
  expect(await knex('deposits').where({ order_id: orderId }).pluck('order_id')).toHaveLength(1);
  const stored = await knex('data_keys').select('id', 'key_wrapped');
  expect(stored).toEqual([{ id: 'd.1', key_wrapped: expect.stringMatching(/^kms\.:/) }]);
});

test.each([
  ['exit', 'exit code 3'],
  ['lines', 'not one line'],
  ['short', '16 bytes instead of 32'],
])('a key command with the fault %s stops the start and reveals no key', async (fault, message) => {
  const kms = keyCommand();
  const { knex, url } = await testDatabase();
  await createDataKey(knex, createMasterKey([], kms.command));
  kms.fail(fault);
  const env = { DATABASE_URL: url, ENCRYPTION_KEY_COMMAND: kms.setting };
  const { code, errors } = await runGatewayIn(env, 'merchant', 'create', 'Shop');
  expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
  const [wrapped = ''] = await knex('data_keys').pluck<string[]>('key_wrapped');
  expect(errors).not.toContain(wrapped.slice(5, 30));
});

test('a key command gets its arguments without a shell', async () => {
  const master = createMasterKey([], ['printf', '%s', '$HOME;id|`id`']);
  expect(await master.wrap(randomBytes(32))).toBe('kms.:$HOME;id|`id`wrap');
});

test('a file of keys replaces ENCRYPTION_KEYS', () => {
  const file = path.join(temporaryFolder(), 'keys');
  const [one, two] = [keyNamed('k1'), keyNamed('k2')];
  writeFileSync(file, `${written(one, two)}\n`);
  expect(readConfig({ ENCRYPTION_KEYS_FILE: file }).encryptionKeys).toEqual([one, two]);
  expect(() => readConfig({ ENCRYPTION_KEYS_FILE: `${file}-missing` })).toThrow('ENOENT');
  expect(() => readConfig({ ENCRYPTION_KEYS_FILE: file, ENCRYPTION_KEYS: written(one) })).toThrow(
    'ENCRYPTION_KEYS and ENCRYPTION_KEYS_FILE: set one of them',
  );
});

test('a new data key waits until every process has loaded it, then seals', async () => {
  const { knex } = await testDatabase();
  const kms = keyCommand();
  const master = createMasterKey([keyNamed('k1')], kms.command);
  const { vault, refresh } = await openVault(knex, master);
  const before = vault.seal('x', 'a.b');
  expect(before).toMatch(/^k1:/);
  expect(await createDataKey(knex, master)).toBe('d.1');
  const [{ seconds }] = await knex('data_keys').select(
    knex.raw('extract(epoch from seals_from - now())::integer as seconds'),
  );
  expect(seconds).toBeGreaterThan(120);
  await refresh();
  expect(vault.seal('x', 'a.b')).toMatch(/^k1:/);
  await knex('data_keys').update({ seals_from: knex.fn.now() });
  await refresh();
  const after = vault.seal('x', 'a.b');
  expect(after).toMatch(/^d\.1:/);
  expect([vault.open(before, 'a.b'), vault.open(after, 'a.b')]).toEqual(['x', 'x']);
  await createDataKey(knex, master);
  await refresh();
  expect(vault.seal('x', 'a.b')).toMatch(/^d\.1:/);
  expect(kms.calls()).toEqual(['wrap', 'unwrap', 'unwrap', 'wrap', 'unwrap', 'unwrap']);
  expect(() => createVault(master.ring).open(after, 'a.b')).toThrow('not a data key');
});

test('rewrap replaces the master key and changes no sealed value', async () => {
  const kms = keyCommand();
  const { knex, url } = await testDatabase();
  const old = keyNamed('k1');
  const env = { DATABASE_URL: url, ENCRYPTION_KEYS: written(old) };
  await runInProcess(create, env);
  await knex('data_keys').update({ seals_from: knex.fn.now() });
  const { vault } = await openVault(knex, createMasterKey([old], null));
  const sealed = vault.seal('x', 'a.b');
  const { code } = await runInProcess(rewrap, { ...env, ENCRYPTION_KEY_COMMAND: kms.setting });
  expect(code).toBe(0);
  const alone = await openVault(knex, createMasterKey([], kms.command));
  expect(alone.vault.open(sealed, 'a.b')).toBe('x');
  expect(await knex('audit_log').orderBy('number').pluck('act')).toEqual([
    'data_key.created',
    'data_keys.rewrapped',
  ]);
  await expect(openVault(knex, createMasterKey([keyNamed('k1')], null))).rejects.toThrow(
    'data key d.1 cannot be unwrapped',
  );
});

test('a master key that does not unwrap what it wraps stores no data key', async () => {
  const { knex } = await testDatabase();
  const old = keyNamed('k1');
  await createDataKey(knex, createMasterKey([old], null));
  const before = await knex('data_keys');
  const broken = createMasterKey([old], ['printf', 'saved']);
  await expect(rewrapDataKeys(knex, broken)).rejects.toThrow('does not unwrap the data key');
  await expect(createDataKey(knex, broken)).rejects.toThrow('does not unwrap the data key');
  expect(await knex('data_keys')).toEqual(before);
});

test('reseal moves values to the data key while deposits are created', async () => {
  const { knex } = await testDatabase();
  const old = keyNamed('k1');
  const deps = testDeps(knex, testConfig({ ENCRYPTION_KEYS: written(old) }));
  const { merchant } = await testMerchant(knex);
  for (let count = 0; count < 30; count++) await testDeposit(deps, merchant);
  const master = createMasterKey([old], null);
  await createDataKey(knex, master, { afterMs: 0 });
  const { vault } = await openVault(knex, master);
  const serving = { ...deps, vault };
  const [columns] = await Promise.all([
    reseal(knex, vault),
    ...Array.from({ length: 20 }, () => testDeposit(serving, merchant)),
  ]);
  expect(columns.find(({ table }) => table === 'deposits')).toMatchObject({
    resealed: 30,
    unopened: 0,
  });
  const stored = await knex('deposits').pluck<string[]>('customer_sealed');
  expect(stored).toHaveLength(50);
  for (const sealed of stored) {
    expect(sealed).toMatch(/^d\.1:/);
    expect(vault.open(sealed, 'deposits.customer')).toContain('1234567890');
  }
});
