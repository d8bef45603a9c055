import * as route from '../../src/commands/route';
import type { Command } from '../../src/commands/command';
import { testDatabase } from '../support/database';
import {
  testConfig,
  testDeps,
  testMerchant,
  testPayment,
  testWithdrawal,
} from '../support/gateway';
import { testAccount } from '../support/provider-accounts';
import { ENCRYPTION_KEYS, runInProcess } from './gateway';

async function start() {
  const { url, knex } = await testDatabase();
  const deps = testDeps(knex, testConfig({ ENCRYPTION_KEYS }));
  const { merchant } = await testMerchant(knex, { openingSatang: 1_000_000 });
  const { id: other } = await testAccount(deps, 'a-key');
  const run = async (command: Command, args: readonly string[], options = {}) => {
    const { out } = await runInProcess(
      command,
      { DATABASE_URL: url, ENCRYPTION_KEYS },
      { args, options },
    );
    return JSON.parse(out) as unknown;
  };
  const accountOf = async (id: string) =>
    (await knex('orders').where({ id }).first('provider_account_id')).provider_account_id as string;
  return { knex, deps, merchant, other, run, accountOf };
}

const any = { kind: 'any', min: 'any', max: 'any', bank: 'any', hours: 'any' };

it('route add and remove change the account of later orders', async () => {
  const { deps, merchant, other, run, accountOf } = await start();
  expect(await accountOf(await testPayment(deps, merchant))).toBe('default');
  const added = await run(route.add, [merchant.id], { account: other, kind: 'qr', min: '100' });
  expect(added).toEqual([{ ...any, number: '1', kind: 'qr', min: '100.00', account: other }]);
  await deps.providers.refresh();
  expect(await accountOf(await testPayment(deps, merchant))).toBe(other);
  expect(await accountOf(await testPayment(deps, merchant, { amountSatang: 9_900 }))).toBe(
    'default',
  );
  expect(await accountOf(await testWithdrawal(deps, merchant))).toBe('default');
  expect(await run(route.remove, [merchant.id, '1'])).toEqual([]);
  await deps.providers.refresh();
  expect(await accountOf(await testPayment(deps, merchant))).toBe('default');
});

it('route add keeps the order of the rules', async () => {
  const { merchant, other, run } = await start();
  const account = 'default';
  await run(route.add, [merchant.id], { account, hours: '22-6' });
  await run(route.add, [merchant.id], { account: other, kind: 'payout', bank: 'SCB' });
  await run(route.add, [merchant.id], { account, max: '2.50', before: '1' });
  expect(await run(route.list, [merchant.id])).toEqual([
    { ...any, number: '1', max: '2.50', account },
    { ...any, number: '2', hours: '22-6', account },
    { ...any, number: '3', kind: 'payout', bank: '014', account: other },
  ]);
});

it.each([
  ['without an account', {}, '--account is required'],
  ['with an account that does not exist', { account: 'pac_none' }, 'account: must be'],
  [
    'with an unknown kind',
    { account: 'default', kind: 'refund' },
    'kind: must be one of qr, payout, charge',
  ],
  [
    'with an unreadable amount',
    { account: 'default', min: 'much' },
    'min: must be a positive amount',
  ],
  ['with limits that exclude all', { account: 'default', min: '5', max: '4' }, 'max: must not'],
  [
    'with an unknown bank',
    { account: 'default', kind: 'payout', bank: 'x' },
    'bank: must be a known bank',
  ],
  ['with a bank for QR codes', { account: 'default', kind: 'qr', bank: 'SCB' }, 'bank: must be'],
  ['with hours after midnight', { account: 'default', hours: '1-25' }, 'hours: must be'],
  ['with no hours', { account: 'default', hours: '6-6' }, 'hours: must be'],
] as const)('route add %s fails', async (_what, options, message) => {
  const { merchant, run } = await start();
  await expect(run(route.add, [merchant.id], options)).rejects.toThrow(message);
});

it('route add refuses an account of another merchant', async () => {
  const { deps, knex, merchant, run } = await start();
  const { merchant: owner } = await testMerchant(knex);
  const { id } = await testAccount(deps, 'a-key', owner.id);
  await expect(run(route.add, [merchant.id], { account: id })).rejects.toThrow('account: must be');
  expect(await run(route.add, [owner.id], { account: id })).toHaveLength(1);
});

it('route list fails for an unknown merchant', async () => {
  const { run } = await start();
  await expect(run(route.list, ['mer_none'])).rejects.toThrow('No such merchant.');
});

it('rules that are added at the same time are all kept', async () => {
  const { merchant, run } = await start();
  const add = () => run(route.add, [merchant.id], { account: 'default' });
  await Promise.all([add(), add(), add(), add()]);
  expect(await run(route.list, [merchant.id])).toHaveLength(4);
});
