import * as requests from '../../db/accounts/api-requests';
import type { KeptRequest } from '../../db/accounts/api-requests';
import type { Merchant } from '../../db/accounts/merchants';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';

/** Throws Problem `request_not_found`, also for another merchant's request. */
export async function findRequest(
  { db }: Pick<Deps, 'db'>,
  merchant: Merchant,
  requestId: string,
): Promise<KeptRequest> {
  const request = await requests.findRequest(db, merchant.id, requestId);
  if (request === null) throw new Problem('request_not_found');
  return request;
}
