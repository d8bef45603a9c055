import { findException } from '../../src/exceptions/store/exceptions';
import { planAssignment } from '../../src/exceptions/plan-assignment';
import { closeNextVatMonth } from '../../src/fees/store/close-vat-month';
import { bangkokPeriods } from '../../src/kernel/rules/bangkok-day';
import { findViolations } from '../../src/reports/store/invariants';
import { testDatabase, withoutTriggers } from '../support/database';
import { testDeps, testMerchant, testNamedCallback } from '../support/gateway';
import { testPrice, testVat } from '../support/prices';
import { correctAs, resolveAs } from '../support/resolve';

const FEE_INVARIANT =
  'an order has the fee of its price, of what it credited or paid out, assigned money too';

/** A merchant whose QR payments cost 1.65 %, and one that pays nothing. */
async function shop(price: string | null = '1.65%') {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const { merchant: free } = await testMerchant(knex);
  await testVat(deps);
  if (price !== null) await testPrice(deps, merchant, 'qr', price);
  let count = 0;
  /** Money of no order; returns its exception. */
  const arrive = async (baht = 100, route: 'payment' | 'withdrawal' = 'payment') => {
    const namedOrder = `gone ${(count += 1)}`;
    await testNamedCallback(deps, {
      route,
      kinds: [route],
      namedOrder,
      reported: 'succeeded',
      amountSatang: baht * 100,
      transactionId: `T ${namedOrder}`,
    });
    return (await knex('exceptions').max('id as id').first<{ id: string }>()).id;
  };
  const assign = async (id: string, { id: merchantId } = merchant) =>
    resolveAs(knex, id, 'assign', { assignee: { kind: 'merchant', merchantId } });
  /** The postings of the merchants about an exception, such as `fee 165`. */
  const booked = async (id: string): Promise<string[]> => {
    const rows = await knex('transfers')
      .where('exception_id', id)
      .whereNotNull('merchant_id')
      .orderBy('id');
    return rows.map((row) => `${String(row.kind)} ${Number(row.amount_satang)}`);
  };
  const balance = async ({ id } = merchant) => {
    const row = await knex('balances').where('merchant_id', id).first();
    return Number(row.available_satang);
  };
  return { knex, deps, merchant, free, arrive, assign, booked, balance };
}

describe('the fee of money that is assigned to a merchant without an order', () => {
  it('is that of a QR payment, with VAT, and stored', async () => {
    const { knex, deps, merchant, arrive, assign, booked, balance } = await shop();
    await testPrice(deps, merchant, 'deposit', '50%');
    const id = await arrive();
    const exception = await findException(knex, id);
    const assignee = { kind: 'merchant', merchantId: merchant.id } as const;
    const plan = exception && (await planAssignment(deps, exception, assignee));
    expect(plan?.postings.map(({ kind, amountSatang }) => `${kind} ${amountSatang}`)).toEqual([
      'assign 10000',
      'credit 10000',
      'fee 165',
      'fee_vat 12',
    ]);
    await assign(id);
    expect(await booked(id)).toEqual(['credit 10000', 'fee 165', 'fee_vat 12']);
    expect(await balance()).toBe(9_823);
    const [price] = await knex('prices').where('method', 'qr').pluck('id');
    expect(await knex('resolutions').where('exception_id', id).first()).toMatchObject({
      price_id: price,
      fee_satang: 165,
      fee_vat_satang: 12,
      fee_vat_rate: 70_000,
    });
    const [fee] = await knex('transfers').where({ exception_id: id, kind: 'fee' });
    const [credit] = await knex('transfers').where({ exception_id: id, kind: 'credit' });
    expect(fee).toMatchObject({
      effective_at: credit.effective_at,
      provider_account: 'default',
      movement_id: null,
      order_id: null,
    });
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is capped at the money', async () => {
    const { knex, arrive, assign, booked, balance } = await shop('1% min 20.00');
    const id = await arrive(10);
    await assign(id);
    expect(await booked(id)).toEqual(['credit 1000', 'fee 935', 'fee_vat 65']);
    expect(await balance()).toBe(0);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is that of the price that was valid when the money moved', async () => {
    const { knex, deps, merchant, arrive, assign, booked } = await shop();
    const id = await arrive();
    await testPrice(deps, merchant, 'qr', '3%');
    await testVat(deps, '10% until 2099-12-31');
    await assign(id);
    // The rates of VAT are by day, and those of today have been replaced.
    expect(await booked(id)).toEqual(['credit 10000', 'fee 165', 'fee_vat 17']);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is none before the first price, and of money that has left', async () => {
    const { knex, deps, merchant, free, arrive, assign, booked } = await shop(null);
    const early = await arrive();
    await testPrice(deps, merchant, 'qr', '3%');
    await testPrice(deps, free, 'withdrawal', '3%');
    await assign(early);
    expect(await booked(early)).toEqual(['credit 10000']);
    const left = await arrive(50, 'withdrawal');
    await assign(left);
    expect(await booked(left)).toEqual(['charge 5000']);
    const other = await arrive();
    await assign(other, free);
    expect(await booked(other)).toEqual(['credit 10000']);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is returned in full when the assignment is undone', async () => {
    const { knex, deps, merchant, free, arrive, assign, booked, balance } = await shop();
    const id = await arrive();
    await assign(id);
    await testPrice(deps, merchant, 'qr', '50%');
    await testVat(deps, '');
    await correctAs(knex, id);
    expect((await booked(id)).slice(3)).toEqual([
      'undo_credit 10000',
      'fee_return 165',
      'fee_vat_return 12',
    ]);
    expect(await balance()).toBe(0);
    expect(await findViolations(knex)).toEqual([]);
    await assign(id, free);
    expect([await balance(), await balance(free)]).toEqual([0, 10_000]);
    await correctAs(knex, id);
    await assign(id);
    expect((await booked(id)).slice(8)).toEqual(['credit 10000', 'fee 165']);
    expect(await findViolations(knex)).toEqual([]);
  });

  it("is owed where the money is on the merchant's own account", async () => {
    const { knex, merchant, arrive, assign, booked, balance } = await shop();
    const id = await arrive();
    await withoutTriggers(
      knex,
      `update provider_accounts set merchant_id = '${merchant.id}' where id = 'default'`,
    );
    await assign(id);
    expect(await booked(id)).toEqual(['credit 10000', 'fee_due 165', 'fee_vat_due 12']);
    expect(await balance()).toBe(10_000);
    await correctAs(knex, id);
    expect((await booked(id)).slice(3)).toEqual([
      'undo_credit 10000',
      'fee_due_return 165',
      'fee_vat_due_return 12',
    ]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is in the VAT of its month', async () => {
    const { knex, merchant, arrive, assign } = await shop();
    for (let count = 0; count < 10; count++) await assign(await arrive(20));
    const { lastMonth } = bangkokPeriods(Date.now());
    const noon = `${lastMonth.from}T12:00:00+07:00`;
    await withoutTriggers(
      knex,
      `update transfers set created_at = '${noon}', effective_at = '${noon}';
       update vat_closing set through = through - interval '1 month'`,
    );
    expect(await closeNextVatMonth(knex)).toBe(true);
    // 7 % of 3.30 baht, and 10 times 0.02.
    expect(await knex('vat_months').first()).toMatchObject({
      merchant_id: merchant.id,
      fee_satang: 330,
      vat_satang: 23,
      posted_satang: 20,
    });
    const broken = (await findViolations(knex)).map(({ invariant }) => invariant);
    expect(broken).not.toContain('the VAT of a closed month is that of the sum of its fees');
  });

  it.each([
    ['left out', `delete from transfers where kind like 'fee%'`],
    ['not stored', 'update resolutions set price_id = null, fee_satang = null'],
    ['of another amount', 'update resolutions set fee_satang = 166'],
    [
      'of another price',
      `insert into prices (id, merchant_id, method, bands, valid_from, created_at)
       select 'price_other', merchant_id, 'qr', bands, valid_from + interval '1 microsecond',
              created_at from prices`,
    ],
  ])('is found to be wrong when it is %s', async (_, fault) => {
    const { knex, arrive, assign } = await shop();
    await assign(await arrive());
    await withoutTriggers(knex, fault);
    const broken = (await findViolations(knex)).map(({ invariant }) => invariant);
    expect(broken).toContain(FEE_INVARIANT);
  });

  it('is found to be kept after an undone assignment', async () => {
    const { knex, arrive, assign } = await shop();
    const id = await arrive();
    await assign(id);
    await correctAs(knex, id);
    await withoutTriggers(knex, `delete from transfers where kind = 'fee_return'`);
    const broken = (await findViolations(knex)).map(({ invariant }) => invariant);
    expect(broken).toContain(FEE_INVARIANT);
  });
});
