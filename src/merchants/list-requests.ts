import * as requests from './store/api-requests';
import { listApiKeys, type ApiKey } from './store/api-keys';
import type { Merchant } from '../kernel/merchants/store';
import type { Deps } from '../deps';

export type { KeptRequest } from './store/api-requests';

/** `codes` and `keys` are the values that requests can be filtered by. */
export interface RequestPage {
  readonly items: readonly requests.KeptRequest[];
  readonly hasMore: boolean;
  /** `codes` covers all logged requests, not only the page. */
  readonly codes: readonly string[];
  readonly keys: readonly ApiKey[];
}

export async function listRequests(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  { id }: Merchant,
  filter: requests.RequestFilter,
  slice: { readonly limit: number; readonly after: string | null },
): Promise<RequestPage> {
  const [page, codes, keys] = await Promise.all([
    requests.listRequests(db, id, filter, slice),
    requests.listRequestCodes(db, id),
    listApiKeys(db, vault, id),
  ]);
  return { ...page, codes, keys: keys.toReversed() };
}
