import { logMove, nextAccount, whatFollows } from '../src/orders/elsewhere';
import {
  makeManual,
  moveRequest,
  type RequestProgress,
} from '../src/orders/store/provider-requests';
import type { RequestSubject } from '../src/platform/observe/request-subject';
import type { Sent } from '../src/providers/connectors/connector';
import type { ActivityDeps } from './deps';

/**
 * Moves a request to the next account, or to an operator, after a failed submission, if
 * providers/rules/failover.ts allows it and an account is left. `request` has the claim of the
 * submission.
 */
export async function failOver(
  deps: Pick<ActivityDeps, 'db' | 'log' | 'providers'>,
  request: RequestProgress & { readonly orderId: string },
  subject: RequestSubject,
  answer: Sent,
): Promise<boolean> {
  const { orderId, accountId } = request;
  const next = await whatFollows(deps, subject.kind, accountId, answer);
  // Without an account of the payer, only the provider can return the money. An operator would pay
  // a merchant's own refund from the platform's money.
  if (next === 'manual') {
    const { merchantId: owner } = await deps.providers.find(accountId);
    const isPayable = 'account' in subject && subject.account !== null;
    return isPayable && owner === null && makeManual(deps.db, orderId, request);
  }
  if (subject.kind !== 'payout' || (next !== 'next' && next !== 'next_funded')) return false;
  const { bankCode } = subject.account;
  const onlyFunded = next === 'next_funded';
  const step = nextAccount(deps, request, { kind: 'payout', bankCode, answer, onlyFunded });
  if (step === null) return false;
  const isMoved = await moveRequest(deps.db, orderId, request, step.accountId, step);
  if (isMoved) logMove(deps, orderId, step);
  return isMoved;
}
