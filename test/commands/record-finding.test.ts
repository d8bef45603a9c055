import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../src/commands/command';
import { reconcile } from '../../src/commands/reconcile';
import { findViolations } from '../../src/reports/store/invariants';
import { applyPending } from '../../src/orders/store/apply-transition';
import { newId } from '../../src/platform/new-id';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testWithdrawal,
} from '../support/gateway';
import { correctAs, resolveAs } from '../support/resolve';
import { ENCRYPTION_KEYS, runInProcess } from './gateway';

type Callback = Parameters<typeof testCallback>[2];
interface Line {
  readonly transactionId: string;
  readonly orderId: string;
  readonly amountSatang: number;
  readonly direction?: 'in' | 'out';
}

/** The operator's act: `gateway reconcile statement.json --record …`, on the statement of today. */
async function setUp() {
  const { knex, url } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  const file = path.join(temporaryFolder(), 'statement.json');
  const at = new Date().toISOString();
  const run = (lines: readonly Line[], options: Readonly<Record<string, string>> = {}) => {
    writeFileSync(file, JSON.stringify(lines.map((line) => ({ at, ...line }))));
    const period = { since: '2026-01-01', until: '2999-01-01' };
    const given = { args: [file], options: { ...period, ...options } };
    return runInProcess(reconcile, { DATABASE_URL: url, ENCRYPTION_KEYS }, given);
  };
  const report = async (orderId: string, callback: Callback) => {
    await testCallback(deps, orderId, callback);
    await applyPending(knex, orderId);
  };
  /** What the command finds. */
  const found = async (lines: readonly Line[]): Promise<readonly string[]> => {
    const { out } = await run(lines);
    const mismatches = JSON.parse(out) as readonly { mismatch: string; transaction: string }[];
    return mismatches.map(({ mismatch, transaction }) => `${mismatch} ${transaction}`.trim());
  };
  /** Records a finding and returns the open exceptions about it. */
  const record = async (
    lines: readonly Line[],
    name: string,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const { out } = await run(lines, { record: name, reason: 'the statement says so', ...more });
    return (JSON.parse(out) as { exceptions: readonly string[] }).exceptions;
  };
  const refused = async (
    lines: readonly Line[],
    options: Readonly<Record<string, string>>,
  ): Promise<string> => {
    const error: unknown = await run(lines, options).catch((thrown: unknown) => thrown);
    if (error instanceof UsageError) return error.message;
    throw new Error('the command succeeded', { cause: error });
  };
  const kinds = (ids: readonly string[]) =>
    knex('exceptions').whereIn('id', ids).pluck<string[]>('kind');
  return { knex, deps, merchant, at, report, found, record, refused, kinds };
}

const paid = (transactionId: string, amountSatang = 10_000) =>
  ({ reported: 'succeeded', transactionId, amountSatang }) as const;
const line = (orderId: string, transactionId: string, more: Partial<Line> = {}): Line => ({
  transactionId,
  orderId,
  amountSatang: 10_000,
  ...more,
});

test('a missing payment settles its order, once, with events in both audit logs', async () => {
  const { knex, deps, merchant, at, found, record, refused } = await setUp();
  const id = await testPayment(deps, merchant);
  const lines = [line(id, 'T4')];
  expect(await found(lines)).toEqual(['missing T4']);
  expect(await record(lines, 'T4')).toEqual([]);
  expect(await knex('orders').where({ id }).first()).toMatchObject({
    status: 'succeeded',
    completed_at: expect.any(Date),
  });
  expect(await knex('movements').where('order_id', id)).toMatchObject([
    { transaction_id: 'T4', source: 'inquiry', moved_at: new Date(at) },
  ]);
  expect(await found(lines)).toEqual([]);
  expect(await refused(lines, { record: 'T4', reason: 'again' })).toContain('no mismatch');
  const events = knex('audit_log').where({ act: 'evidence.recorded', subject: id });
  expect(await events.orderBy('scope').pluck('scope')).toEqual([merchant.id, 'operators']);
  // The payment's workflow, which sends the webhooks, is started and then woken.
  const messages = knex('outbox_messages').where('subject', id).orderBy('id');
  expect(await messages.pluck('topic')).toEqual(['start', 'callback']);
  expect(await findViolations(knex)).toEqual([]);
});

test('a missing payout of a failed order opens an exception that books it', async () => {
  const { knex, deps, merchant, report, found, record, refused, kinds } = await setUp();
  const id = await testWithdrawal(deps, merchant);
  await report(id, { reported: 'failed' });
  const lines = [line(id, 'W1')];
  const [exceptionId = '', ...others] = await record(lines, 'W1');
  expect([await kinds([exceptionId]), others]).toEqual([['conflict'], []]);
  expect(await found(lines)).toEqual(['missing W1']);
  expect(await refused(lines, { record: 'W1', reason: 'again' })).toContain('already');
  await resolveAs(knex, exceptionId, 'charge');
  expect(await found(lines)).toEqual([]);
  expect(await findViolations(knex)).toEqual([]);
});

test.each([
  ['a charge-back of a payment', 'in', 'charge'],
  ['a return of a payout', 'out', 'credit'],
] as const)(
  '%s that only the statement has can be booked, in equal parts too',
  async (_, way, as) => {
    const { knex, deps, merchant, report, found, record } = await setUp();
    const id =
      way === 'in' ? await testPayment(deps, merchant) : await testWithdrawal(deps, merchant);
    await report(id, paid('T1'));
    const direction = way === 'in' ? 'out' : 'in';
    const parts = [
      line(id, 'B1', { direction, amountSatang: 4_000 }),
      line(id, 'B2', { direction, amountSatang: 4_000 }),
      line(id, 'B3', { direction, amountSatang: 2_000 }),
    ];
    const lines = [line(id, 'T1'), ...parts];
    expect(await found(lines)).toEqual(['missing B1', 'missing B2', 'missing B3']);
    for (const { transactionId, amountSatang } of parts) {
      const [exceptionId = ''] = await record(lines, transactionId);
      await resolveAs(knex, exceptionId, `${as}=${amountSatang / 100}`);
    }
    expect(await found(lines)).toEqual([]);
    expect(await findViolations(knex)).toEqual([]);
  },
);

test('a line that takes back one of several transfers needs the name of that one', async () => {
  const { knex, deps, merchant, report, found, record, refused } = await setUp();
  const id = await testPayment(deps, merchant);
  await report(id, paid('T1'));
  await report(id, paid('T2', 5_000));
  const back = line(id, 'B2', { direction: 'out', amountSatang: 5_000 });
  const lines = [line(id, 'T1'), line(id, 'T2', { amountSatang: 5_000 }), back];
  const reason = 'the bank has taken T2 back';
  expect(await refused(lines, { record: 'B2', reason })).toContain('--takes');
  const [second = ''] = await record(lines, 'B2', { takes: 'T2' });
  // Of the second transfer, which is in suspense.
  await resolveAs(knex, second, 'return');
  expect(await found(lines)).toEqual([]);
});

test('money of an unknown order that only the statement has is kept in suspense', async () => {
  const { knex, merchant, found, record, refused, kinds } = await setUp();
  const lines = [line('NOSUCHREF', 'U1', { direction: 'in' })];
  expect(await found(lines)).toEqual(['unknown_order U1']);
  const [exceptionId = ''] = await record(lines, 'U1');
  expect(await kinds([exceptionId])).toEqual(['unknown_order']);
  expect(await found(lines)).toEqual([]);
  const back = line('NOSUCHREF', 'B1', { direction: 'out' });
  const reason = 'the bank has returned it';
  expect(await refused([...lines, back], { record: 'B1', reason })).toContain('exception');
  const assignee = { kind: 'merchant', merchantId: merchant.id } as const;
  await resolveAs(knex, exceptionId, 'assign', { assignee });
  expect(await found(lines)).toEqual([]);
  expect(await findViolations(knex)).toEqual([]);
});

test('another amount, and another order, of a known transaction open exceptions', async () => {
  const { knex, deps, merchant, report, found, record, kinds } = await setUp();
  const [id, other] = [await testPayment(deps, merchant), await testPayment(deps, merchant)];
  await report(id, paid('T1'));
  const less = [line(id, 'T1', { amountSatang: 9_000 })];
  expect(await found(less)).toEqual(['wrong_amount T1']);
  const [mismatch = ''] = await record(less, 'T1');
  expect(await kinds([mismatch])).toEqual(['amount_mismatch']);
  await resolveAs(knex, mismatch, 'charge');
  expect(await found(less)).toEqual([]);
  const moved = [line(other, 'T1')];
  expect(await found(moved)).toEqual(['wrong_order T1']);
  expect(await kinds(await record(moved, 'T1'))).toEqual(['duplicate_transaction']);
});

describe('a booking that the statement lacks', () => {
  test.each([
    ['payment', 'T2', 'charge'],
    ['payment', null, 'absorb'],
    ['payout', 'T2', 'credit'],
  ] as const)('of a %s (%s) can be booked back', async (kind, transactionId, as) => {
    const { knex, deps, merchant, report, found, record, refused } = await setUp();
    const make = kind === 'payment' ? testPayment : testWithdrawal;
    const id = await make(deps, merchant);
    await report(id, { reported: 'succeeded', transactionId });
    const name = transactionId ?? id;
    expect(await found([])).toEqual([`unlisted ${transactionId ?? ''}`.trim()]);
    const [exceptionId = ''] = await record([], name);
    expect(await found([])).toHaveLength(1);
    await resolveAs(knex, exceptionId, as);
    // The ledger has moved nothing, as the bank.
    expect(await found([])).toEqual([]);
    // When the bank has the transfer after all, the way back is a correction.
    const lines = [line(id, transactionId ?? newId('T'))];
    expect(await found(lines)).toEqual(['unlisted']);
    expect(await refused(lines, { record: id, reason: 'booked' })).toContain('correct');
    await correctAs(knex, exceptionId);
    expect(await found(lines)).toEqual([]);
    expect(await findViolations(knex)).toEqual([]);
  });
});

test('a finding is recorded with a reason, and a repeated line is not', async () => {
  const { deps, merchant, report, refused } = await setUp();
  const id = await testPayment(deps, merchant);
  await report(id, paid('T1'));
  const lines = [line(id, 'T1'), line(id, 'T1')];
  expect(await refused(lines, { record: 'T1' })).toContain('--reason');
  expect(await refused(lines, { record: 'T1', reason: 'twice' })).toContain('more than once');
  expect(await refused(lines, { record: 'T9', reason: 'none' })).toContain('no mismatch');
});

test('a name of two mismatches records neither', async () => {
  const { knex, deps, merchant, report, found, refused } = await setUp();
  await report(await testPayment(deps, merchant), paid('T1'));
  await report(await testWithdrawal(deps, merchant), paid('T1'));
  expect(await found([])).toEqual(['unlisted T1', 'unlisted T1']);
  expect(await refused([], { record: 'T1', reason: 'which' })).toContain('2 mismatches');
  expect(await knex('exceptions')).toEqual([]);
});
