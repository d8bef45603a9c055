import type { Deps } from '../deps';
import { bangkokPeriods, type Period } from '../kernel/rules/bangkok-day';
import { listExpectedCosts, type ExpectedCost } from './store/expected-costs';
import { listMargins, type Margin } from './store/margins';

export interface Margins {
  /** This month, and the last one. */
  readonly months: readonly { readonly period: Period; readonly margins: readonly Margin[] }[];
  readonly expected: readonly ExpectedCost[];
}

/** Operators only: it says what a provider takes. */
export async function findMargins({ db }: Pick<Deps, 'db'>, nowMs: number): Promise<Margins> {
  const { thisMonth, lastMonth } = bangkokPeriods(nowMs);
  const [expected, ...months] = await Promise.all([
    listExpectedCosts(db),
    ...[thisMonth, lastMonth].map(async (period) => ({
      period,
      margins: await listMargins(db, period),
    })),
  ]);
  return { months, expected };
}
