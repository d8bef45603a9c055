import { listExceptionsOf } from '../../src/exceptions/store/exceptions';
import { setPrice } from '../../src/fees/set-price';
import { applyPending } from '../../src/orders/store/apply-transition';
import { findViolations } from '../../src/reports/store/invariants';
import { testDatabase } from '../support/database';
import {
  commandAudit,
  testCallback,
  testDeps,
  testMerchant,
  testPayment,
  testSent,
} from '../support/gateway';
import { testHolidays, testMaturity } from '../support/maturity';
import { testPrice, testVat } from '../support/prices';
import { payer, testPaidPayment, testRefund } from '../support/refunds';
import { correctAs, resolveAs } from '../support/resolve';

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

/** A payment of 100 baht at 1.65 %: the fee is 1.65 baht, and 0.12 VAT. */
async function paidAt(price: string, { openingSatang = 50_000, days = 0 } = {}) {
  const { merchant } = await testMerchant(knex, { openingSatang });
  if (days > 0) await testMaturity(deps, merchant, days);
  await testPrice(deps, merchant, 'qr', price);
  const id = await testPaidPayment(deps, merchant);
  let transfers = 0;
  const report = async (orderId: string, reported: string, amountSatang: number | null) => {
    await testCallback(deps, orderId, {
      reported: reported as 'succeeded',
      amountSatang,
      transactionId: reported === 'failed' ? null : `${orderId} ${(transfers += 1)}`,
    });
    await applyPending(knex, orderId);
  };
  const refund = async (amountSatang: number) => {
    const refundId = await testRefund(deps, merchant, { paymentId: id, amountSatang });
    await testSent(knex, refundId);
    return refundId;
  };
  const exception = async (orderId: string) =>
    (await listExceptionsOf(knex, orderId)).at(-1)?.id ?? 'none';
  /** The fees of the payment in their sequence, after those of its first credit. */
  const fees = async (): Promise<string[]> => {
    const rows = await knex('transfers').where('order_id', id).orderBy('id');
    return rows
      .map((row) => `${String(row.kind)} ${Number(row.amount_satang)}`)
      .filter((line) => line.startsWith('fee'))
      .slice(2);
  };
  const balance = async () => {
    const row = await knex('balances').where('merchant_id', merchant.id).first();
    return ['available', 'held', 'pending'].map((name) => Number(row[`${name}_satang`]));
  };
  return { merchant, id, report, refund, exception, fees, balance };
}

const RETURNED = '1.65% returned';

describe('the fee of a refunded payment', () => {
  it('is kept by default', async () => {
    const { refund, report, fees } = await paidAt('1.65%');
    await report(await refund(10_000), 'succeeded', 10_000);
    expect(await fees()).toEqual([]);
  });

  it('is returned pro rata, and the last refund returns the remainder', async () => {
    const { id, refund, report, fees, balance } = await paidAt(RETURNED);
    for (const satang of [3_300, 3_300, 3_400]) {
      await report(await refund(satang), 'succeeded', satang);
    }
    // 0.5445 and 1.089 baht are 0.54 and 1.09; the VAT is that of the fee that is left.
    expect(await fees()).toEqual([
      'fee_return 54',
      'fee_vat_return 4',
      'fee_return 55',
      'fee_vat_return 4',
      'fee_return 56',
      'fee_vat_return 4',
    ]);
    expect(await balance()).toEqual([50_000, 0, 0]);
    const order = { fee_base_satang: 10_000, fee_satang: 0, fee_vat_satang: 0 };
    expect(await knex('orders').where({ id }).first()).toMatchObject(order);
  });

  it('is as before when the refund fails, or is returned by the bank', async () => {
    const { refund, report, fees, exception, balance } = await paidAt(RETURNED);
    await report(await refund(10_000), 'failed', null);
    expect(await fees()).toEqual([]);
    const again = await refund(10_000);
    await report(again, 'succeeded', 10_000);
    await report(again, 'reversed', 10_000);
    await resolveAs(knex, await exception(again), 'credit', {}, deps);
    expect(await fees()).toEqual(['fee_return 165', 'fee_vat_return 12', 'fee 165', 'fee_vat 12']);
    expect(await balance()).toEqual([50_000 + 9_823, 0, 0]);
  });

  it('is charged again from what is pending of its payment', async () => {
    const { refund, report, exception, balance } = await paidAt(RETURNED, {
      openingSatang: 0,
      days: 2,
    });
    const id = await refund(5_000);
    await report(id, 'succeeded', 5_000);
    // The fee that was returned is available; nothing else is.
    expect(await balance()).toEqual([83 + 6, 0, 4_823]);
    await report(id, 'reversed', 5_000);
    await resolveAs(knex, await exception(id), 'credit', {}, deps);
    expect(await balance()).toEqual([83 + 6, 0, 9_823 - 83 - 6]);
  });

  it('is not returned with a second transfer that goes back to its sender', async () => {
    const { merchant, report, exception } = await paidAt(RETURNED);
    const id = await testPayment(deps, merchant);
    await report(id, 'succeeded', 10_000);
    const bodySealed = deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
    const second = { transactionId: `${id} second`, amountSatang: 10_000, bodySealed };
    await testCallback(deps, id, { reported: 'succeeded', ...second });
    await applyPending(knex, id);
    await resolveAs(knex, await exception(id), 'refund', {}, deps);
    const [refundId] = await knex('refunds').where('payment_id', id).pluck<string[]>('order_id');
    await testSent(knex, refundId ?? '');
    await report(refundId ?? '', 'succeeded', 10_000);
    const kinds = await knex('transfers').where('order_id', id).orderBy('id').pluck('kind');
    expect(kinds).toEqual(['receive', 'fee', 'fee_vat', 'suspend', 'accept']);
  });
});

describe('the fee of a charge-back', () => {
  it('is charged with each that the merchant bears, beside the returned fee', async () => {
    const { id, report, exception, fees, balance } = await paidAt('1.65% dispute 300.00');
    await report(id, 'reversed', 10_000);
    await resolveAs(knex, await exception(id), 'charge', {}, deps);
    expect(await fees()).toEqual([
      'fee_return 165',
      'fee_vat_return 12',
      'fee 30000',
      'fee_vat 2100',
    ]);
    expect(await balance()).toEqual([50_000 - 32_100, 0, 0]);
    await correctAs(knex, await exception(id));
    expect((await fees()).slice(4)).toEqual([
      'fee 165',
      'fee_vat 12',
      'fee_return 30000',
      'fee_vat_return 2100',
    ]);
    expect(await balance()).toEqual([59_823, 0, 0]);
  });

  it('is not charged where the operator bears the loss, or without a price of it', async () => {
    const borne = await paidAt('1.65% dispute 300.00');
    await borne.report(borne.id, 'reversed', 10_000);
    await resolveAs(knex, await borne.exception(borne.id), 'absorb', {}, deps);
    expect(await borne.balance()).toEqual([59_823, 0, 0]);
    const free = await paidAt('1.65%');
    await free.report(free.id, 'reversed', 10_000);
    await resolveAs(knex, await free.exception(free.id), 'charge', {}, deps);
    expect(await free.fees()).toEqual(['fee_return 165', 'fee_vat_return 12']);
  });
});

describe('the fee of money that is taken back, where its price keeps it', () => {
  const KEPT = '1.65% dispute kept';

  it('stays after a charge-back, its correction, and money that the bank gives back', async () => {
    const { id, exception, fees, balance } = await paidAt(KEPT);
    const say = async (reported: 'succeeded' | 'reversed') => {
      await testCallback(deps, id, { reported, amountSatang: 10_000, transactionId: `A ${id}` });
      await applyPending(knex, id);
    };
    await say('succeeded');
    await say('reversed');
    await resolveAs(knex, await exception(id), 'charge', {}, deps);
    expect(await balance()).toEqual([50_000 - 177, 0, 0]);
    await correctAs(knex, await exception(id));
    expect(await balance()).toEqual([59_823, 0, 0]);
    await resolveAs(knex, await exception(id), 'charge', {}, deps);
    await say('succeeded');
    await resolveAs(knex, await exception(id), 'credit', {}, deps);
    expect(await balance()).toEqual([59_823, 0, 0]);
    expect(await fees()).toEqual([]);
    expect(await knex('orders').where({ id }).first()).toMatchObject({ fee_taken_satang: 0 });
  });

  it('is beside the fee of the charge-back', async () => {
    const { id, report, exception, fees } = await paidAt('1.65% dispute 300.00 kept');
    await report(id, 'reversed', 10_000);
    await resolveAs(knex, await exception(id), 'charge', {}, deps);
    expect(await fees()).toEqual(['fee 30000', 'fee_vat 2100']);
  });

  it('is that of doubled money of which one is taken back, and follows a correction', async () => {
    const { id, report, exception, fees } = await paidAt(KEPT);
    // The first report names the transfer that was paid, the second one another.
    await report(id, 'succeeded', 10_000);
    await report(id, 'succeeded', 10_000);
    const second = await exception(id);
    await resolveAs(knex, second, 'accept', {}, deps);
    expect(await fees()).toEqual(['fee 165', 'fee_vat 11']);
    await report(id, 'reversed', 10_000);
    await resolveAs(knex, await exception(id), 'charge', {}, deps);
    await correctAs(knex, second);
    expect((await fees()).slice(2)).toEqual([]);
    // 190 baht cost 3.14 and 0.22: less, because 90 replace what was undone.
    await resolveAs(knex, second, 'accept=90,return=10', {}, deps);
    expect((await fees()).slice(2)).toEqual(['fee_return 16', 'fee_vat_return 1']);
    await correctAs(knex, second);
    await resolveAs(knex, second, 'return', {}, deps);
    expect((await fees()).slice(4)).toEqual([]);
  });

  it.each([
    ['less', 9_000, 'charge', ['fee_return 16', 'fee_vat_return 2']],
    ['more', 11_000, 'credit', ['fee 17', 'fee_vat 1']],
  ])('is that of the right amount where it was %s', async (_, amountSatang, how, difference) => {
    const { id, exception, fees } = await paidAt(KEPT);
    for (const reported of [10_000, amountSatang]) {
      const callback = { amountSatang: reported, transactionId: `A ${id}` };
      await testCallback(deps, id, { reported: 'succeeded', ...callback });
      await applyPending(knex, id);
    }
    await resolveAs(knex, await exception(id), how, {}, deps);
    expect(await fees()).toEqual(difference);
    await correctAs(knex, await exception(id));
    const { fee_taken_satang: taken } = await knex('orders').where({ id }).first();
    expect(Number(taken)).toBe(0);
  });

  it('is none of what was to go back to its sender and was undone', async () => {
    const { id, report, exception, fees } = await paidAt(KEPT);
    await report(id, 'succeeded', 10_000);
    const bodySealed = deps.vault.seal(JSON.stringify({ payer }), 'callbacks.body');
    const more = { transactionId: `${id} second`, amountSatang: 10_000, bodySealed };
    await testCallback(deps, id, { reported: 'succeeded', ...more });
    await applyPending(knex, id);
    const second = await exception(id);
    await resolveAs(knex, second, 'accept=40,refund=60', {}, deps);
    expect(await fees()).toEqual(['fee 66', 'fee_vat 4']);
    const [refundId = ''] = await knex('refunds').where('payment_id', id).pluck('order_id');
    await testSent(knex, refundId);
    await report(refundId, 'failed', null);
    await correctAs(knex, second);
    expect((await fees()).slice(2)).toEqual([]);
    expect(await knex('orders').where({ id }).first()).toMatchObject({ fee_undone_satang: 4_000 });
  });
});

it('is of no payout', async () => {
  const { merchant } = await testMerchant(knex);
  const those = [{ isReturned: true }, { disputeSatang: 100 }, { isKept: true }] as const;
  for (const terms of those) {
    const band = { fromSatang: 0, rate: 0, flatSatang: 500, minSatang: null, maxSatang: null };
    const setting = { merchantId: merchant.id, bands: [{ ...band, ...terms }], validFrom: null };
    for (const method of ['withdrawal', 'refund'] as const) {
      await expect(setPrice(deps, commandAudit, { ...setting, method })).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
  }
});
