import { createMerchant } from '../../src/merchants/create-merchant';
import { applyPending } from '../../src/orders/store/apply-transition';
import { invariantNames } from '../../src/reports/store/invariants';
import { testDatabase, withoutTriggers } from '../support/database';
import {
  testCallback,
  testDeposit,
  testDeps,
  testMerchant,
  testWebhook,
  testWithdrawal,
} from '../support/gateway';
import { runGatewayIn } from './gateway';

async function setUp() {
  const { knex, url } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  await createMerchant(knex, 'Other', 0);
  await testWebhook(deps, merchant, 'http://127.0.0.1:1/', ['payment.succeeded']);
  const { orderId } = await testDeposit(deps, merchant);
  await testCallback(deps, orderId, { reported: 'succeeded' });
  await applyPending(knex, orderId);
  await testWithdrawal(deps, merchant);
  const run = (...args: readonly string[]) => runGatewayIn({ DATABASE_URL: url }, 'audit', ...args);
  return { knex, merchant, run };
}

test('audit exits with 0 and lists every check for a consistent database', async () => {
  const { run } = await setUp();
  const { code, out } = await run();
  expect(code).toBe(0);
  for (const invariant of invariantNames) expect(out).toContain(invariant);
  const result = await run('--json');
  expect([result.code, JSON.parse(result.out)]).toEqual([
    0,
    { ok: true, checked: invariantNames.map((invariant) => ({ invariant, differences: [] })) },
  ]);
});

test('audit exits with 1 and shows a satang that no posting explains', async () => {
  const { knex, merchant, run } = await setUp();
  await knex('balances').where('merchant_id', merchant.id).increment('available_satang', 1);
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toMatch(/^1 +a balance is the sum of its postings$/m);
  expect(out).toContain(merchant.id);
  const result = await run('--json');
  expect(result.code).toBe(1);
  const { ok, checked } = JSON.parse(result.out) as Result;
  expect(ok).toBe(false);
  expect(checked.filter(({ differences }) => differences.length > 0)).toMatchObject([
    { invariant: 'a balance is the sum of its postings' },
  ]);
});

/** Inconsistent rows as a bug would leave them, with the id that the audit names. */
const faults: readonly (readonly [invariant: string, sql: string, idOf: string])[] = [
  [
    'a transfer belongs to the merchant of its order',
    `update transfers set merchant_id = (select id from merchants where name = 'Other')
     where kind = 'receive'`,
    "select id from transfers where kind = 'receive' and order_id is not null",
  ],
  [
    'a transfer references the rows that its kind requires',
    `insert into transfers (merchant_id, kind, debit, credit, amount_satang)
     select id, 'receive', 'provider_clearing', 'available', 12345 from merchants limit 1`,
    "select id from transfers where kind = 'receive' and order_id is null",
  ],
  [
    'a payment is not refunded and reversed beyond what was received',
    `insert into exceptions (id, kind, merchant_id, order_id)
     select 'exc_x', 'conflict', merchant_id, id from orders where kind = 'deposit';
     insert into transfers
       (merchant_id, order_id, exception_id, kind, debit, credit, amount_satang)
     select merchant_id, id, 'exc_x', 'charge', 'available', 'provider_clearing', 10001
     from orders where kind = 'deposit'`,
    "select id from orders where kind = 'deposit'",
  ],
  [
    'an event has a delivery for each webhook that was subscribed when it was written',
    'delete from deliveries',
    'select id from events where sequence = 2',
  ],
];

test('audit exits with 1 and lists inconsistent rows beside correct balances', async () => {
  const { knex, run } = await setUp();
  const idOf = async (sql: string) => {
    const { rows } = (await knex.raw(sql)) as {
      readonly rows: readonly { readonly id: unknown }[];
    };
    return rows.map(({ id }) => id);
  };
  for (const [, sql] of faults) await withoutTriggers(knex, sql);
  await knex.raw(`update balances set
    available_satang = (select coalesce(sum(amount_satang), 0) from postings
      where account = 'available' and postings.merchant_id = balances.merchant_id),
    held_satang = (select coalesce(sum(amount_satang), 0) from postings
      where account = 'held' and postings.merchant_id = balances.merchant_id)`);
  const { code, out } = await run('--json');
  expect(code).toBe(1);
  const { checked } = JSON.parse(out) as Result;
  const named = (name: string) =>
    checked.find(({ invariant }) => invariant === name)?.differences.map(({ id }) => id);
  for (const [invariant, , sql] of faults) {
    expect([invariant, named(invariant)]).toEqual([invariant, await idOf(sql)]);
  }
  expect(named('a balance is the sum of its postings')).toEqual([]);
});

interface Result {
  readonly ok: boolean;
  readonly checked: readonly {
    readonly invariant: string;
    readonly differences: readonly { readonly id: unknown }[];
  }[];
}

test('audit prints sums beyond the safe integers exactly', async () => {
  const { knex, run } = await setUp();
  await withoutTriggers(knex, 'update transfers set amount_satang = 9223372036854775807');
  const result = await run('--json');
  expect(result.code).toBe(1);
  expect(result.out).toContain('"available": "9223372036854775807"');
  const { code, out } = await run();
  expect(code).toBe(1);
  expect(out).toContain('9223372036854775807');
});

test('audit changes nothing it checks', async () => {
  const { knex, merchant, run } = await setUp();
  await knex('balances').where('merchant_id', merchant.id).increment('held_satang', 5);
  const before = await knex('balances').select('*');
  await run();
  expect(await knex('balances').select('*')).toEqual(before);
});

test('audit with an argument exits with 2', async () => {
  const { run } = await setUp();
  expect(await run('everything')).toMatchObject({
    code: 2,
    errors: 'audit takes no argument, got everything.\n',
  });
});
