import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { advanceOrder } from '../../src/db/apply-move';
import { temporaryFolder } from '../embedded/script-part';
import { testDatabase } from '../support/database';
import { testCallback, testDeps, testMerchant, testPayment } from '../support/gateway';
import { runGatewayCommand } from './gateway';

/** Two payments that the provider told of, and a statement of its own about them. */
async function setUp() {
  const { knex, url } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const pay = async (transactionId: string, paidAt: Date) => {
    const id = await testPayment(deps, merchant);
    const { ref } = await knex('orders').where('id', id).first('ref');
    const told = { heard: 'succeeded', amountSatang: 10_000, transactionId, paidAt } as const;
    await testCallback(deps, id, { ...told, namedOrder: ref as string });
    await advanceOrder(knex, id);
    return {
      transactionId,
      orderId: ref as string,
      amountSatang: 10_000,
      at: paidAt.toISOString(),
    };
  };
  const lines = [
    await pay('T1', new Date('2026-01-31T10:00:00Z')),
    await pay('T2', new Date('2026-01-31T11:00:00Z')),
    await pay('T3', new Date('2026-01-31T12:00:00Z')),
  ] as const;
  const file = path.join(temporaryFolder(), 'statement.json');
  const run = (statement: unknown, ...more: readonly string[]) => {
    writeFileSync(file, JSON.stringify(statement));
    return runGatewayCommand(url, 'reconcile', file, ...more);
  };
  return { lines, run };
}

test('a statement that our books agree with ends with 0', async () => {
  const { lines, run } = await setUp();
  expect(await run(lines)).toMatchObject({ code: 0, out: 'none\n' });
});

test('a statement that they do not agree with ends with 1 and names each movement', async () => {
  const { lines, run } = await setUp();
  const [first, , third] = lines;
  const statement = [
    { ...first, amountSatang: 9_900 },
    { ...first, transactionId: 'T4' },
    { ...first, transactionId: 'T5', orderId: 'NOSUCHREF' },
    third,
    third,
  ];
  const { code, out } = await run(statement, '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject([
    { mismatch: 'wrong_amount', transaction: 'T1', stated: '99.00', booked: '100.00' },
    { mismatch: 'missing', transaction: 'T4', booked: '' },
    { mismatch: 'unknown_order', transaction: 'T5', order: 'NOSUCHREF' },
    { mismatch: 'listed_twice', transaction: 'T3' },
    { mismatch: 'unlisted', transaction: 'T2', stated: '', booked: '100.00' },
  ]);
});

test('what is booked outside the time of a statement is not missed in it', async () => {
  const { lines, run } = await setUp();
  expect(await run(lines.slice(1))).toMatchObject({ code: 0 });
});

test('a file that is no statement is refused, and why is said', async () => {
  const { lines, run } = await setUp();
  const { code, errors } = await run([{ ...lines[0], amountSatang: 0.5 }]);
  expect(code).not.toBe(0);
  expect(errors).toContain('amountSatang');
});
