import type { z } from 'zod';
import type { BalanceEntry } from '../../find-balance';
import type { MaturingBalance } from '../../../maturity/find-maturing';
import { satangToBaht } from '../../../kernel/rules/money';
import type { balance, entryPage } from './schema';

export function presentBalance(row: MaturingBalance): z.input<typeof balance> {
  return {
    available: satangToBaht(row.availableSatang),
    held: satangToBaht(row.heldSatang),
    pending: satangToBaht(row.pendingSatang),
    maturing: row.maturing.map(({ day, satang }) => ({ date: day, amount: satangToBaht(satang) })),
    currency: 'THB',
  };
}

export function presentEntryPage(
  { items, hasMore }: { readonly items: readonly BalanceEntry[]; readonly hasMore: boolean },
  limit: number,
): z.input<typeof entryPage> {
  const last = items.at(-1);
  return {
    entries: items.map((row) => ({
      entry_id: `ent_${row.id}`,
      type: row.kind,
      order_id: row.orderId,
      available: satangToBaht(row.availableChangeSatang),
      held: satangToBaht(row.heldChangeSatang),
      pending: satangToBaht(row.pendingChangeSatang),
      currency: 'THB',
      created_at: row.createdAt.toISOString(),
    })),
    limit,
    has_more: hasMore,
    next_cursor: hasMore && last !== undefined ? last.id.toString(36) : null,
  };
}
