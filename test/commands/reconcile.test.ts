import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { applyPending } from '../../src/db/orders/apply-transition';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testWithdrawal,
} from '../support/gateway';
import { testAccount } from '../support/provider-accounts';
import { resolveAs } from '../support/resolve';
import { runGatewayCommand } from './gateway';

type Callback = Parameters<typeof testCallback>[2];

/** Three payments that the provider reported, and its own statement about them. */
async function setUp() {
  const { knex, url } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const sendCallback = async (id: string, callback: Callback) => {
    await testCallback(deps, id, callback);
    await applyPending(knex, id);
  };
  const pay = async (transactionId: string | null, at: string) => {
    const id = await testPayment(deps, merchant);
    const { ref } = await knex('orders').where('id', id).first('ref');
    const paidAt = new Date(at);
    const report = { reported: 'succeeded', amountSatang: 10_000, transactionId, paidAt } as const;
    await sendCallback(id, { ...report, namedOrder: ref as string });
    const line = { transactionId: transactionId ?? '', orderId: ref as string };
    return { id, line: { ...line, amountSatang: 10_000, at: paidAt.toISOString() } };
  };
  const paid = [
    await pay('T1', '2026-01-31T10:00:00Z'),
    await pay('T2', '2026-01-31T11:00:00Z'),
    await pay('T3', '2026-01-31T12:00:00Z'),
  ] as const;
  const lines = paid.map(({ line }) => line);
  const file = path.join(temporaryFolder(), 'statement.json');
  /** Runs the command and returns its findings and its exit code. */
  const run = async (statement: unknown, ...more: readonly string[]) => {
    writeFileSync(file, JSON.stringify(statement));
    const { code, out, errors } = await runGatewayCommand(
      url,
      'reconcile',
      file,
      '--json',
      ...more,
    );
    const found = out === '' ? [] : (JSON.parse(out) as Record<string, string>[]);
    const said = found.map(({ mismatch, transaction }) => `${mismatch} ${transaction}`.trim());
    return { code, errors, found, said };
  };
  return { knex, deps, merchant, sendCallback, pay, paid, lines, run };
}

test('reconcile exits with 0 for a statement that matches the ledger', async () => {
  const { lines, run } = await setUp();
  expect(await run(lines)).toMatchObject({ code: 0, said: [] });
});

test('reconcile lists each mismatch and exits with 1', async () => {
  const { lines, run } = await setUp();
  const [first, , third] = lines;
  const { code, found } = await run([
    { ...first, amountSatang: 9_900 },
    { ...first, transactionId: 'T4' },
    { ...first, transactionId: 'T5', orderId: 'NOSUCHREF' },
    third,
    third,
  ]);
  expect(code).toBe(1);
  expect(found).toMatchObject([
    { mismatch: 'wrong_amount', transaction: 'T1', stated: '99.00', booked: '100.00' },
    { mismatch: 'missing', transaction: 'T4', booked: '' },
    { mismatch: 'unknown_order', transaction: 'T5', order: 'NOSUCHREF' },
    { mismatch: 'listed_twice', transaction: 'T3' },
    { mismatch: 'unlisted', transaction: 'T2', stated: '', booked: '100.00' },
  ]);
});

describe('a statement of one of two accounts', () => {
  test('is compared with the movements at that account', async () => {
    const { knex, deps, paid, lines, run } = await setUp();
    const { id } = await testAccount(deps, 'another-provider-key');
    const [first, second, third] = lines;
    // The two banks have used one transaction id.
    const moved = { account: id, transaction_id: 'T1' };
    await knex('movements').where('order_id', paid[2].id).update(moved);
    const here = [first, second];
    const there = [{ ...third, transactionId: 'T1' }];
    expect(await run(here, '--account', 'default')).toMatchObject({ code: 0, said: [] });
    expect(await run(there, '--account', id)).toMatchObject({ code: 0, said: [] });
    expect((await run([...there, second], '--account', id)).said).toEqual(['missing T2']);
    expect((await run([first], '--account', 'default')).said).toEqual(['unlisted T2']);
    const unknown = await run(here, '--account', 'pac_none');
    expect(unknown.code).toBe(2);
    expect(unknown.errors).toMatch(/provider account/);
  }, 60_000);
});

describe('period', () => {
  test('is the day in Bangkok of the first line, also of a truncated statement', async () => {
    const { lines, run } = await setUp();
    expect(await run(lines.slice(0, 1))).toMatchObject({
      code: 1,
      said: ['unlisted T2', 'unlisted T3'],
    });
    expect(await run(lines.slice(2))).toMatchObject({
      code: 1,
      said: ['unlisted T1', 'unlisted T2'],
    });
  });

  test('is set by --since and --until, where a time is exclusive', async () => {
    const { lines, run } = await setUp();
    const period = ['--since', '2026-01-31T11:00:00Z', '--until', '2026-01-31T12:00:00Z'];
    expect(await run(lines.slice(1, 2), ...period)).toMatchObject({ code: 0 });
    expect(await run([], ...period)).toMatchObject({ code: 1, said: ['unlisted T2'] });
    // In Bangkok the three payments are at 17:00, 18:00 and 19:00 of the 31st.
    const days = ['--since', '2026-01-31', '--until', '2026-01-31'];
    expect((await run([], ...days)).said).toHaveLength(3);
    expect((await run([], '--since', '2026-02-01', '--until', '2026-02-01')).said).toEqual([]);
  }, 60_000);

  test.each([
    [['--since', 'yesterday'], '--since must be a day'],
    [['--since', '2026-02-01', '--until', '2026-01-01'], '--until must be after --since'],
    [[], 'An empty statement requires --since and --until'],
  ])('rejects the invalid options %j', async (options, said) => {
    const { run } = await setUp();
    const { code, errors } = await run([], ...options);
    expect(code).toBe(2);
    expect(errors).toContain(said);
  });
});

test('reconcile reports a line with the order of another booking', async () => {
  const { lines, run } = await setUp();
  const [first, second, third] = lines;
  const swapped = { ...first, orderId: second?.orderId };
  expect(await run([swapped, second, third])).toMatchObject({ code: 1, said: ['wrong_order T1'] });
});

test('reconcile reports the second order of a transaction id', async () => {
  const { sendCallback, deps, merchant, lines, run } = await setUp();
  const second = await testPayment(deps, merchant);
  const at = new Date('2026-01-31T13:00:00Z');
  await sendCallback(second, {
    reported: 'succeeded',
    amountSatang: 10_000,
    transactionId: 'T1',
    paidAt: at,
  });
  expect(await run(lines)).toMatchObject({ code: 0 });
  const both = [...lines, { ...lines[0], orderId: second }];
  const { found } = await run(both);
  expect(found).toMatchObject([{ mismatch: 'wrong_order', transaction: 'T1', order: second }]);
});

test('reconcile matches bookings without a transaction id', async () => {
  const { pay, lines, run } = await setUp();
  const { id, line } = await pay(null, '2026-01-31T13:00:00Z');
  expect(await run([...lines, { ...line, transactionId: 'T9' }])).toMatchObject({ code: 0 });
  const { code, found } = await run(lines);
  expect(code).toBe(1);
  expect(found).toMatchObject([{ mismatch: 'unlisted', transaction: '', order: id }]);
});

describe('payout that failed in the ledger and was paid by the bank', () => {
  test('is a mismatch until the exception of its callback is resolved', async () => {
    const { knex, deps, merchant, sendCallback, lines, run } = await setUp();
    const id = await testWithdrawal(deps, merchant);
    await sendCallback(id, { reported: 'failed' });
    const line = { transactionId: 'W1', orderId: id, amountSatang: 10_000 };
    const statement = [...lines, { ...line, at: '2026-01-31T14:00:00Z' }];
    expect(await run(statement)).toMatchObject({ code: 1, said: ['missing W1'] });
    await sendCallback(id, {
      reported: 'succeeded',
      transactionId: 'W1',
      paidAt: new Date('2026-01-31T14:00:00Z'),
    });
    expect(await run(statement)).toMatchObject({ code: 1, said: ['missing W1'] });
    const { id: exceptionId } = await knex('exceptions').where('order_id', id).first('id');
    await resolveAs(knex, exceptionId as string, 'charge');
    expect(await run(statement)).toMatchObject({ code: 0 });
  }, 60_000);

  test('is a mismatch a second time until it is resolved', async () => {
    const { knex, deps, merchant, sendCallback, lines, run } = await setUp();
    const id = await testWithdrawal(deps, merchant);
    const paidAt = new Date('2026-01-31T14:00:00Z');
    for (const transactionId of ['P1', 'P2']) {
      await sendCallback(id, { reported: 'succeeded', transactionId, paidAt });
    }
    const payouts = ['P1', 'P2'].map((transactionId) => {
      const line = { transactionId, orderId: id, amountSatang: 10_000 };
      return { ...line, at: paidAt.toISOString() };
    });
    const statement = [...lines, ...payouts];
    expect(await run(statement)).toMatchObject({ code: 1, said: ['missing P2'] });
    const { id: exceptionId } = await knex('exceptions').where('order_id', id).first('id');
    await resolveAs(knex, exceptionId as string, 'absorb');
    expect(await run(statement)).toMatchObject({ code: 0 });
  }, 60_000);
});

test('reconcile rejects an invalid file with the reason', async () => {
  const { lines, run } = await setUp();
  const { code, errors } = await run([{ ...lines[0], amountSatang: 0.5 }]);
  expect(code).not.toBe(0);
  expect(errors).toContain('amountSatang');
});
