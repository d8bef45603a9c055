import * as exceptions from '../../db/ledger/exceptions';
import type { Exception, ExceptionPage } from '../../db/ledger/exceptions';
import type { Deps } from '../deps';

export type { Exception };

/** Oldest first; resolved ones too unless `open`. */
export async function listExceptions(
  deps: Pick<Deps, 'db'>,
  query: { readonly open: boolean; readonly limit: number },
): Promise<readonly Exception[]> {
  return exceptions.listExceptions(deps.db, query);
}

/** Of the given orders, those with an open exception, in one query. */
export const findUnderReview = (
  deps: Pick<Deps, 'db'>,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> => exceptions.findUnderReview(deps.db, orderIds);

/** Open ones oldest first, resolved ones newest first. */
export const pageOfExceptions = (
  deps: Pick<Deps, 'db'>,
  page: ExceptionPage,
): Promise<{ readonly items: readonly Exception[]; readonly hasMore: boolean }> =>
  exceptions.pageOfExceptions(deps.db, page);
