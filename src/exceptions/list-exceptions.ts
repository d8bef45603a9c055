import { findNames } from '../people/store/people';
import type { Deps } from '../deps';
import type { Exception } from './store/exceptions';

export {
  findUnderReview,
  listExceptions,
  pageOfExceptions,
  type Exception,
} from './store/exceptions';

/** By id, also those of removed operators. */
export function findOwnerNames(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  exceptions: readonly Pick<Exception, 'ownerId'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = exceptions.flatMap(({ ownerId }) => ownerId ?? []);
  return findNames(db, vault, 'operator', [...new Set(ids)]);
}
