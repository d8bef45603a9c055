import type { TransferKind } from '../ledger/rules/ledger';
import { bangkokDayEnd, bangkokDayStart, type Period } from '../kernel/rules/bangkok-day';
import type { Merchant } from '../kernel/merchants/store';
import type { Db } from '../platform/postgres/connect';
import type { Deps } from '../deps';
import { changeOf, NOTHING, plus, touchesBalance, type BalancePair } from './rules/change';
import { listEntries, sumByKind, sumUntil, type Entry } from './store/statement';

export type { BalancePair };

export interface StatementEntry extends Omit<Entry, 'satang'> {
  readonly change: BalancePair;
  /** After the entry. */
  readonly balance: BalancePair;
}

export interface StatementSum {
  readonly kind: TransferKind;
  readonly count: number;
  readonly change: BalancePair;
}

export interface Statement {
  readonly opening: BalancePair;
  readonly closing: BalancePair;
  readonly sums: readonly StatementSum[];
  /** The balance before the first entry of the page. */
  readonly before: BalancePair;
  readonly entries: readonly StatementEntry[];
  readonly hasMore: boolean;
}

interface Page {
  /** The last entry of the page before. */
  readonly afterId: number | null;
  readonly limit: number;
}

const total = (changes: readonly BalancePair[]): BalancePair => changes.reduce(plus, NOTHING);

/**
 * Of the ledger only. An entry is in the period in which its money moved, so one that becomes known
 * later changes a past period: its posting time shows that.
 */
export const readStatement = (
  { db }: Pick<Deps, 'db'>,
  { id: merchantId }: Merchant,
  period: Period,
  page: Page,
): Promise<Statement> =>
  db.transaction((trx) => statementIn(trx, merchantId, period, page), {
    // One snapshot: the entries add up to the sums.
    isolationLevel: 'repeatable read',
    readOnly: true,
  });

async function statementIn(
  trx: Db,
  merchantId: string,
  period: Period,
  { afterId, limit }: Page,
): Promise<Statement> {
  const kinds = (await sumByKind(trx, merchantId, period)).filter(({ kind }) =>
    touchesBalance(kind),
  );
  const opening = total(kinds.map(({ kind, earlierSatang }) => changeOf(kind, earlierSatang)));
  const sums = kinds
    .filter(({ count }) => count > 0)
    .map(({ kind, count, satang }) => ({ kind, count, change: changeOf(kind, satang) }));
  const until = afterId === null ? [] : await sumUntil(trx, merchantId, period.from, afterId);
  const before = plus(opening, total(until.map(({ kind, satang }) => changeOf(kind, satang))));
  const rows = await listEntries(trx, merchantId, period, { afterId, limit: limit + 1 });
  return {
    opening,
    closing: plus(opening, total(sums.map(({ change }) => change))),
    sums,
    before,
    entries: withBalances(rows.slice(0, limit), before),
    hasMore: rows.length > limit,
  };
}

function withBalances(rows: readonly Entry[], before: BalancePair): readonly StatementEntry[] {
  let balance = before;
  return rows.map(({ satang, ...entry }) => {
    const change = changeOf(entry.kind, satang);
    balance = plus(balance, change);
    return { ...entry, change, balance };
  });
}

export interface StatementLine extends Omit<StatementEntry, 'id' | 'kind' | 'createdAt'> {
  readonly id: number | null;
  readonly kind: TransferKind | 'balance_brought_forward' | 'balance_carried_forward';
  readonly createdAt: Date | null;
}

const BATCH = 1_000;

/**
 * The whole statement, with its opening and closing balance as lines. Holds no connection between
 * batches. The lines add up; an entry that is posted meanwhile may be missing.
 */
export async function* statementLines(
  { db }: Pick<Deps, 'db'>,
  { id: merchantId }: Merchant,
  period: Period,
): AsyncGenerator<readonly StatementLine[], void, void> {
  const kinds = await sumByKind(db, merchantId, period);
  const edge = (at: Date, kind: StatementLine['kind'], balance: BalancePair): StatementLine => ({
    id: null,
    kind,
    orderId: null,
    orderKind: null,
    reference: null,
    effectiveAt: at,
    createdAt: null,
    change: NOTHING,
    balance,
  });
  let balance = total(kinds.map(({ kind, earlierSatang }) => changeOf(kind, earlierSatang)));
  yield [edge(bangkokDayStart(period.from), 'balance_brought_forward', balance)];
  let afterId: number | null = null;
  for (;;) {
    const rows: readonly Entry[] = await listEntries(db, merchantId, period, {
      afterId,
      limit: BATCH,
    });
    const entries = withBalances(rows, balance);
    yield entries;
    const last = entries.at(-1);
    balance = last?.balance ?? balance;
    afterId = last?.id ?? afterId;
    if (rows.length < BATCH) break;
  }
  yield [edge(bangkokDayEnd(period.until), 'balance_carried_forward', balance)];
}
