import * as exceptions from '../../db/ledger/exceptions';
import type { Exception, ExceptionPage } from '../../db/ledger/exceptions';
import type { Deps } from '../deps';

export type { Exception };

/** Open exceptions, oldest first; with `all`, resolved ones too. */
export async function listExceptions(
  deps: Pick<Deps, 'db'>,
  query: { readonly open: boolean; readonly limit: number },
): Promise<readonly Exception[]> {
  return exceptions.listExceptions(deps.db, query);
}

/** The orders that have an open exception. One query for a page of a list. */
export const findUnderReview = (
  deps: Pick<Deps, 'db'>,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> => exceptions.findUnderReview(deps.db, orderIds);

/** A page of open exceptions, oldest first, or of resolved ones, newest first. */
export const pageOfExceptions = (
  deps: Pick<Deps, 'db'>,
  page: ExceptionPage,
): Promise<{ readonly items: readonly Exception[]; readonly hasMore: boolean }> =>
  exceptions.pageOfExceptions(deps.db, page);
