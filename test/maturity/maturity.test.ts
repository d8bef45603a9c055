import { listExceptionsOf } from '../../src/exceptions/store/exceptions';
import { findMaturingBalance } from '../../src/maturity/find-maturing';
import { matureDue } from '../../src/maturity/store/mature';
import { bangkokDay } from '../../src/kernel/rules/bangkok-day';
import { applyPending } from '../../src/orders/store/apply-transition';
import { findViolations } from '../../src/reports/store/invariants';
import { testDatabase } from '../support/database';
import {
  testCallback,
  testDeposit,
  testDeps,
  testMerchant,
  testPayment,
  testSent,
  testWithdrawal,
} from '../support/gateway';
import { testHolidays, testMaturity } from '../support/maturity';
import { isBlocked } from '../support/is-blocked';
import { testPrice, testVat } from '../support/prices';
import { testAccount } from '../support/provider-accounts';
import { payer, testPaidPayment, testRefund } from '../support/refunds';
import { correctAs, resolveAs } from '../support/resolve';
import { until } from '../support/until';

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
let deps: ReturnType<typeof testDeps>;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
  deps = testDeps(knex);
  await testVat(deps);
  await testHolidays(deps);
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => Date.now() + days * DAY_MS;

async function matureAll(nowMs: number): Promise<void> {
  while ((await matureDue(knex, 100, nowMs)) !== null);
}

/** A merchant whose money matures after two bank days. */
async function shop(openingSatang = 0, days = 2) {
  const { merchant } = await testMerchant(knex, { openingSatang });
  await testMaturity(deps, merchant, days);
  let transfers = 0;
  const receive = async (id: string, amountSatang: number | null, reported = 'succeeded') => {
    await testCallback(deps, id, {
      reported: reported as 'succeeded',
      amountSatang,
      transactionId: `${id} ${(transfers += 1)}`,
    });
    return applyPending(knex, id);
  };
  /** Available, held and pending. */
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return ['available', 'held', 'pending'].map((name) => Number(row[`${name}_satang`]));
  };
  const booked = async (id: string): Promise<string[]> => {
    const rows = await knex('transfers').where('order_id', id).orderBy('id');
    return rows.map((row) => `${String(row.kind)} ${Number(row.amount_satang)}`);
  };
  const resolve = async (id: string, how: string, rest = {}) => {
    const exception = (await listExceptionsOf(knex, id)).at(-1)?.id ?? 'none';
    await resolveAs(knex, exception, how, rest, deps);
  };
  const correct = async (id: string) =>
    correctAs(knex, (await listExceptionsOf(knex, id)).at(-1)?.id ?? 'none');
  /** A payout. */
  const fail = async (id: string) => {
    await testSent(knex, id);
    await receive(id, null, 'failed');
  };
  return { merchant, receive, balance, booked, resolve, correct, fail };
}

describe('what is credited under a rule', () => {
  it('is pending after its fee, and available once its bank days are over', async () => {
    const { merchant, balance, booked, receive } = await shop();
    await testPrice(deps, merchant, 'qr', '1.65%');
    const id = await testPayment(deps, merchant);
    await receive(id, 10_000);
    expect(await booked(id)).toEqual(['receive 10000', 'fee 165', 'fee_vat 12', 'defer 9823']);
    expect(await balance()).toEqual([0, 0, 9_823]);
    await matureAll(Date.now());
    expect(await balance()).toEqual([0, 0, 9_823]);
    await matureAll(inDays(10));
    expect(await balance()).toEqual([9_823, 0, 0]);
  });

  it('matures once a day and merchant, whatever number of processes do it', async () => {
    const { merchant, balance } = await shop();
    for (let count = 0; count < 5; count++) await testPaidPayment(deps, merchant);
    await Promise.all(Array.from({ length: 8 }, () => matureAll(inDays(10))));
    expect(await balance()).toEqual([50_000, 0, 0]);
    const postings = await knex('transfers').where({ merchant_id: merchant.id, kind: 'mature' });
    expect(postings.map((row) => Number(row.amount_satang))).toEqual([50_000]);
  });

  it('stays for the next run while a transaction changes its day', async () => {
    await matureAll(inDays(10));
    const { merchant, balance } = await shop();
    await testPaidPayment(deps, merchant);
    const trx = await knex.transaction();
    await trx('maturing').where('merchant_id', merchant.id).forUpdate();
    let hasEnded = false;
    const matured = matureDue(knex, 100, inDays(10)).finally(() => {
      hasEnded = true;
    });
    await until(async () => hasEnded || isBlocked(knex), { describe: 'it ends or waits' });
    const waited = !hasEnded;
    await trx.rollback();
    await matured;
    expect(waited).toBe(false);
    await matureAll(inDays(10));
    expect(await balance()).toEqual([10_000, 0, 0]);
  });

  it('is available at once where no rule was set, or one of no days', async () => {
    const { merchant: other } = await testMerchant(knex);
    await testPaidPayment(deps, other);
    const { merchant, balance } = await shop(0, 0);
    await testPaidPayment(deps, merchant);
    expect(await balance()).toEqual([10_000, 0, 0]);
    expect(await knex('maturing').whereIn('merchant_id', [other.id, merchant.id])).toEqual([]);
  });

  it('is available at once where the rule is of another account', async () => {
    const { merchant } = await testMerchant(knex);
    const { id } = await testAccount(deps, 'a-key');
    await testMaturity(deps, merchant, 2, id);
    await testPaidPayment(deps, merchant);
    expect(await knex('maturing').where('merchant_id', merchant.id)).toEqual([]);
  });

  it('is a deposit as well, but no payout that fails', async () => {
    const { merchant, balance, receive, fail } = await shop(30_000);
    const { orderId } = await testDeposit(deps, merchant);
    await receive(orderId, 10_000);
    const payout = await testWithdrawal(deps, merchant);
    await fail(payout);
    expect(await balance()).toEqual([30_000, 0, 10_000]);
  });

  it('keeps its bank days when the rule changes', async () => {
    const { merchant, balance } = await shop();
    await testPaidPayment(deps, merchant);
    await testMaturity(deps, merchant, 0);
    await testPaidPayment(deps, merchant);
    expect(await balance()).toEqual([10_000, 0, 10_000]);
  });

  it('matures later in a year whose bank holidays are not known', async () => {
    const { merchant, balance } = await shop(0, 30);
    await testPaidPayment(deps, merchant);
    const years = await knex('bank_holidays').select();
    await knex('bank_holidays').delete();
    await matureAll(inDays(400));
    expect(await balance()).toEqual([0, 0, 10_000]);
    const { maturing } = await findMaturingBalance(deps, merchant.id);
    expect(maturing).toEqual([{ day: null, satang: 10_000 }]);
    await knex('bank_holidays').insert(years);
    await matureAll(inDays(60));
    expect(await balance()).toEqual([10_000, 0, 0]);
  });

  it('is of the day on which the money moved, and available when that has matured', async () => {
    const { merchant, balance } = await shop();
    const paidAt = new Date(inDays(-3));
    const late = async () => {
      const id = await testPayment(deps, merchant);
      await knex('orders')
        .where({ id })
        .update('created_at', new Date(inDays(-4)));
      await testCallback(deps, id, { reported: 'succeeded', paidAt });
      await applyPending(knex, id);
    };
    await late();
    const [day] = await knex('maturing').where('merchant_id', merchant.id).pluck('day');
    expect(bangkokDay(new Date(day).getTime())).toBe(bangkokDay(paidAt.getTime()));
    await matureAll(inDays(10));
    await late();
    expect(await balance()).toEqual([20_000, 0, 0]);
  });

  it('is shown with the days on which it becomes available', async () => {
    const { merchant } = await shop();
    await testPaidPayment(deps, merchant);
    await testMaturity(deps, merchant, 5);
    await testPaidPayment(deps, merchant);
    const shown = await findMaturingBalance(deps, merchant.id);
    expect(shown).toMatchObject({ availableSatang: 0, pendingSatang: 20_000 });
    expect(shown.maturing.map(({ satang }) => satang)).toEqual([10_000, 10_000]);
    const days = shown.maturing.map(({ day }) => day ?? '');
    expect([bangkokDay(Date.now()), ...days].toSorted()).toEqual([bangkokDay(Date.now()), ...days]);
    expect(new Set(days).size).toBe(2);
  });
});

describe('pending money', () => {
  it('is of no withdrawal', async () => {
    const { merchant } = await shop();
    await testPaidPayment(deps, merchant);
    await expect(testWithdrawal(deps, merchant)).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
  });

  it('is of a refund of the same payment, and is pending again when that fails', async () => {
    const { merchant, balance, booked, fail } = await shop();
    const paymentId = await testPaidPayment(deps, merchant);
    const id = await testRefund(deps, merchant, { paymentId, amountSatang: 6_000 });
    expect(await booked(id)).toEqual(['recall 6000', 'hold 6000']);
    expect(await balance()).toEqual([0, 6_000, 4_000]);
    await fail(id);
    expect((await booked(id)).slice(2)).toEqual(['void 6000', 'defer_again 6000']);
    expect(await balance()).toEqual([0, 0, 10_000]);
    await matureAll(inDays(10));
    expect(await balance()).toEqual([10_000, 0, 0]);
  });

  it('is of no refund of another payment', async () => {
    const { merchant, balance } = await shop();
    const matured = await testPaidPayment(deps, merchant);
    await matureAll(inDays(10));
    const payout = await testWithdrawal(deps, merchant);
    await testSent(knex, payout);
    await testMaturity(deps, merchant, 3);
    await testPaidPayment(deps, merchant);
    expect(await balance()).toEqual([0, 10_000, 10_000]);
    await expect(testRefund(deps, merchant, { paymentId: matured })).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
  });

  it('stays available when a refund fails after its day has matured', async () => {
    const { merchant, balance, fail } = await shop();
    const paymentId = await testPaidPayment(deps, merchant);
    const id = await testRefund(deps, merchant, { paymentId });
    await matureAll(inDays(10));
    await fail(id);
    expect(await balance()).toEqual([10_000, 0, 0]);
  });

  it('is taken first by a charge-back, and is pending again after its correction', async () => {
    const { merchant, balance, booked, receive, resolve, correct } = await shop(50_000);
    const id = await testPayment(deps, merchant);
    await receive(id, 10_000);
    await testCallback(deps, id, { reported: 'reversed', amountSatang: 10_000 });
    await applyPending(knex, id);
    await resolve(id, 'charge');
    expect((await booked(id)).slice(2)).toEqual(['charge 10000', 'recall 10000']);
    expect(await balance()).toEqual([50_000, 0, 0]);
    await correct(id);
    expect((await booked(id)).slice(4)).toEqual(['undo_charge 10000', 'defer_again 10000']);
    expect(await balance()).toEqual([50_000, 0, 10_000]);
  });

  it('is charged back from the available balance once it has matured', async () => {
    const { merchant, balance, receive, resolve } = await shop(50_000);
    const id = await testPayment(deps, merchant);
    await receive(id, 10_000);
    await testPaidPayment(deps, merchant);
    await matureAll(inDays(10));
    await testMaturity(deps, merchant, 3);
    await testPaidPayment(deps, merchant);
    await testCallback(deps, id, { reported: 'reversed', amountSatang: 10_000 });
    await applyPending(knex, id);
    await resolve(id, 'charge');
    expect(await balance()).toEqual([60_000, 0, 10_000]);
  });

  it('follows what an operator credits and corrects', async () => {
    const { merchant, balance, booked, receive, resolve, correct } = await shop();
    const id = await testPayment(deps, merchant);
    await receive(id, 15_000);
    await resolve(id, 'accept');
    expect(await balance()).toEqual([0, 0, 15_000]);
    await correct(id);
    expect((await booked(id)).slice(-2)).toEqual(['undo_accept 5000', 'recall 5000']);
    expect(await balance()).toEqual([0, 0, 10_000]);
  });

  it('of a second transfer goes back to its sender', async () => {
    const { merchant, balance, receive, resolve } = await shop();
    const id = await testPayment(deps, merchant);
    await receive(id, 10_000);
    const bodySealed = deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
    const again = { transactionId: `${id} again`, amountSatang: 10_000, bodySealed };
    await testCallback(deps, id, { reported: 'succeeded', ...again });
    await applyPending(knex, id);
    await resolve(id, 'refund');
    expect(await balance()).toEqual([0, 10_000, 10_000]);
  });
});
