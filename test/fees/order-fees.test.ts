import { listExceptionsOf } from '../../src/exceptions/store/exceptions';
import type { PricedMethod } from '../../src/fees/rules/price';
import { applyPending } from '../../src/orders/store/apply-transition';
import { findViolations } from '../../src/reports/store/invariants';
import { asOwner, testDatabase } from '../support/database';
import {
  testCallback,
  testDeposit,
  testDeps,
  testMerchant,
  testPayment,
  testSent,
  testWithdrawal,
} from '../support/gateway';
import { testAccount } from '../support/provider-accounts';
import { testPrice, testVat } from '../support/prices';
import { payer, testPaidPayment, testRefund } from '../support/refunds';
import { correctAs, resolveAs } from '../support/resolve';

let knex: Awaited<ReturnType<typeof testDatabase>>['knex'];
let deps: ReturnType<typeof testDeps>;
beforeAll(async () => {
  knex = (await testDatabase()).knex;
  deps = testDeps(knex);
  await testVat(deps);
});
afterEach(async () => {
  expect(await findViolations(knex)).toEqual([]);
});

/** A merchant with prices, as operators type them. */
async function shop(prices: Partial<Record<PricedMethod, string>>, openingSatang = 0) {
  const { merchant } = await testMerchant(knex, { openingSatang });
  for (const [method, price] of Object.entries(prices)) {
    await testPrice(deps, merchant, method as PricedMethod, price);
  }
  let transfers = 0;
  const receive = async (id: string, amountSatang: number | null, reported = 'succeeded') => {
    const transactionId = `${id} ${(transfers += 1)}`;
    await testCallback(deps, id, {
      reported: reported as 'succeeded',
      amountSatang,
      transactionId: reported === 'failed' ? null : transactionId,
    });
    return applyPending(knex, id);
  };
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return [Number(row.available_satang), Number(row.held_satang)];
  };
  /** The postings of the order in their sequence, such as `fee 165`. */
  const booked = async (id: string): Promise<string[]> => {
    const rows = await knex('transfers').where('order_id', id).orderBy('id');
    return rows.map((row) => `${String(row.kind)} ${Number(row.amount_satang)}`);
  };
  const exception = async (id: string) =>
    (await listExceptionsOf(knex, id)).at(-1)?.id ?? 'no exception';
  const resolve = async (id: string, how: string, rest = {}) =>
    resolveAs(knex, await exception(id), how, rest, deps);
  const correct = async (id: string) => correctAs(knex, await exception(id));
  return { merchant, receive, balance, booked, exception, resolve, correct };
}

/** 100 baht at 1.65 %: 1.65 baht, and 0.12 VAT. */
const QR = { qr: '1.65%' };

describe('the fee of incoming money', () => {
  it('is posted with the credit, the VAT as a line of its own', async () => {
    const { merchant, receive, balance, booked } = await shop(QR);
    const id = await testPayment(deps, merchant);
    await receive(id, 10_000);
    expect(await booked(id)).toEqual(['receive 10000', 'fee 165', 'fee_vat 12']);
    expect(await balance()).toEqual([9_823, 0]);
    expect(await knex('orders').where({ id }).first()).toMatchObject({
      fee_base_satang: 10_000,
      fee_satang: 165,
      fee_vat_satang: 12,
      fee_vat_rate: 70_000,
    });
  });

  it('is that of a late payment, and of a deposit', async () => {
    const { merchant, receive, balance, booked } = await shop({ ...QR, deposit: '5.00' });
    const late = await testPayment(deps, merchant);
    await knex('orders')
      .where('id', late)
      .update('expires_at', new Date(Date.now() - 1));
    await applyPending(knex, late);
    await receive(late, 10_000);
    expect(await booked(late)).toEqual(['receive 10000', 'fee 165', 'fee_vat 12']);
    const { orderId } = await testDeposit(deps, merchant);
    await receive(orderId, 10_000);
    expect(await booked(orderId)).toEqual(['receive 10000', 'fee 500', 'fee_vat 35']);
    expect(await balance()).toEqual([9_823 + 9_465, 0]);
  });

  it('follows what operators credit, correct and take back', async () => {
    const { merchant, receive, balance, booked, resolve, correct } = await shop(QR);
    const id = await testPayment(deps, merchant);
    await receive(id, 15_000);
    expect(await booked(id)).toEqual(['receive 10000', 'suspend 5000', 'fee 165', 'fee_vat 12']);
    await resolve(id, 'accept');
    // 2.475 baht of 150 baht are 2.48, and the VAT 0.17.
    expect((await booked(id)).slice(4)).toEqual(['accept 5000', 'fee 83', 'fee_vat 5']);
    expect(await balance()).toEqual([15_000 - 248 - 17, 0]);
    await correct(id);
    expect((await booked(id)).slice(7)).toEqual([
      'undo_accept 5000',
      'fee_return 83',
      'fee_vat_return 5',
    ]);
    expect(await balance()).toEqual([9_823, 0]);
  });

  it('is that of a short payment that an operator accepts', async () => {
    const { merchant, receive, booked, resolve } = await shop(QR);
    const id = await testPayment(deps, merchant);
    await receive(id, 4_000);
    await resolve(id, 'accept', { rest: 'paid_in_full' });
    expect(await booked(id)).toEqual(['suspend 4000', 'accept 4000', 'fee 66', 'fee_vat 5']);
  });

  it('is returned in full with money that the merchant is charged for', async () => {
    const { merchant, receive, balance, booked, resolve } = await shop(QR, 50_000);
    const id = await testPayment(deps, merchant);
    await receive(id, 10_000);
    await testCallback(deps, id, { reported: 'reversed', amountSatang: 10_000 });
    await applyPending(knex, id);
    await resolve(id, 'charge');
    expect((await booked(id)).slice(3)).toEqual([
      'charge 10000',
      'fee_return 165',
      'fee_vat_return 12',
    ]);
    expect(await balance()).toEqual([50_000, 0]);
  });

  it('is not charged for a second transfer that goes back to its sender', async () => {
    const { merchant, receive, balance, booked, resolve } = await shop({ ...QR, refund: '5.00' });
    const id = await testPayment(deps, merchant);
    await receive(id, 10_000);
    const bodySealed = deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
    const again = { transactionId: `${id} again`, amountSatang: 10_000, bodySealed };
    await testCallback(deps, id, { reported: 'succeeded', ...again });
    await applyPending(knex, id);
    await resolve(id, 'refund');
    expect((await booked(id)).slice(3)).toEqual(['suspend 10000', 'accept 10000']);
    expect(await balance()).toEqual([9_823, 10_000]);
  });

  it('never exceeds the amount', async () => {
    const { merchant, receive, balance, booked } = await shop({ qr: '0% min 10.00' });
    const id = await testPayment(deps, merchant, { amountSatang: 300 });
    await receive(id, 300);
    expect(await booked(id)).toEqual(['receive 300', 'fee 280', 'fee_vat 20']);
    expect(await balance()).toEqual([0, 0]);
  });

  it('is of the version that is valid when the money moved', async () => {
    const { merchant, receive, booked } = await shop({});
    const id = await testPayment(deps, merchant);
    await testPrice(deps, merchant, 'qr', '50%');
    const before = new Date(Date.now() - 60_000);
    await knex('orders')
      .where({ id })
      .update('created_at', new Date(Date.now() - 120_000));
    await testCallback(deps, id, { reported: 'succeeded', amountSatang: 10_000, paidAt: before });
    await applyPending(knex, id);
    expect(await booked(id)).toEqual(['receive 10000']);
    const next = await testPayment(deps, merchant);
    await receive(next, 10_000);
    await testPrice(deps, merchant, 'qr', '1%');
    expect(await booked(next)).toEqual(['receive 10000', 'fee 5000', 'fee_vat 350']);
  });
});

describe('the fee of a payout', () => {
  const PAYOUT = { withdrawal: '25.00', refund: '1% min 5.00' };

  it('is held on top of the amount, and charged when the money has left', async () => {
    const { merchant, receive, balance, booked } = await shop(PAYOUT, 20_000);
    const id = await testWithdrawal(deps, merchant);
    expect(await booked(id)).toEqual(['hold 10000', 'hold_fee 2675']);
    expect(await balance()).toEqual([7_325, 12_675]);
    await testSent(knex, id);
    await receive(id, 10_000);
    expect((await booked(id)).slice(2)).toEqual([
      'post 10000',
      'release_fee 2675',
      'fee 2500',
      'fee_vat 175',
    ]);
    expect(await balance()).toEqual([7_325, 0]);
  });

  it('is that of its creation, whatever the price is when the money has left', async () => {
    const { merchant, receive, balance, booked } = await shop(PAYOUT, 20_000);
    const id = await testWithdrawal(deps, merchant);
    await testPrice(deps, merchant, 'withdrawal', '40.00');
    await testVat(deps, '10% until 2099-12-31');
    await testSent(knex, id);
    await receive(id, 10_000);
    await testVat(deps);
    expect((await booked(id)).slice(3)).toEqual(['release_fee 2675', 'fee 2500', 'fee_vat 175']);
    expect(await balance()).toEqual([7_325, 0]);
  });

  it('is refused with the payout, when the balance does not cover both', async () => {
    const { merchant, balance } = await shop(PAYOUT, 12_674);
    await expect(testWithdrawal(deps, merchant)).rejects.toMatchObject({
      code: 'insufficient_funds',
    });
    expect(await balance()).toEqual([12_674, 0]);
  });

  it('is released when the payout fails', async () => {
    const { merchant, receive, balance, booked } = await shop(PAYOUT, 20_000);
    const id = await testWithdrawal(deps, merchant);
    await testSent(knex, id);
    await receive(id, null, 'failed');
    expect((await booked(id)).slice(2)).toEqual(['void 10000', 'release_fee 2675']);
    expect(await balance()).toEqual([20_000, 0]);
    expect(await knex('orders').where({ id }).first('fee_satang')).toEqual({ fee_satang: 0 });
  });

  it('is returned when the money comes back, and charged again by a correction', async () => {
    const { merchant, receive, balance, booked, resolve, correct } = await shop(PAYOUT, 20_000);
    const id = await testWithdrawal(deps, merchant);
    await testSent(knex, id);
    await receive(id, 10_000);
    await testCallback(deps, id, { reported: 'reversed', amountSatang: 10_000 });
    await applyPending(knex, id);
    await resolve(id, 'credit');
    expect((await booked(id)).slice(6)).toEqual([
      'credit 10000',
      'fee_return 2500',
      'fee_vat_return 175',
    ]);
    expect(await balance()).toEqual([20_000, 0]);
    await correct(id);
    expect(await balance()).toEqual([7_325, 0]);
  });

  it('is that of a refund, beside the kept fee of its payment', async () => {
    const { merchant, balance, booked } = await shop({ ...PAYOUT, ...QR }, 20_000);
    const paymentId = await testPaidPayment(deps, merchant);
    const refund = await testRefund(deps, merchant, { paymentId });
    expect(await booked(refund)).toEqual(['hold 10000', 'hold_fee 535']);
    expect(await balance()).toEqual([20_000 - 177 - 535, 10_535]);
  });
});

describe('a fee on an account of the merchant', () => {
  it('is owed, and touches no balance', async () => {
    const { merchant, receive, balance, booked, resolve } = await shop({ ...QR, withdrawal: '5' });
    await testAccount(deps, 'a-key', merchant.id);
    const id = await testPayment(deps, merchant);
    await receive(id, 10_000);
    expect(await booked(id)).toEqual(['receive 10000', 'fee_due 165', 'fee_vat_due 12']);
    expect(await balance()).toEqual([10_000, 0]);
    const payout = await testWithdrawal(deps, merchant, { amountSatang: 9_000 });
    expect(await booked(payout)).toEqual(['hold 9000']);
    await testSent(knex, payout);
    await receive(payout, 9_000);
    expect((await booked(payout)).slice(1)).toEqual(['post 9000', 'fee_due 500', 'fee_vat_due 35']);
    await testCallback(deps, payout, { reported: 'reversed', amountSatang: 9_000 });
    await applyPending(knex, payout);
    await resolve(payout, 'credit');
    expect((await booked(payout)).slice(4)).toEqual([
      'credit 9000',
      'fee_due_return 500',
      'fee_vat_due_return 35',
    ]);
  });
});

describe('the ledger', () => {
  it('refuses to change a price, even to the owner of the schema', async () => {
    const { merchant } = await shop(QR);
    for (const change of ["update prices set method = 'token'", 'delete from prices']) {
      await expect(asOwner(knex, change)).rejects.toThrow('the ledger is only added to');
    }
    expect(await knex('prices').where('merchant_id', merchant.id).pluck('method')).toEqual(['qr']);
  });
});
