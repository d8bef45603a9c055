import { listMoneyDays } from '../ledger/store/money-days';
import { findAttention } from '../orders/store/attention';
import type { Db } from '../platform/postgres/connect';
import type { Summary } from './rules/member-mail';
import { countWaiting } from './store/timetable';

/** The sums of the day, and what is not right now. */
export async function findSummary(db: Db, merchantId: string, day: string): Promise<Summary> {
  const moved = await listMoneyDays(db, merchantId, day);
  const { webhooks, underReview } = await findAttention(db, merchantId);
  const sumOf = (wanted: 'in' | 'out') => {
    const { count = 0, satang = 0 } =
      moved.find((each) => each.day === day && each.direction === wanted) ?? {};
    return { count, satang };
  };
  const countOf = (hasOrder: boolean) =>
    underReview
      .filter(({ kind }) => (kind !== null) === hasOrder)
      .reduce((sum, { count }) => sum + count, 0);
  return {
    day,
    received: sumOf('in'),
    paidOut: sumOf('out'),
    webhooks: webhooks.length,
    underReview: countOf(true),
    unmatched: countOf(false),
    ...(await countWaiting(db, merchantId)),
  };
}
