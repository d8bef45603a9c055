import * as requests from './store/api-requests';
import type { Merchant } from '../kernel/merchants/store';
import { orProblem } from '../kernel/rules/problem';
import type { Deps } from '../deps';

/** Throws Problem `request_not_found`, also for another merchant's request. */
export async function findRequest(
  { db }: Pick<Deps, 'db'>,
  merchant: Merchant,
  requestId: string,
): Promise<requests.KeptRequest> {
  return orProblem(await requests.findRequest(db, merchant.id, requestId), 'request_not_found');
}
