import { execFileSync, spawnSync } from 'node:child_process';
import { journalText } from '../../src/ledger/rules/journal';
import { readJournal } from '../../src/ledger/store/journal';
import type { Db } from '../../src/platform/postgres/connect';
import { history as histories } from '../exceptions/random/history';
import { play } from '../exceptions/random/play';
import { setStage } from '../exceptions/random/stage';
import { testDatabase } from '../support/database';
import { testDeps } from '../support/gateway';
import { fc, seed } from '../support/property';

/*
 * hledger, an accounting program, adds up the journal of random histories whose prices change. What
 * it finds is compared with the balances of the merchants and with the fees of the orders.
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
  }
  const [fees] = await db('orders')
    .where('fee_base_satang', '>', 0)
    .select(db.raw('coalesce(sum(fee_satang), 0)::bigint as fee'))
    .select(db.raw('coalesce(sum(fee_vat_satang), 0)::bigint as vat'));
  sums.set('income:fees', -Number(fees?.fee));
  sums.set('liabilities:VAT', -Number(fees?.vat));
  return sums;
}

withHledger(
  'hledger adds up the journal to the balances of merchants and the fees of orders',
  async () => {
    const deps = testDeps((await testDatabase()).knex);
    let feesSatang = 0;
    for (const history of fc.sample(histories, { seed, numRuns: runs })) {
      const stage = await setStage(deps, { ...history, isPriced: true });
      await play(stage, history);
      const [journal, tables] = [await journalOf(deps.db), await tablesOf(deps.db)];
      const sums = sumsOf(journal);
      for (const [account, satang] of tables) {
        expect([account, sums.get(account) ?? 0]).toEqual([account, satang + 0]);
      }
      feesSatang -= tables.get('income:fees') ?? 0;
    }
    // Histories without any fee would prove nothing.
    expect(feesSatang).toBeGreaterThan(0);
  },
  Math.max(120_000, runs * 10_000),
);
