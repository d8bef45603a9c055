import * as balances from '../../db/ledger/balances';
import type { Balance, BalanceEntry } from '../../db/ledger/balances';
import type { Merchant } from '../../db/accounts/merchants';
import type { Deps } from '../deps';

export type { Balance, BalanceEntry };

export async function findBalance(deps: Pick<Deps, 'db'>, merchant: Merchant): Promise<Balance> {
  return balances.findBalance(deps.db, merchant.id);
}

/** Newest first, before the entry of the given number. */
export async function listBalanceEntries(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  { limit, before }: { readonly limit: number; readonly before: number | null },
): Promise<{ readonly items: readonly BalanceEntry[]; readonly hasMore: boolean }> {
  return balances.listBalanceEntries(deps.db, merchant.id, limit, before);
}
