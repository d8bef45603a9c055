import type { Filter } from '../src/orders/list-orders';
import { browsePayments } from '../src/orders/payment/find-payment';
import type { Db } from '../src/platform/postgres/connect';
import { meaningsOf } from '../src/orders/rules/search';
import { quantile } from './rounds';

export interface ListFigures {
  readonly list: string;
  readonly total: number;
  readonly medianMs: number;
  readonly p95Ms: number;
}

const PER_PAGE = 25;
const ROUNDS = 15;

const found = (typed: string): Filter => ({ search: meaningsOf(typed) });

/** Searches by the typed text. */
const filters: readonly (readonly [string, Filter])[] = [
  ['an id', found(`pay_${'500000'.padStart(26, '0')}`)],
  ['a reference', found('ORDER-500000')],
  ['nothing that is there', found('nothing of that name')],
  ['a common sum', found('70')],
  ['a rare sum', found('4,371')],
  ['metadata of one', found('cart:c-500001')],
  ['metadata of 2,000', found('seller:s-7')],
  ['metadata of half', found('channel:web')],
  ['sums of a third', { amount: { fromSatang: 10_000, untilSatang: 20_000 } }],
  ['sums of 3,000', { amount: { fromSatang: 99_000_000 } }],
];

/** Search results among a million orders, without totals. */
export async function measureSearches(db: Db, merchantId: string): Promise<readonly ListFigures[]> {
  const merchant = { id: merchantId, name: 'Bench', status: 'active' } as const;
  const figures: ListFigures[] = [];
  for (const [list, filter] of filters) {
    const durationsMs: number[] = [];
    let total = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const startedMs = performance.now();
      const slice = { limit: PER_PAGE, after: null };
      const { items } = await browsePayments({ db }, merchant, filter).read(slice);
      durationsMs.push(performance.now() - startedMs);
      total = items.length;
    }
    const [medianMs, p95Ms] = [quantile(durationsMs, 0.5), quantile(durationsMs, 0.95)];
    figures.push({ list: `search: ${list}`, total, medianMs, p95Ms });
  }
  return figures;
}
