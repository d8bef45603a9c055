import { setDayLimit } from '../../../../src/ledger/store/balances';
import { findViolations } from '../../../../src/reports/store/invariants';
import { connect } from '../../../../src/platform/postgres/connect';
import type { Problem } from '../../../../src/kernel/rules/problem';
import { closeAfterFile } from '../../../support/close-after-file';
import { testDatabase } from '../../../support/database';
import { testConfig, testDeps, testMerchant, testWithdrawal } from '../../../support/gateway';
import { testPaidPayment } from '../../../support/refunds';
import { startApi, type Api } from '../../../http/api';
import { transfersOf, type Transfers } from '../../../http/api/transfers';

/* The loss that a leaked key can cause in a day. Without a limit it is the whole balance. */

let api: Api;
let shop: Transfers;
beforeEach(async () => {
  api = await startApi({}, { openingSatang: 1_000_000 });
  shop = transfersOf(api);
});
afterEach(() => shop.expectSound());

const limitTo = (baht: number | null) =>
  setDayLimit(api.deps.db, api.merchant.id, baht === null ? null : baht * 100);
const ask = async (amount: number, headers: Record<string, string> = {}) => {
  const { status, code } = await shop.createWithdrawal({ amount }, { headers });
  return code === undefined ? status : `${status} ${code}`;
};
const LIMITED = '403 payout_limit_exceeded';

it('only the balance limits a merchant without a daily limit', async () => {
  expect([await ask(9_000), await ask(1_000), await ask(1)]).toEqual([
    201,
    201,
    '403 insufficient_funds',
  ]);
});

it('a withdrawal up to the limit is allowed, to the satang', async () => {
  await limitTo(500);
  expect(await ask(499.99)).toBe(201);
  expect(await ask(1)).toBe(LIMITED);
  expect(await shop.balance()).toEqual([9_500.01, 499.99]);
  await limitTo(501);
  expect(await ask(1.01)).toBe(201);
  expect(await ask(1)).toBe(LIMITED);
});

it('concurrent withdrawals do not exceed the limit', async () => {
  await limitTo(500);
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(100)));
  expect(answers.filter((answer) => answer === 201)).toHaveLength(5);
  expect(answers.filter((answer) => answer === LIMITED)).toHaveLength(15);
});

it('a refused withdrawal creates nothing and leaves its key free', async () => {
  await limitTo(50);
  const headers = { 'Idempotency-Key': 'k' };
  expect(await ask(100, headers)).toBe(LIMITED);
  expect(await api.countOrders()).toBe(0);
  await limitTo(100);
  expect([await ask(100, headers), await ask(100, headers)]).toEqual([201, 201]);
  expect(await api.countOrders()).toBe(1);
});

it('insufficient funds are reported as such with any limit', async () => {
  await limitTo(5);
  expect(await ask(10_001)).toBe('403 insufficient_funds');
});

it('refunds count, because they can go to any account', async () => {
  await limitTo(150);
  const paymentId = await testPaidPayment(api.deps, api.merchant);
  const refund = (amount: number) => api.post('/v1/refunds', { payment_id: paymentId, amount });
  expect((await refund(90)).status).toBe(200);
  expect(await ask(61)).toBe(LIMITED);
  expect(await ask(60)).toBe(201);
  expect((await refund(10)).code).toBe('payout_limit_exceeded');
});

it('the limit applies per day in Bangkok', async () => {
  await limitTo(100);
  expect([await ask(100), await ask(1)]).toEqual([201, LIMITED]);
  await api.deps.db('balances').update({ payouts_day: api.deps.db.raw('payouts_day - 1') });
  expect([await ask(100), await ask(1)]).toEqual([201, LIMITED]);
  const { rows } = await api.deps.db.raw(
    `
    select payouts_day = (now() at time zone 'Asia/Bangkok')::date as today from balances
    where merchant_id = ?`,
    [api.merchant.id],
  );
  expect(rows).toEqual([{ today: true }]);
});

it('a day ends at midnight in Bangkok, 17:00 UTC', async () => {
  const { url, knex } = await testDatabase();
  await knex.raw(`create schema clock;
    create function clock.now() returns timestamptz stable language sql
    as $$ select current_setting('clock.now')::timestamptz $$`);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  await setDayLimit(knex, merchant.id, 10_000);
  // The audit log's key in the database is sealed with its encryption key.
  const config = testConfig();
  /** Withdraws 100 baht with a `now()` of the test in place of Postgres's. */
  const askAt = async (now: string) => {
    const options = `-c search_path=clock,pg_catalog,public -c clock.now=${now}`;
    const db = connect(`${url}?options=${encodeURIComponent(options)}`, { poolMax: 1 });
    closeAfterFile(() => db.destroy());
    return testWithdrawal(testDeps(db, config), merchant).then(
      () => 'created',
      (problem: Problem) => problem.code,
    );
  };
  expect(await askAt('2026-01-31T16:59:59Z')).toBe('created');
  expect(await askAt('2026-01-31T16:59:59Z')).toBe('payout_limit_exceeded');
  expect(await askAt('2026-01-31T17:00:00Z')).toBe('created');
  expect(await askAt('2026-02-01T16:59:59Z')).toBe('payout_limit_exceeded');
  expect(await findViolations(knex)).toEqual([]);
});

it('a failed withdrawal still counts: the limit also bounds attempts', async () => {
  await limitTo(100);
  const orderId = await shop.withdrawal({ amount: 100 });
  await shop.sendAndApply('withdraw', { orderId, status: 'failed' });
  expect(await shop.balance()).toEqual([10_000, 0]);
  expect(await ask(1)).toBe(LIMITED);
});

it('a limit of zero blocks all withdrawals, and null removes the limit', async () => {
  await limitTo(0);
  expect(await ask(1)).toBe(LIMITED);
  await limitTo(null);
  expect(await ask(1)).toBe(201);
});
