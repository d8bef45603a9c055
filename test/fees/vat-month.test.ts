import { createHousekeeping } from '../../activities/housekeeping';
import { closeNextVatMonth } from '../../src/fees/store/close-vat-month';
import { bangkokDay, bangkokPeriods } from '../../src/kernel/rules/bangkok-day';
import { applyPending } from '../../src/orders/store/apply-transition';
import { findViolations } from '../../src/reports/store/invariants';
import { testDatabase, withoutTriggers } from '../support/database';
import { testCallback, testDeps, testMerchant, testPayment } from '../support/gateway';
import { testPrice, testVat } from '../support/prices';

const PAYMENTS = 100;

/** A merchant whose payments of 20 baht cost 0.33 baht and 0.02 VAT each, all of last month. */
async function monthOfSmallPayments() {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  await testVat(deps);
  await testPrice(deps, merchant, 'qr', '1.65%');
  for (let count = 0; count < PAYMENTS; count++) {
    const id = await testPayment(deps, merchant, { amountSatang: 2_000 });
    await testCallback(deps, id, { reported: 'succeeded' });
    await applyPending(knex, id);
  }
  const { lastMonth } = bangkokPeriods(Date.now());
  await withoutTriggers(
    knex,
    `update transfers set created_at = '${lastMonth.from}T12:00:00+07:00',
                          effective_at = '${lastMonth.from}T12:00:00+07:00';
     update vat_closing set through = through - interval '1 month'`,
  );
  return { knex, deps, merchant, month: lastMonth.from, until: lastMonth.until };
}

const brokenOf = async (knex: Parameters<typeof findViolations>[0]) =>
  (await findViolations(knex)).map(({ invariant }) => invariant);
const VAT_INVARIANT = 'the VAT of a closed month is that of the sum of its fees';

describe('the VAT of a month', () => {
  it('is that of the sum of its fees, by one posting for the difference', async () => {
    const { knex, merchant, month, until } = await monthOfSmallPayments();
    expect(await closeNextVatMonth(knex)).toBe(true);
    // 7 % of 33 baht are 2.31; the lines have 100 times 0.02.
    expect(await knex('vat_months').first(knex.raw('*, month::text'))).toEqual({
      merchant_id: merchant.id,
      month,
      fee_satang: 3_300,
      vat_satang: 231,
      posted_satang: 200,
    });
    const [trued, ...more] = await knex('transfers').whereIn('kind', [
      'vat_true_up',
      'vat_true_down',
    ]);
    expect(more).toEqual([]);
    expect(trued).toMatchObject({
      kind: 'vat_true_up',
      merchant_id: merchant.id,
      amount_satang: 31,
      debit: 'fee_rounding',
      credit: 'vat_payable',
    });
    expect(new Date(trued.effective_at).toISOString().slice(0, 19)).toBe(`${until}T16:59:59`);
    expect(await brokenOf(knex)).not.toContain(VAT_INVARIANT);
  });

  it('is closed once, and not before it is over', async () => {
    const { knex } = await monthOfSmallPayments();
    const closed = await Promise.all([closeNextVatMonth(knex), closeNextVatMonth(knex)]);
    expect(closed.filter((one) => one)).toHaveLength(1);
    expect(await closeNextVatMonth(knex)).toBe(false);
    const trued = await knex('transfers').where('kind', 'vat_true_up');
    expect(trued).toHaveLength(1);
  });

  it('is closed by housekeeping, as costs of providers and pending days are', async () => {
    const { knex, deps, merchant } = await monthOfSmallPayments();
    await knex.raw('update cost_closing set through = through - 1');
    const lot = { merchant_id: merchant.id, days: 0, day: '2026-01-05', satang: 0 };
    await knex('maturing').insert(lot);
    await createHousekeeping(deps).rollUpOrders();
    expect(await knex('vat_months').pluck('merchant_id')).toEqual([merchant.id]);
    const through = bangkokDay(Date.now());
    expect(await knex('cost_closing').first(knex.raw('through::text'))).toEqual({ through });
    expect(await knex('maturing').whereNull('matured_at')).toEqual([]);
  });

  it.each([
    [
      'a true-up of another amount',
      "update transfers set amount_satang = 30 where kind = 'vat_true_up'",
    ],
    ['no true-up', "delete from transfers where kind = 'vat_true_up'"],
    [
      'a line that was added afterwards',
      "update transfers set amount_satang = 3 where kind = 'fee_vat'",
    ],
  ])('is found to be wrong with %s', async (_, fault) => {
    const { knex } = await monthOfSmallPayments();
    await closeNextVatMonth(knex);
    await withoutTriggers(knex, fault);
    expect(await brokenOf(knex)).toContain(VAT_INVARIANT);
  });
});
