import * as exceptions from '../../db/ledger/exceptions';
import type { Exception, ExceptionPage } from '../../db/ledger/exceptions';
import type { Deps } from '../deps';

export type { Exception };

/** What waits for an operator to decide, oldest first; with `all`, what was decided too. */
export async function listExceptions(
  deps: Pick<Deps, 'db'>,
  query: { readonly open: boolean; readonly limit: number },
): Promise<readonly Exception[]> {
  return exceptions.listExceptions(deps.db, query);
}

/** Which of these orders have an open exception: one query for a page of a list. */
export const findUnderReview = (
  deps: Pick<Deps, 'db'>,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> => exceptions.findUnderReview(deps.db, orderIds);

/** A page of what is open, the oldest first, or of what is resolved, the newest first. */
export const pageOfExceptions = (
  deps: Pick<Deps, 'db'>,
  page: ExceptionPage,
): Promise<{ readonly items: readonly Exception[]; readonly hasMore: boolean }> =>
  exceptions.pageOfExceptions(deps.db, page);
