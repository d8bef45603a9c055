import type { Deps } from '../deps';
import { bangkokPeriods, type Period } from '../kernel/rules/bangkok-day';
import { listMargins, type Margin } from './store/margins';

export interface Margins {
  readonly period: Period;
  readonly margins: readonly Margin[];
}

/** Of this month and of the last one. Operators only: it says what a provider takes. */
export const findMargins = async (
  { db }: Pick<Deps, 'db'>,
  nowMs: number,
): Promise<readonly Margins[]> => {
  const { thisMonth, lastMonth } = bangkokPeriods(nowMs);
  return Promise.all(
    [thisMonth, lastMonth].map(async (period) => ({
      period,
      margins: await listMargins(db, period),
    })),
  );
};
