import { postProviderCosts } from '../../src/fees/store/post-provider-costs';
import { applyPending } from '../../src/orders/store/apply-transition';
import { storeOutcome } from '../../src/orders/store-outcome';
import { findViolations } from '../../src/reports/store/invariants';
import { testDatabase, withoutTriggers } from '../support/database';
import { testDeps, testMerchant, testPayment } from '../support/gateway';

type Db = Awaited<ReturnType<typeof testDatabase>>['knex'];

/** Two payments of 100 baht, of which the provider keeps 1.77 and 1.76, and one of unknown cost. */
async function paidAtProvider() {
  const { knex } = await testDatabase();
  const deps = testDeps(knex);
  const { merchant } = await testMerchant(knex);
  const answer = async (id: string, costSatang?: number) => {
    await storeOutcome(deps, id, {
      reported: 'succeeded',
      failure: null,
      amountSatang: 10_000,
      transactionId: `T ${id}`,
      ...(costSatang !== undefined && { costSatang }),
    });
    await applyPending(knex, id);
  };
  const pay = async (costSatang?: number) => {
    const id = await testPayment(deps, merchant);
    await answer(id, costSatang);
    return id;
  };
  const first = await pay(177);
  await pay(176);
  const unknown = await pay();
  await knex('orders').where('id', unknown).update({ inquired_at: new Date() });
  return { knex, merchant, first, unknown, answer };
}

const nextDay = (knex: Db) => knex.raw('update cost_closing set through = through - 1');

async function postings(knex: Db) {
  const rows = await knex('transfers')
    .where('kind', 'like', 'provider_cost%')
    .orderBy('id')
    .select();
  return rows.map((row) => [row.kind, row.debit, row.credit, row.amount_satang].join(' '));
}

/** What is at the provider, by the ledger. */
async function clearingOf(knex: Db): Promise<number> {
  const { satang } = await knex('transfers')
    .where('provider_account', 'default')
    .first<{ satang: number }>(
      knex.raw(`sum(case 'provider_clearing' when debit then amount_satang
                         when credit then -amount_satang end)::int as satang`),
    );
  return satang;
}

const brokenOf = async (knex: Db) => (await findViolations(knex)).map(({ invariant }) => invariant);

describe('what a provider keeps', () => {
  it('is posted once a day, so that clearing is what the provider owes', async () => {
    const { knex } = await paidAtProvider();
    expect(await clearingOf(knex)).toBe(30_000);
    expect(await postProviderCosts(knex)).toBe(true);
    expect(await postProviderCosts(knex)).toBe(false);
    expect(await postings(knex)).toEqual(['provider_cost provider_costs provider_clearing 353']);
    expect(await clearingOf(knex)).toBe(29_647);
    await nextDay(knex);
    expect(await postProviderCosts(knex)).toBe(true);
    expect(await postings(knex)).toHaveLength(1);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is posted by one process, and no other waits for it', async () => {
    const { knex } = await paidAtProvider();
    await knex.transaction(async (first) => {
      expect(await postProviderCosts(first)).toBe(true);
      await knex.transaction(async (second) => {
        await second.raw("set local lock_timeout = '5s'");
        expect(await postProviderCosts(second)).toBe(false);
      });
    });
    expect(await postings(knex)).toHaveLength(1);
  });

  it('is posted on the day after a later answer names it, and once', async () => {
    const { knex, first, unknown, answer } = await paidAtProvider();
    await postProviderCosts(knex);
    await answer(unknown, 175);
    await answer(first, 177);
    expect(await postProviderCosts(knex)).toBe(false);
    await nextDay(knex);
    await postProviderCosts(knex);
    expect(await postings(knex)).toEqual([
      'provider_cost provider_costs provider_clearing 353',
      'provider_cost provider_costs provider_clearing 175',
    ]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it('is posted back for a dismissed movement, and again for a restored one', async () => {
    const { knex, first } = await paidAtProvider();
    await postProviderCosts(knex);
    const dismiss = async (at: Date | null) => {
      await withoutTriggers(
        knex,
        `update movements set dismissed_at = ${at === null ? 'null' : 'now()'}
         where order_id = '${first}'`,
      );
      await nextDay(knex);
      await postProviderCosts(knex);
    };
    await dismiss(new Date());
    expect(await clearingOf(knex)).toBe(29_824);
    await dismiss(null);
    expect(await postings(knex)).toEqual([
      'provider_cost provider_costs provider_clearing 353',
      'provider_cost_return provider_clearing provider_costs 177',
      'provider_cost provider_costs provider_clearing 177',
    ]);
    expect(await findViolations(knex)).toEqual([]);
  });

  it("is the merchant's at its own account, and not posted", async () => {
    const { knex, merchant } = await paidAtProvider();
    await withoutTriggers(
      knex,
      `update provider_accounts set merchant_id = '${merchant.id}' where id = 'default'`,
    );
    await postProviderCosts(knex);
    expect(await postings(knex)).toEqual([]);
  });

  it.each([
    [
      'a cost of another amount',
      'update movement_costs set cost_satang = cost_satang + 1',
      'the cost of a movement is the first that its provider has named, or the expected one',
    ],
    [
      'a cost that was left out',
      `delete from movement_costs where cost_satang = 177;
       update callbacks set applied_at = applied_at - interval '2 days'`,
      'the cost of a movement is the first that its provider has named, or the expected one',
    ],
    [
      'a cost of no movement',
      "update movement_costs set movement_id = 'mov_none' where cost_satang = 177",
      'the cost of a movement is the first that its provider has named, or the expected one',
    ],
    [
      'a cost that is posted and not noted',
      'delete from movement_costs',
      'the posted costs of an account are those of its movements',
    ],
    [
      'a cost that is posted twice',
      `insert into transfers (kind, debit, credit, amount_satang, provider_account)
       select kind, debit, credit, amount_satang, provider_account from transfers
       where kind = 'provider_cost'`,
      'the posted costs of an account are those of its movements',
    ],
  ])('is found to be wrong with %s', async (_, fault, invariant) => {
    const { knex } = await paidAtProvider();
    await postProviderCosts(knex);
    await withoutTriggers(knex, fault);
    expect(await brokenOf(knex)).toContain(invariant);
  });
});
