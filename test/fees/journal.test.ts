import { execFileSync, spawnSync } from 'node:child_process';
import { closeNextVatMonth } from '../../src/fees/store/close-vat-month';
import { postProviderCosts } from '../../src/fees/store/post-provider-costs';
import { pricedMethods } from '../../src/fees/rules/price';
import { bangkokPeriods } from '../../src/kernel/rules/bangkok-day';
import { journalText } from '../../src/ledger/rules/journal';
import { readJournal } from '../../src/ledger/store/journal';
import type { Db } from '../../src/platform/postgres/connect';
import { newId } from '../../src/platform/new-id';
import { applyPending } from '../../src/orders/store/apply-transition';
import { incomingKinds } from '../../src/orders/rules/kinds';
import { storeOutcome } from '../../src/orders/store-outcome';
import { findViolations } from '../../src/reports/store/invariants';
import { history as histories, type History } from '../exceptions/random/history';
import { demandInvariants, play } from '../exceptions/random/play';
import { setPrices, setStage, type Stage } from '../exceptions/random/stage';
import { testDatabase, withoutTriggers } from '../support/database';
import { testCallback, testDeps, testNamedCallback, testPayment } from '../support/gateway';
import { testCost, testPrice, testVat } from '../support/prices';
import { fc, seed } from '../support/property';
import { correctAs, resolveAs } from '../support/resolve';

/*
 * hledger, an accounting program, adds up the journal of random histories whose prices change, and
 * whose money matures, with charge-backs whose fee is kept, what providers keep, and the true-up of
 * VAT at the end of the month. What it finds is compared with the balances of merchants, the fees
 * of orders, the costs of movements, and the VAT of the sum of the fees.
 * SAPHAN_JOURNALS is the number of histories.
 */

const runs = Number(process.env['SAPHAN_JOURNALS'] ?? 10);
const hasHledger = spawnSync('hledger', ['--version']).status === 0;
// A machine without hledger runs the other tests; CI installs it.
const withHledger = hasHledger || process.env['CI'] !== undefined ? it : it.skip;

const period = { from: '2020-01-01', until: '2099-12-31' };

async function journalOf(db: Db): Promise<string> {
  const parts: string[] = [];
  for await (const entry of readJournal(db, period)) parts.push(journalText(entry));
  return parts.join('\n');
}

/** Satang by account; a credit is negative. */
function sumsOf(journal: string): Map<string, number> {
  const command = ['-f', '-', 'balance', '--flat', '--no-total', '--empty', '-O', 'csv'];
  const csv = execFileSync('hledger', command, { input: journal, encoding: 'utf8' });
  const rows = [...csv.matchAll(/^"([^"]+)","(?:THB )?(-?[\d.]+)"$/gm)];
  return new Map(rows.map(([, account = '', baht]) => [account, Math.round(Number(baht) * 100)]));
}

/** What the tables of merchants and orders say, in the accounts of the journal. */
async function tablesOf(db: Db): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for (const row of await db('balances').join('merchants', 'merchants.id', 'merchant_id')) {
    sums.set(`liabilities:merchants:${row.merchant_id}:available`, -Number(row.available_satang));
    sums.set(`liabilities:merchants:${row.merchant_id}:held`, -Number(row.held_satang));
    sums.set(`liabilities:merchants:${row.merchant_id}:pending`, -Number(row.pending_satang));
  }
  // The fee of a payout is held until its money leaves; a charge-back costs when all is taken back.
  const [fees] = await db('orders')
    .whereRaw('(fee_base_satang > 0 or kind = any(?))', [[...incomingKinds]])
    .select(db.raw('coalesce(sum(fee_satang), 0)::bigint as fee'))
    .select(db.raw('coalesce(sum(fee_vat_satang), 0)::bigint as vat'));
  const [assigned] = await db('resolutions')
    .select(db.raw('coalesce(sum(fee_satang), 0)::bigint as fee'))
    .select(db.raw('coalesce(sum(fee_vat_satang), 0)::bigint as vat'));
  const [costs] = await db('movement_costs')
    .where('is_returned', false)
    .select(db.raw('coalesce(sum(coalesce(named_satang, cost_satang)), 0)::bigint as satang'));
  const due = await vatOf(db);
  sums.set('expenses:providers', Number(costs?.satang));
  sums.set('income:fees', -Number(fees?.fee) - Number(assigned?.fee));
  sums.set('liabilities:VAT', -due);
  sums.set('expenses:rounding of VAT', due - Number(fees?.vat) - Number(assigned?.vat));
  return sums;
}

/** Of the sum of the fees of each merchant and rate, half up. */
async function vatOf(db: Db): Promise<number> {
  const lines = await db('transfers')
    .leftJoin('orders', 'orders.id', 'order_id')
    .leftJoin('resolutions', 'resolutions.id', 'resolution_id')
    .whereRaw("transfers.kind like 'fee%' and transfers.kind not like 'fee\\_vat%'")
    .select('transfers.merchant_id', 'transfers.kind', 'transfers.amount_satang')
    .select(db.raw('coalesce(orders.fee_vat_rate, resolutions.fee_vat_rate) as fee_vat_rate'));
  const sums = new Map<string, bigint>();
  for (const { merchant_id: merchant, kind, amount_satang: satang, fee_vat_rate: rate } of lines) {
    const name = `${merchant} ${rate}`;
    const change = BigInt(satang) * (String(kind).endsWith('_return') ? -1n : 1n);
    sums.set(name, (sums.get(name) ?? 0n) + change);
  }
  return [...sums].reduce((total, [name, fee]) => {
    const millionths = fee * BigInt(name.split(' ')[1] ?? 0);
    return total + Number((millionths + 500_000n) / 1_000_000n);
  }, 0);
}

/** A small payment: VAT differs from that of the sum. Returns what names its cost later. */
async function pay(
  { deps, merchants: [merchant] }: Stage,
  amountSatang: number,
  namedSatang?: number,
) {
  const id = await testPayment(deps, merchant, { amountSatang });
  const answer = async (costSatang?: number) => {
    const money = { amountSatang, transactionId: `T ${id}`, failure: null };
    const cost = costSatang !== undefined && { costSatang };
    await storeOutcome(deps, id, { reported: 'succeeded', ...money, ...cost });
    await applyPending(deps.db, id);
  };
  // The provider can be asked again.
  await deps.db('orders').where({ id }).update({ inquired_at: new Date() });
  await answer(namedSatang);
  return answer;
}

/** A charge-back whose fee is kept. It stays, is corrected, or the bank gives the money back. */
async function dispute({ deps, merchants: [merchant] }: Stage, count: number): Promise<void> {
  const id = await testPayment(deps, merchant, { amountSatang: 2_000 });
  const say = async (reported: 'succeeded' | 'reversed') => {
    const money = { amountSatang: 2_000, transactionId: `D ${id}` };
    await testCallback(deps, id, { reported, ...money });
    await applyPending(deps.db, id);
  };
  const last = async () => {
    const ids = await deps.db('exceptions').where('order_id', id).orderBy('id').pluck('id');
    return String(ids.at(-1));
  };
  await say('succeeded');
  await say('reversed');
  await resolveAs(deps.db, await last(), 'charge', {}, deps);
  if (count === 1) await correctAs(deps.db, await last());
  if (count !== 2) return;
  await say('succeeded');
  await resolveAs(deps.db, await last(), 'credit', {}, deps);
}

/** Money of no order that an operator assigns to a merchant, and takes back for an odd number. */
async function give({ deps, merchants: [merchant] }: Stage, count: number): Promise<void> {
  const namedOrder = newId('gone_');
  await testNamedCallback(deps, {
    route: 'payment',
    kinds: ['payment'],
    namedOrder,
    reported: 'succeeded',
    amountSatang: 3_000 + 37 * count,
    transactionId: `T ${namedOrder}`,
  });
  const [id = ''] = await deps.db('exceptions').orderBy('id', 'desc').pluck<string[]>('id');
  const assignee = { kind: 'merchant', merchantId: merchant.id } as const;
  await resolveAs(deps.db, id, 'assign', { assignee });
  if (count % 2 === 1) await correctAs(deps.db, id);
}

/** What no walk does by chance. Returns what names the cost of its first payment. */
async function begin(stage: Stage, { steps }: History) {
  const { deps, merchants } = stage;
  for (const method of pricedMethods) await testCost(deps, method, '1.65% + 0.50 vat 7%');
  const [first = 0, second = 0, ...more] = steps.slice(0, 5).map(({ a }) => 2_000 + 37 * a);
  const nameCost = await pay(stage, first);
  await pay(stage, second, 31);
  for (const satang of more) await pay(stage, satang);
  for (const count of [0, 1, 2]) await give(stage, count);
  await testPrice(deps, merchants[0], 'qr', '3% + 1.00 max 5.00 dispute 2.00 kept');
  for (const count of [0, 1, 2]) await dispute(stage, count);
  await setPrices(stage, 0);
  return nameCost;
}

/** What providers keep, as if all that has moved had moved yesterday. */
async function postCosts(db: Db): Promise<void> {
  await withoutTriggers(
    db,
    `update movements set created_at = created_at - interval '1 day';
     update expected_costs set valid_from = valid_from - interval '1 day',
       created_at = created_at - interval '1 day';
     update cost_closing set through = through - 1`,
  );
  expect(await postProviderCosts(db)).toBe(true);
  const violations = await findViolations(db);
  expect(violations.filter(({ invariant }) => invariant.includes('cost'))).toEqual([]);
}

/** As if all had been posted last month, which is closed now. */
async function closeMonth(db: Db): Promise<void> {
  const { lastMonth } = bangkokPeriods(Date.now());
  const noon = `${lastMonth.from}T12:00:00+07:00`;
  await withoutTriggers(
    db,
    `update transfers set created_at = '${noon}', effective_at = '${noon}';
     update vat_closing set through = '${lastMonth.from}'::date - interval '1 month'`,
  );
  expect(await closeNextVatMonth(db)).toBe(true);
}

withHledger(
  'hledger adds up the journal to the balances of merchants and the fees of orders',
  async () => {
    const deps = testDeps((await testDatabase()).knex);
    const totals = { fees: 0, vat: 0, pending: 0, rounding: 0, assigned: 0, costs: 0, kept: 0 };
    for (const history of fc.sample(histories, { seed, numRuns: runs })) {
      const stage = await setStage(deps, { ...history, isPriced: true });
      await testVat(deps);
      const nameCost = await begin(stage, history);
      await play(stage, history);
      await demandInvariants(stage);
      await postCosts(deps.db);
      await nameCost(47);
      await postCosts(deps.db);
      await closeMonth(deps.db);
      const [journal, tables] = [await journalOf(deps.db), await tablesOf(deps.db)];
      const sums = sumsOf(journal);
      for (const [account, satang] of tables) {
        expect([account, sums.get(account) ?? 0]).toEqual([account, satang + 0]);
      }
      totals.fees -= tables.get('income:fees') ?? 0;
      totals.assigned += (await deps.db('resolutions').where('fee_satang', '>', 0)).length;
      totals.costs += tables.get('expenses:providers') ?? 0;
      totals.kept += (await deps.db('orders').where('fee_taken_satang', '>', 0)).length;
      totals.vat -= tables.get('liabilities:VAT') ?? 0;
      totals.rounding += Math.abs(tables.get('expenses:rounding of VAT') ?? 0);
      for (const [account, satang] of tables)
        if (account.endsWith(':pending')) totals.pending -= satang;
    }
    process.stderr.write(`  journal: SAPHAN_SEED=${seed} ${runs} ${JSON.stringify(totals)}\n`);
    // Histories without any of these would prove nothing; a few may be without some.
    const required =
      runs >= 300
        ? Object.values(totals)
        : [totals.fees, totals.assigned, totals.costs, totals.kept];
    expect(required.filter((satang) => satang <= 0)).toEqual([]);
  },
  Math.max(120_000, runs * 10_000),
);
