import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { findViolations } from '../../src/reports/store/invariants';
import { applyPending } from '../../src/orders/store/apply-transition';
import type { Db } from '../../src/platform/postgres/connect';
import { newId } from '../../src/platform/new-id';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { testDatabase, withoutTriggers } from '../support/database';
import {
  testCallback,
  testDeps,
  testMerchant,
  testNamedCallback,
  testPayment,
  testWithdrawal,
} from '../support/gateway';
import { testAccount } from '../support/provider-accounts';
import { correctAs, resolveAs } from '../support/resolve';
import { runGatewayCommand } from './gateway';

type Callback = Parameters<typeof testCallback>[2];

const exceptionsOf = (knex: Db, orderId: string) =>
  knex('exceptions').where('order_id', orderId).orderBy('opened_at', 'desc');
const exceptionOf = async (knex: Db, orderId: string): Promise<string> =>
  (await exceptionsOf(knex, orderId).first<{ id: string }>('id')).id;
const openExceptionOf = async (knex: Db, orderId: string): Promise<string> =>
  (await exceptionsOf(knex, orderId).whereNull('resolved_at').first<{ id: string }>('id')).id;

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
    // The reports came in time.
    await withoutTriggers(
      knex,
      `update movements set created_at = moved_at
       where moved_at between '2026-01-01' and '2026-02-01'`,
    );
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
    await withoutTriggers(
      knex,
      `update movements set account = ?, transaction_id = 'T1' where order_id = ?`,
      [id, paid[2].id],
    );
    const here = [first, second];
    const there = [{ ...third, transactionId: 'T1' }];
    // A statement of all accounts has both.
    expect(await run([...here, ...there])).toMatchObject({ code: 0, said: [] });
    expect((await run([second, ...there])).found).toMatchObject([
      { mismatch: 'unlisted', transaction: 'T1', order: paid[0].id },
    ]);
    expect(await run(here, '--account', 'default')).toMatchObject({ code: 0, said: [] });
    expect(await run(there, '--account', id)).toMatchObject({ code: 0, said: [] });
    expect((await run([...there, second], '--account', id)).said).toEqual(['missing T2']);
    expect((await run([first], '--account', 'default')).said).toEqual(['unlisted T2']);
    const unknown = await run(here, '--account', 'pac_none');
    expect(unknown.code).toBe(2);
    expect(unknown.errors).toMatch(/provider account/);
  });
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
    const buddhist = ['--since', '2569-01-31T18:00+07', '--until', '2569-01-31T19:00+0700'];
    expect(await run([], ...buddhist)).toMatchObject({ code: 1, said: ['unlisted T2'] });
    // In Bangkok the three payments are at 17:00, 18:00 and 19:00 of the 31st.
    const days = ['--since', '2026-01-31', '--until', '2026-01-31'];
    expect((await run([], ...days)).said).toHaveLength(3);
    expect((await run([], '--since', '2026-02-01', '--until', '2026-02-01')).said).toEqual([]);
  });

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
  });

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
  });
});

describe('what an operator books', () => {
  const at = '2026-01-31T14:00:00Z';
  const paidAt = new Date(at);

  test('as a return of a payout is unlisted without its line, and matches the line', async () => {
    const { knex, deps, merchant, sendCallback, lines, run } = await setUp();
    const id = await testWithdrawal(deps, merchant);
    await sendCallback(id, { reported: 'succeeded', transactionId: 'R', paidAt });
    await sendCallback(id, { reported: 'failed', transactionId: 'R' });
    await resolveAs(knex, await openExceptionOf(knex, id), 'credit');
    const payout = { transactionId: 'R', orderId: id, amountSatang: 10_000, at };
    const returned = { ...payout, transactionId: 'R2', direction: 'in' };
    // Both the day of the payments and the present one.
    const period = ['--since', '2026-01-31', '--until', '2999-01-01'];
    const missing = await run([...lines, payout], ...period);
    expect(missing.found).toMatchObject([{ mismatch: 'unlisted', order: id, booked: '100.00' }]);
    expect(await run([...lines, payout, returned], ...period)).toMatchObject({ code: 0 });
    // The line is on the day of the payout, before the operator booked it.
    expect(await run([...lines, payout, returned])).toMatchObject({ code: 0, said: [] });
  });

  test('as a charge-back leaves the booking of the payment as it was', async () => {
    const { knex, sendCallback, paid, lines, run } = await setUp();
    const [{ id }] = paid;
    await sendCallback(id, { reported: 'failed', transactionId: 'T1', amountSatang: 10_000 });
    await resolveAs(knex, await openExceptionOf(knex, id), 'charge=60,absorb=40');
    expect(await run(lines)).toMatchObject({ code: 0, said: [] });
    const today = ['--since', '2026-11-01', '--until', '2999-01-01'];
    expect((await run([], ...today)).found).toMatchObject([
      { mismatch: 'unlisted', order: id, booked: '100.00' },
    ]);
    const back = { ...lines[0], transactionId: 'B1', direction: 'out' };
    expect(await run([back], ...today)).toMatchObject({ code: 0, said: [] });
    await correctAs(knex, await exceptionOf(knex, id));
    expect((await run([back], ...today)).said).toEqual(['missing B1']);
    expect(await findViolations(knex)).toEqual([]);
  });

  test('as a return of suspended money is unlisted without its line', async () => {
    const { knex, sendCallback, paid, lines, run } = await setUp();
    const [{ id }] = paid;
    const second = { reported: 'succeeded', amountSatang: 10_000, paidAt } as const;
    await sendCallback(id, { ...second, transactionId: 'T7' });
    await resolveAs(knex, await openExceptionOf(knex, id), 'accept=40,return=60');
    const line = { transactionId: 'T7', orderId: id, amountSatang: 10_000, at };
    expect(await run([...lines, line])).toMatchObject({ code: 0, said: [] });
    const today = ['--since', '2026-11-01', '--until', '2999-01-01'];
    expect((await run([], ...today)).found).toMatchObject([
      { mismatch: 'unlisted', order: id, booked: '60.00' },
    ]);
    const back = { ...line, transactionId: 'B7', direction: 'out', amountSatang: 6_000 };
    expect(await run([back], ...today)).toMatchObject({ code: 0, said: [] });
    expect(await findViolations(knex)).toEqual([]);
  });

  test('as a charge-back and a return matches the line that took both back', async () => {
    const { knex, deps, merchant, sendCallback, lines, run } = await setUp();
    const id = await testPayment(deps, merchant);
    const report = { transactionId: 'T8', amountSatang: 15_000 };
    await sendCallback(id, { ...report, reported: 'succeeded', paidAt });
    await sendCallback(id, { ...report, reported: 'reversed' });
    for (const way of ['return', 'charge']) {
      const [{ id: exceptionId }] = await exceptionsOf(knex, id)
        .whereNull('resolved_at')
        .where('kind', way === 'charge' ? 'conflict' : 'amount_mismatch');
      await resolveAs(knex, exceptionId as string, way);
    }
    const line = { transactionId: 'T8', orderId: id, amountSatang: 15_000, at };
    const back = { ...line, transactionId: 'B8', direction: 'out' };
    const period = ['--since', '2026-01-31', '--until', '2999-01-01'];
    expect(await run([...lines, line, back], ...period)).toMatchObject({ code: 0, said: [] });
    const less = { ...back, amountSatang: 14_900 };
    const { said } = await run([...lines, line, less], ...period);
    expect(said).toEqual(['missing B8', 'unlisted', 'unlisted']);
  });

  test('for another order or merchant than the line names is a wrong order', async () => {
    const { knex, deps, merchant, paid, lines, run } = await setUp();
    const { merchant: other } = await testMerchant(knex);
    const [named, assigned] = [await testPayment(deps, merchant), paid[0].id];
    const report = { reported: 'succeeded', amountSatang: 7_000, paidAt } as const;
    const kind = { route: 'payment', kinds: ['payment'] } as const;
    const id = newId('cb_');
    const early = { ...report, ...kind, id, transactionId: 'U1', namedOrder: 'EARLYREF' };
    await testNamedCallback(deps, early);
    await knex('orders').where('id', named).update({ ref: 'EARLYREF' });
    const exceptionId = await knex('exceptions').where('callback_id', id).first('id');
    const line = { transactionId: 'U1', orderId: 'EARLYREF', amountSatang: 7_000, at };
    const findingsAfter = async (assignee: Parameters<typeof resolveAs>[3]) => {
      await resolveAs(knex, exceptionId.id as string, 'assign', assignee);
      const { said } = await run([...lines, { ...line, direction: 'in' }]);
      if (assignee?.assignee?.kind === 'merchant') await correctAs(knex, exceptionId.id as string);
      return said;
    };
    const to = (merchantId: string) =>
      findingsAfter({ assignee: { kind: 'merchant', merchantId } });
    expect(await to(merchant.id)).toEqual([]);
    expect(await to(other.id)).toEqual(['wrong_order U1']);
    const orderId = { assignee: { kind: 'order', orderId: assigned } } as const;
    expect(await findingsAfter(orderId)).toEqual(['wrong_order U1']);
  });

  test('as a return of money of an unknown order matches its line', async () => {
    const { knex, deps, lines, run } = await setUp();
    const report = { reported: 'succeeded', amountSatang: 7_000, paidAt } as const;
    const kind = { route: 'payment', kinds: ['payment'] } as const;
    const twice = { ...report, ...kind, namedOrder: 'NOSUCHREF' };
    for (const transactionId of ['U1', 'U2']) {
      await testNamedCallback(deps, { ...twice, id: newId('cb_'), transactionId });
    }
    const exceptions = await knex('exceptions').whereNull('resolved_at').pluck('id');
    for (const id of exceptions) await resolveAs(knex, id as string, 'return=50,write_off=20');
    const came = ['U1', 'U2'].map((transactionId) => {
      const line = { transactionId, orderId: 'NoSuchRef', amountSatang: 7_000, at };
      return { ...line, direction: 'in' };
    });
    expect(await run([...lines, ...came])).toMatchObject({ code: 0, said: [] });
    const today = ['--since', '2026-11-01', '--until', '2999-01-01'];
    expect((await run([], ...today)).said).toEqual(['unlisted', 'unlisted']);
    const back = came.map((line) => ({ ...line, transactionId: `B${line.transactionId}` }));
    const left = back.map((line) => ({ ...line, direction: 'out', amountSatang: 5_000 }));
    expect(await run(left, ...today)).toMatchObject({ code: 0, said: [] });
    for (const id of exceptions) await correctAs(knex, id as string);
    expect((await run([], ...today)).said).toEqual([]);
    expect(await findViolations(knex)).toEqual([]);
  });
});

test('a reported time that is days away hides no booking from the day of its receipt', async () => {
  const { pay, run } = await setUp();
  const { id } = await pay('FAR', '9999-01-01T00:00:00Z');
  const today = ['--since', '2026-11-01', '--until', '2999-01-01'];
  const { found } = await run([], ...today);
  expect(found).toContainEqual(expect.objectContaining({ mismatch: 'unlisted', order: id }));
});

test('reconcile compares names of orders in any case', async () => {
  const { lines, run } = await setUp();
  const other = lines.map((line) => ({ ...line, orderId: line.orderId.toLowerCase() }));
  expect(await run(other)).toMatchObject({ code: 0, said: [] });
});

test('reconcile rejects an invalid file with the reason', async () => {
  const { lines, run } = await setUp();
  const { code, errors } = await run([{ ...lines[0], amountSatang: 0.5 }]);
  expect(code).not.toBe(0);
  expect(errors).toContain('amountSatang');
});
