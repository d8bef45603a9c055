import * as exceptions from '../db/exceptions';
import type { Exception } from '../db/exceptions';
import type { Deps } from './deps';

export type { Exception };

/** What waits for an operator to decide, oldest first; with `all`, what was decided too. */
export async function listExceptions(
  deps: Pick<Deps, 'db'>,
  query: { readonly open: boolean; readonly limit: number },
): Promise<readonly Exception[]> {
  return exceptions.listExceptions(deps.db, query);
}
