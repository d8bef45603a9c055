import type { z } from 'zod';
import type { Period } from '../../kernel/rules/bangkok-day';
import { satangToBaht } from '../../kernel/rules/money';
import type { BalancePair, Statement } from '../read-statement';
import type { statement } from './schema';

const pair = ({ availableSatang, heldSatang, pendingSatang }: BalancePair) => ({
  available: satangToBaht(availableSatang),
  held: satangToBaht(heldSatang),
  pending: satangToBaht(pendingSatang),
});

export function presentStatement(
  { opening, closing, sums, entries, hasMore }: Statement,
  { from, until }: Period,
  limit: number,
): z.input<typeof statement> {
  return {
    start_date: from,
    end_date: until,
    currency: 'THB',
    opening: pair(opening),
    closing: pair(closing),
    sums: sums.map(({ kind, count, change }) => ({ type: kind, count, ...pair(change) })),
    entries: entries.map((entry) => ({
      entry_id: `ent_${entry.id}`,
      type: entry.kind,
      order_id: entry.orderId,
      reference: entry.reference,
      ...pair(entry.change),
      balance: pair(entry.balance),
      effective_at: entry.effectiveAt.toISOString(),
      created_at: entry.createdAt.toISOString(),
    })),
    limit,
    has_more: hasMore,
    next_cursor: hasMore ? (entries.at(-1)?.id.toString(36) ?? null) : null,
  };
}
