import { listMargins } from '../../src/fees/store/margins';
import { postProviderCosts } from '../../src/fees/store/post-provider-costs';
import { bangkokDay } from '../../src/kernel/rules/bangkok-day';
import { applyPending } from '../../src/orders/store/apply-transition';
import { storeOutcome } from '../../src/orders/store-outcome';
import { findViolations } from '../../src/reports/store/invariants';
import { testDatabase, withoutTriggers } from '../support/database';
import {
  testCallback,
  testDeps,
  testMerchant,
  testNamedCallback,
  testPayment,
  testSent,
  testWithdrawal,
} from '../support/gateway';
import { testCost } from '../support/prices';
import { correctAs, resolveAs } from '../support/resolve';

const DAY_MS = 86_400_000;
const COST_INVARIANT =
  'the cost of a movement is the first that its provider has named, or the expected one';

/** Costs of 1.65 % and 1 baht with 7 % VAT for QR codes, and of 10.70 baht for withdrawals. */
async function provider() {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex, { openingSatang: 100_000 });
  await testCost(deps, 'qr', '1.65% + 1.00 vat 7%');
  await testCost(deps, 'withdrawal', '10.70');
  const report = async (id: string, reported: 'succeeded' | 'reversed', baht = 100) => {
    const transactionId = `T ${id}`;
    await testCallback(deps, id, { reported, transactionId, amountSatang: baht * 100 });
    await applyPending(knex, id);
  };
  const pay = async (baht = 100) => {
    const id = await testPayment(deps, merchant, { amountSatang: baht * 100 });
    await report(id, 'succeeded', baht);
    return id;
  };
  const answer = async (id: string, costSatang: number) => {
    const transactionId = `T ${id}`;
    const money = { reported: 'succeeded', failure: null, amountSatang: 10_000, transactionId };
    await knex('orders').where({ id }).update({ inquired_at: new Date() });
    await storeOutcome(deps, id, { ...money, reported: 'succeeded', costSatang });
    await applyPending(knex, id);
  };
  /** Everything is a day older. */
  const age = () =>
    withoutTriggers(
      knex,
      `update movements set created_at = created_at - interval '1 day';
       update transfers set effective_at = effective_at - interval '1 day'
       where movement_id is not null;
       update expected_costs set valid_from = valid_from - interval '1 day',
         created_at = created_at - interval '1 day';
       update cost_closing set through = through - 1`,
    );
  const nextDay = async () => {
    await age();
    expect(await postProviderCosts(knex)).toBe(true);
  };
  const dismiss = (id: string, at: string) =>
    withoutTriggers(knex, `update movements set dismissed_at = ${at} where order_id = '${id}'`);
  const exceptionOf = async (id: string) => {
    const [open] = await knex('exceptions').where('order_id', id).orderBy('id').pluck('id');
    return open as string;
  };
  return { knex, deps, merchant, report, pay, answer, age, nextDay, dismiss, exceptionOf };
}

type Db = Awaited<ReturnType<typeof provider>>['knex'];

async function postings(knex: Db): Promise<number[]> {
  const rows = await knex('transfers')
    .where('kind', 'like', 'provider_cost%')
    .orderBy('id')
    .select('kind', 'amount_satang');
  return rows.map(({ kind, amount_satang: satang }) =>
    kind === 'provider_cost' ? Number(satang) : -satang,
  );
}

async function margin(knex: Db) {
  const from = bangkokDay(Date.now() - 7 * DAY_MS);
  const [ours] = await listMargins(knex, { from, until: bangkokDay(Date.now()) });
  return ours && [ours.count, ours.costSatang, ours.expectedSatang];
}

describe('the expected cost of a provider', () => {
  it('is posted where the provider names none, on the day after', async () => {
    const { knex, deps, merchant, pay, answer, nextDay } = await provider();
    await pay(100);
    await answer(await pay(100), 150);
    const payout = await testWithdrawal(deps, merchant);
    await testSent(knex, payout);
    await testCallback(deps, payout, { reported: 'succeeded' });
    await applyPending(knex, payout);
    await testNamedCallback(deps, {
      route: 'payment',
      kinds: ['payment'],
      namedOrder: 'unknown',
      reported: 'succeeded',
      amountSatang: 3_000,
      transactionId: 'U 1',
    });
    await postProviderCosts(knex);
    expect(await postings(knex)).toEqual([150]);
    await nextDay();
    // (1.65 + 1) · 1.07 of 100 baht, (0.50 + 1) · 1.07 of 30 baht, half a satang up, and 10.70.
    expect(await postings(knex)).toEqual([150, 284 + 161 + 1_070]);
    await nextDay();
    expect(await postings(knex)).toHaveLength(2);
    expect(await margin(knex)).toEqual([4, 150 + 1_515, 1_515]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is none without a version that was valid when the money moved', async () => {
    const { knex, deps, pay, nextDay } = await provider();
    await withoutTriggers(knex, 'delete from expected_costs');
    await pay();
    await nextDay();
    await testCost(deps, 'qr', '1%');
    await nextDay();
    expect(await postings(knex)).toEqual([]);
    await pay();
    await testCost(deps, 'qr', '2%');
    await nextDay();
    expect(await postings(knex)).toEqual([100]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it.each([
    ['more', 300, 16],
    ['less', 200, -84],
    ['the same', 284, null],
  ])('is replaced, once, by a cost of %s that is named later', async (_, named, difference) => {
    const { knex, pay, answer, nextDay } = await provider();
    const id = await pay();
    await nextDay();
    await answer(id, named);
    await nextDay();
    await answer(id, named + 1);
    await nextDay();
    expect(await postings(knex)).toEqual(difference === null ? [284] : [284, difference]);
    expect(await margin(knex)).toEqual([1, named, 0]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is posted back for a dismissed movement, whatever was named meanwhile', async () => {
    const { knex, pay, answer, nextDay, dismiss } = await provider();
    const id = await pay();
    await nextDay();
    await dismiss(id, 'now()');
    await nextDay();
    await answer(id, 300);
    await nextDay();
    await dismiss(id, 'null');
    await nextDay();
    expect(await postings(knex)).toEqual([284, -284, 300]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is posted after all for a movement that was dismissed on the first day', async () => {
    const { knex, pay, nextDay, dismiss } = await provider();
    const id = await pay();
    await dismiss(id, 'now()');
    await nextDay();
    expect(await postings(knex)).toEqual([]);
    await dismiss(id, 'null');
    expect(await findViolations(knex)).toEqual([]);
    await nextDay();
    expect(await postings(knex)).toEqual([284]);
  });

  it('is posted back when the bank takes the money back, and again when it did not', async () => {
    const { knex, pay, report, nextDay, exceptionOf } = await provider();
    const id = await pay();
    await nextDay();
    await report(id, 'reversed');
    await resolveAs(knex, await exceptionOf(id), 'charge');
    await nextDay();
    expect(await postings(knex)).toEqual([284, -284]);
    expect(await margin(knex)).toEqual([0, 0, 0]);
    await correctAs(knex, await exceptionOf(id));
    await nextDay();
    expect(await postings(knex)).toEqual([284, -284, 284]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it.each([
    ['expected', null],
    ['named', 150],
  ])('of money that moves after midnight is due on the next day: %s', async (_, named) => {
    const { knex, pay, answer } = await provider();
    await postProviderCosts(knex);
    const id = await pay();
    if (named !== null) await answer(id, named);
    const midnight = `${bangkokDay(Date.now())}T00:00:01+07:00`;
    await withoutTriggers(
      knex,
      `update movements set created_at = '${midnight}';
       update expected_costs set valid_from = valid_from - interval '1 day',
         created_at = created_at - interval '1 day';
       update callbacks set applied_at = '${midnight}' where applied_at is not null`,
    );
    const broken = (await findViolations(knex)).map(({ invariant }) => invariant);
    expect(broken).not.toContain(COST_INVARIANT);
  });

  it('is posted once for money that moves back and once more', async () => {
    const { knex, pay, report, nextDay, exceptionOf } = await provider();
    const id = await pay();
    await report(id, 'reversed');
    await resolveAs(knex, await exceptionOf(id), 'charge');
    await report(id, 'succeeded');
    const [again] = await knex('exceptions')
      .where('order_id', id)
      .orderBy('id', 'desc')
      .pluck('id');
    await resolveAs(knex, again, 'credit');
    await nextDay();
    await nextDay();
    expect(await postings(knex)).toEqual([284]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is not posted beside a cost that is named on the day of the movement', async () => {
    const { knex, pay, answer, nextDay } = await provider();
    await answer(await pay(), 150);
    await nextDay();
    expect(await postings(knex)).toEqual([150]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is that of the provider, once it has named it, also when the money goes back', async () => {
    const { knex, pay, report, answer, nextDay, exceptionOf } = await provider();
    const id = await pay();
    await nextDay();
    await answer(id, 284);
    await report(id, 'reversed');
    await resolveAs(knex, await exceptionOf(id), 'charge');
    await nextDay();
    expect(await postings(knex)).toEqual([284]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it.each([
    ['of another amount', 'update movement_costs set cost_satang = cost_satang + 1'],
    ['that was left out', 'delete from movement_costs'],
    ['by another version', "update movement_costs set expected_id = 'xcost_other'"],
    ['that nobody named instead', 'update movement_costs set named_satang = cost_satang'],
    ['that is said to be named', 'update movement_costs set expected_id = null'],
  ])('is found to be wrong with a cost %s', async (_, fault) => {
    const { knex, pay, nextDay } = await provider();
    await pay();
    await nextDay();
    expect(await findViolations(knex)).toEqual([]);
    await withoutTriggers(knex, fault);
    const broken = (await findViolations(knex)).map(({ invariant }) => invariant);
    expect(broken).toContain(COST_INVARIANT);
  });

  it('is found to be left out when the provider has named it since', async () => {
    const { knex, pay, answer, nextDay } = await provider();
    const id = await pay();
    await nextDay();
    await answer(id, 300);
    await withoutTriggers(knex, "update callbacks set applied_at = applied_at - interval '2 days'");
    const broken = (await findViolations(knex)).map(({ invariant }) => invariant);
    expect(broken).toContain(COST_INVARIANT);
  });
});
