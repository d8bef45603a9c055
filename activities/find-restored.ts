import { moveRestored, type RequestProgress } from '../src/orders/store/provider-requests';
import type { Found, Inquiry } from '../src/providers/connectors/connector';
import type { ActivityDeps } from './deps';

/**
 * The answer about a request of a restored database, given `own`, that of its account. A failover
 * that the database has lost may have moved a payout to another account of the merchant: where
 * `own` leaves that possible, the others get the same inquiry. `moved`: one has the payout, and the
 * order is that account's now. `unreachable` while one does not answer.
 */
export async function findRestored(
  deps: Pick<ActivityDeps, 'db' | 'log' | 'metrics' | 'provider' | 'providers'>,
  request: RequestProgress & { readonly orderId: string },
  inquiry: Inquiry,
  own: Found,
): Promise<Found | 'moved'> {
  const { orderId, accountId, merchantId, restoredAt } = request;
  // An order leaves an account only after a definite failure.
  const mayHaveMoved = own.kind === 'not_found' || own.kind === 'failed';
  if (restoredAt === null || inquiry.kind !== 'payout' || !mayHaveMoved) return own;
  const others = deps.providers
    .routesOf(merchantId)
    .candidates.filter((each) => each.accountId !== accountId && each.amounts.payout !== null);
  const answers = await Promise.all(
    others.map(async (other) => {
      const found = await deps.provider.find({ ...inquiry, providerRef: null }, other.accountId);
      deps.metrics.providerCalls.inc({ call: 'ask', outcome: found.kind });
      return { accountId: other.accountId, found };
    }),
  );
  const holder = answers.find(({ found: { kind } }) => kind === 'succeeded' || kind === 'waiting');
  if (holder === undefined) {
    return answers.find(({ found }) => found.kind === 'unreachable')?.found ?? own;
  }
  const after = { accountId, failure: 'restored' };
  const step = { accountId: holder.accountId, rule: null, others: [], after };
  const at = new Date().toISOString();
  if (!(await moveRestored(deps.db, orderId, request, { ...step, at }))) {
    return { kind: 'unreachable', reason: 'not_moved' };
  }
  const change = { order_id: orderId, from: accountId, to: holder.accountId };
  deps.log.warn(change, 'restored order found at another provider account');
  return 'moved';
}
