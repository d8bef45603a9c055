import { applyPending } from '../../src/orders/store/apply-transition';
import { openUnknownOutcome } from '../../src/exceptions/store/exceptions';
import { findViolations } from '../../src/reports/store/invariants';
import { newId } from '../../src/platform/new-id';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testDeposit,
  testDeps,
  testMerchant,
  testSent,
  testWithdrawal,
} from '../support/gateway';
import { runGatewayCommand } from './gateway';

async function setUp() {
  const { knex, url } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const run = (...args: readonly string[]) => runGatewayCommand(url, ...args);
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return [row.available_satang, row.held_satang] as [number, number];
  };
  /** A deposit of 100 baht that received 105. */
  async function tooMuch() {
    const { orderId } = await testDeposit(deps, merchant);
    await testCallback(deps, orderId, { reported: 'succeeded', amountSatang: 10_500 });
    await applyPending(knex, orderId);
    const { id } = await knex('exceptions').where('order_id', orderId).first('id');
    return { orderId, id: id as string };
  }
  return { knex, deps, merchant, run, balance, tooMuch };
}

describe('exceptions list', () => {
  test('prints none without open exceptions', async () => {
    const { run } = await setUp();
    expect(await run('exceptions', 'list')).toMatchObject({ code: 0, out: 'none\n' });
    expect(await run('exceptions', 'list', '--json')).toMatchObject({ code: 0, out: '[]\n' });
  });

  test('lists open exceptions, and resolved ones with --all', async () => {
    const { run, tooMuch, merchant } = await setUp();
    const { id, orderId } = await tooMuch();
    const { out } = await run('exceptions', 'list', '--json');
    expect(JSON.parse(out)).toEqual([
      {
        id,
        kind: 'amount_mismatch',
        merchant: merchant.id,
        order: orderId,
        suspended: '5.00',
        opened: expect.stringMatching(/Z$/),
        resolved: '',
      },
    ]);
    const table = (await run('exceptions', 'list')).out.split('\n');
    expect(table[0]).toMatch(/^id +kind +merchant +order +suspended +opened +resolved$/);
    expect(table[1]).toContain(id);
    await run('exceptions', 'resolve', id, '--as', 'return', '--reason', 'sent back today');
    expect((await run('exceptions', 'list')).out).toBe('none\n');
    const all = JSON.parse((await run('exceptions', 'list', '--all', '--json')).out);
    expect(all).toMatchObject([{ id, resolved: 'return' }]);
  });
});

describe('exceptions show', () => {
  test('prints the facts and the possible resolutions', async () => {
    const { run, tooMuch } = await setUp();
    const { id, orderId } = await tooMuch();
    const { code, out } = await run('exceptions', 'show', id);
    expect(code).toBe(0);
    expect(out).toContain(`${orderId}, deposit, 100.00 baht, succeeded`);
    expect(out).toContain('succeeded, 105.00 baht, transaction without id');
    expect(out).toMatch(/^in suspense +5\.00 baht$/m);
    expect(out).toMatch(/^resolve as +accept, return, write_off: exactly 5\.00 baht together$/m);
    expect(JSON.parse((await run('exceptions', 'show', id, '--json')).out)).toMatchObject({
      id,
      kind: 'amount_mismatch',
      suspendedSatang: 500,
      resolutions: ['accept', 'return', 'write_off'],
      resolved: null,
    });
  });

  test.each([
    ['an unknown id', ['exc_nothing'], 'Exception exc_nothing does not exist.'],
    ['no id', [], 'The command takes one argument: an exception ID.'],
    ['two ids', ['exc_1', 'exc_2'], 'The command takes one argument: an exception ID.'],
    ['an unknown option', ['exc_1', '--as', 'x'], 'exceptions show has no option --as.'],
  ])('with %s exits with 2 and an error', async (_name, args, said) => {
    const { run } = await setUp();
    const { code, out, errors } = await run('exceptions', 'show', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(errors).toContain(said);
    expect(errors).not.toMatch(/^\s+at /m);
  });
});

describe('exceptions resolve', () => {
  test('posts the resolution and stores operator and reason', async () => {
    const { run, tooMuch, knex, balance } = await setUp();
    const { id } = await tooMuch();
    const decision = ['--as', 'accept', '--reason', 'theirs by the slip', '--by', 'night shift'];
    const { code, out } = await run('exceptions', 'resolve', id, ...decision);
    expect(code).toBe(0);
    expect(out).toContain(JSON.stringify([{ as: 'accept', amountSatang: 500 }]));
    expect(await balance()).toEqual([110_500, 0]);
    expect(await knex('exceptions').where('id', id).first()).toMatchObject({
      resolution: 'accept',
      resolved_by: 'night shift',
      reason: 'theirs by the slip',
      resolved_at: expect.any(Date),
    });
    expect((await run('exceptions', 'show', id)).out).toContain('accept, by night shift at ');
    expect(await findViolations(knex)).toEqual([]);
  });

  test('releases a payout and enqueues a message to its workflow', async () => {
    const { run, knex, deps, merchant, balance } = await setUp();
    const orderId = await testWithdrawal(deps, merchant);
    await testSent(knex, orderId);
    const id = newId('exc_');
    await openUnknownOutcome(knex, id, orderId);
    const decision = ['--as', 'release', '--reason', 'the bank says no', '--json'];
    const { code, out } = await run('exceptions', 'resolve', id, ...decision);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ exceptionId: id, parts: [{ as: 'release' }] });
    expect(await balance()).toEqual([100_000, 0]);
    const messages = await knex('outbox_messages').where({ subject: orderId, topic: 'callback' });
    expect(messages).toMatchObject([{ detail: { callbackId: id } }]);
    expect(await findViolations(knex)).toEqual([]);
  });

  test.each([
    ['twice', ['--as', 'accept', '--reason', 'checked it'], 'is resolved already: return, by '],
    ['without --as', ['--reason', 'checked it'], '--as is required'],
    ['without --reason', ['--as', 'accept'], '--reason is required'],
    ['with an empty reason', ['--as', 'accept', '--reason', ' '], '--reason is required'],
  ])('%s exits with 2 and posts nothing', async (name, args, said) => {
    const { run, tooMuch, balance } = await setUp();
    const { id } = await tooMuch();
    if (name === 'twice') {
      await run('exceptions', 'resolve', id, '--as', 'return', '--reason', 'checked it');
    }
    const { code, errors } = await run('exceptions', 'resolve', id, ...args);
    expect(code).toBe(2);
    expect(errors).toContain(said);
    expect(await balance()).toEqual([110_000, 0]);
  });

  test('with an impossible resolution exits with 2 and lists the possible ones', async () => {
    const { run, tooMuch, balance } = await setUp();
    const { id } = await tooMuch();
    const fitting = 'accept, return, write_off: exactly 5.00 baht together';
    const said = {
      dismiss: `${id} can be resolved by ${fitting}.`,
      'accept=4': `${id} can be resolved by ${fitting}.`,
      'accept=4,return=1.01': `${id} can be resolved by ${fitting}.`,
      constructor:
        '--as must be a resolution or resolution=baht pairs such as accept=60, got constructor.',
      ACCEPT: '--as must be a resolution or resolution=baht pairs such as accept=60, got ACCEPT.',
    };
    for (const [how, words] of Object.entries(said)) {
      const decision = ['--as', how, '--reason', 'checked it'];
      const { code, errors } = await run('exceptions', 'resolve', id, ...decision);
      expect([code, errors]).toEqual([2, `${words}\n`]);
    }
    expect(await balance()).toEqual([110_000, 0]);
  });
});

test('exceptions resolve posts several parts; exceptions correct reverses them', async () => {
  const { run, tooMuch, balance, knex } = await setUp();
  const { id } = await tooMuch();
  const parts = ['--as', 'accept=3,return=2', '--reason', 'two of it were sent back'];
  expect((await run('exceptions', 'resolve', id, ...parts)).code).toBe(0);
  expect(await balance()).toEqual([110_300, 0]);
  const corrected = await run('exceptions', 'correct', id, '--reason', 'nothing was sent back');
  expect(corrected).toMatchObject({ code: 0, out: expect.stringContaining(id) });
  expect(await balance()).toEqual([110_000, 0]);
  expect(await findViolations(knex)).toEqual([]);
});

test('exceptions list exits with 2 without a database', async () => {
  const { code } = await runGatewayCommand('postgres://127.0.0.1:1/none', 'exceptions', 'list');
  expect(code).toBe(2);
});
