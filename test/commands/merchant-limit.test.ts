import { openMerchant } from '../../src/merchants/create-merchant';
import { provisionMerchant } from '../../src/merchants/provision-merchant';
import { testDatabase } from '../support/database';
import { commandAudit, testConfig, testDeps, testMerchant } from '../support/gateway';
import { ENCRYPTION_KEYS, runGatewayCommand, runGatewayIn } from './gateway';

async function setUp() {
  const { knex, url } = await testDatabase();
  const { merchant } = await testMerchant(knex);
  const run = (...args: readonly string[]) => runGatewayCommand(url, 'merchant', 'limit', ...args);
  const kept = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first('day_limit_satang');
    return row.day_limit_satang as number | null;
  };
  return { id: merchant.id, run, kept };
}

test('merchant limit sets a limit in baht and removes it', async () => {
  const { id, run, kept } = await setUp();
  expect(await run(id, '--per-day', '49999.50')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^limitSatang +4999950$/m),
  });
  expect(await kept()).toBe(4_999_950);
  expect(await run(id, '--per-day', 'none', '--json')).toMatchObject({
    code: 0,
    out: `${JSON.stringify({ merchantId: id, limitSatang: null })}\n`,
  });
  expect(await kept()).toBeNull();
});

test.each([
  [],
  ['--per-day', '-1'],
  ['--per-day', '1.001'],
  ['--per-day', '1e3'],
  ['--per-day', ''],
])('merchant limit rejects %p %p', async (...args) => {
  const { id, run, kept } = await setUp();
  const { code, errors } = await run(id, ...args.filter((arg) => arg !== undefined));
  expect([code, errors]).toEqual([2, expect.stringContaining('--per-day')]);
  expect(await kept()).toBeNull();
});

test('merchant limit says on stderr where the console would ask for an approval', async () => {
  const { knex, url } = await testDatabase();
  const { merchant } = await testMerchant(knex);
  const limit = (baht: string, approvals: string) => {
    const env = { DATABASE_URL: url, ENCRYPTION_KEYS, OPERATOR_APPROVALS: approvals };
    return runGatewayIn(env, 'merchant', 'limit', merchant.id, '--per-day', baht);
  };
  const said = 'OPERATOR_APPROVALS is on, but a command acts without an approval.\n';
  // A first limit and a lower one need no approval.
  expect(await limit('5', 'on')).toMatchObject({ code: 0, errors: '' });
  expect(await limit('4', 'on')).toMatchObject({ code: 0, errors: '' });
  expect(await limit('6', 'on')).toMatchObject({ code: 0, errors: said });
  expect(await limit('7', 'off')).toMatchObject({ code: 0, errors: '' });
  expect(await knex('approvals').select()).toEqual([]);
});

test('merchant limit rejects an unknown merchant', async () => {
  const { run } = await setUp();
  const { code, errors } = await run('mch_nobody', '--per-day', '5');
  expect([code, errors]).toEqual([2, 'No such merchant.\n']);
});

test.each([
  [{}, null],
  [{ PROVIDER: 'none' }, 5_000_000],
  [{ PROVIDER: 'none', NEW_MERCHANT_PAYOUT_LIMIT: '0' }, 0],
  [{ PROVIDER: 'none', NEW_MERCHANT_PAYOUT_LIMIT: '1250' }, 125_000],
  [{ NEW_MERCHANT_PAYOUT_LIMIT: '1250' }, null],
])('a new merchant with %j has a daily payout limit of %p satang', async (env, limit) => {
  const { knex } = await testDatabase();
  const { vault } = testDeps(knex);
  const deps = { config: testConfig(env), db: knex, vault };
  const asked = {
    name: 'Shop',
    openingSatang: 0,
    key: { name: 'k', permissions: ['read'] },
  } as const;
  const { merchantId } = await provisionMerchant(deps, commandAudit, asked);
  const signedUp = await knex.transaction((trx) => openMerchant(deps, trx, 'Shop'));
  const limits = await knex('balances')
    .whereIn('merchant_id', [merchantId, signedUp])
    .pluck('day_limit_satang');
  expect(limits).toEqual([limit, limit]);
});
