import { advanceOrder } from '../../src/db/apply-move';
import { invariantNames } from '../../src/db/invariants';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testDeposit,
  testDeps,
  testMerchant,
  testWithdrawal,
} from '../support/gateway';
import { runGatewayIn } from './gateway';

async function setUp() {
  const { knex, url } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const { orderId } = await testDeposit(deps, merchant);
  await testCallback(deps, orderId, { heard: 'succeeded' });
  await advanceOrder(knex, orderId);
  await testWithdrawal(deps, merchant);
  const run = (...args: readonly string[]) => runGatewayIn({ DATABASE_URL: url }, 'audit', ...args);
  return { knex, merchant, run };
}

test('a sound database ends with 0 and names everything that was looked at', async () => {
  const { run } = await setUp();
  const { code, out } = await run();
  expect(code).toBe(0);
  for (const invariant of invariantNames) expect(out).toContain(invariant);
  const told = await run('--json');
  expect([told.code, JSON.parse(told.out)]).toEqual([
    0,
    { ok: true, checked: invariantNames.map((invariant) => ({ invariant, differences: [] })) },
  ]);
});

test('a satang that no posting explains ends with 1 and shows where it is', async () => {
  const { knex, merchant, run } = await setUp();
  await knex('balances').where('merchant_id', merchant.id).increment('available_satang', 1);
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toMatch(/^1 +a balance is the sum of its postings$/m);
  expect(out).toContain(merchant.id);
  const told = await run('--json');
  expect(told.code).toBe(1);
  const { ok, checked } = JSON.parse(told.out) as {
    readonly ok: boolean;
    readonly checked: readonly { readonly invariant: string; readonly differences: unknown[] }[];
  };
  expect(ok).toBe(false);
  expect(checked.filter(({ differences }) => differences.length > 0)).toMatchObject([
    { invariant: 'a balance is the sum of its postings' },
  ]);
});

test('changes nothing of what it looks at', async () => {
  const { knex, merchant, run } = await setUp();
  await knex('balances').where('merchant_id', merchant.id).increment('held_satang', 5);
  const before = await knex('balances').select('*');
  await run();
  expect(await knex('balances').select('*')).toEqual(before);
});

test('takes no argument: 2', async () => {
  const { run } = await setUp();
  expect(await run('everything')).toMatchObject({
    code: 2,
    errors: 'audit takes no everything.\n',
  });
});
