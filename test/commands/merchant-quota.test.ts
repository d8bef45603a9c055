import { testDatabase } from '../support/database';
import { testMerchant } from '../support/gateway';
import { runGatewayCommand } from './gateway';

async function setUp() {
  const { knex, url } = await testDatabase();
  const { merchant } = await testMerchant(knex);
  const run = (...args: readonly string[]) => runGatewayCommand(url, 'merchant', 'quota', ...args);
  const kept = async () => {
    const [row] = await knex('merchants')
      .where('id', merchant.id)
      .select<Record<string, number | null>[]>('requests_per_second', 'open_orders_max');
    return Object.values(row ?? {});
  };
  return { id: merchant.id, run, kept };
}

test('merchant quota sets each quota by itself and resets it', async () => {
  const { id, run, kept } = await setUp();
  expect(await run(id, '--requests-per-second', '500')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^requestsPerSecond +500$/m),
  });
  const { code: done, out } = await run(id, '--open-orders', '1000', '--json');
  expect([done, JSON.parse(out)]).toEqual([
    0,
    { merchantId: id, requestsPerSecond: 500, openOrdersMax: 1_000 },
  ]);
  expect(await kept()).toEqual([500, 1_000]);
  expect(await run(id, '--requests-per-second', 'default', '--open-orders', 'none')).toMatchObject({
    code: 0,
  });
  expect(await kept()).toEqual([null, null]);
});

test('merchant quota rejects other values, and an unknown merchant', async () => {
  const { id, run, kept } = await setUp();
  const refused = [[], ['--requests-per-second', '0'], ['--open-orders', '1000001']];
  const answers = await Promise.all(refused.map((args) => run(id, ...args)));
  for (const [index, { code, errors }] of answers.entries()) {
    expect(code).toBe(2);
    expect(errors).toContain(refused[index]?.[0] ?? '--open-orders is required');
  }
  expect(await kept()).toEqual([null, null]);
  const { code, errors } = await run('mch_nobody', '--open-orders', '5');
  expect([code, errors]).toEqual([2, 'No such merchant.\n']);
});
