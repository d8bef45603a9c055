import { makeManual, moveRequest, type RequestProgress } from '../src/db/orders/provider-requests';
import { bangkokHour } from '../src/domain/bangkok-day';
import { afterFailure, causeOf, failureOf, nextStep } from '../src/domain/failover';
import type { RequestSubject } from '../src/lib/request-subject';
import type { Sent } from '../src/providers/connector';
import type { ActivityDeps } from './deps';

/**
 * Moves a request to the next account, or to an operator, after a failed submission, if
 * domain/failover.ts allows it and an account is left. `request` has the claim of the submission.
 */
export async function failOver(
  deps: Pick<ActivityDeps, 'db' | 'log' | 'providers'>,
  request: RequestProgress & { readonly orderId: string },
  subject: RequestSubject,
  sent: Sent,
): Promise<boolean> {
  const { orderId, accountId, amountSatang, merchantId, createdAt, routing } = request;
  const { connector, merchantId: owner } = await deps.providers.find(accountId);
  const failure = failureOf(sent, connector.traits.elsewhere);
  if (failure === null) return false;
  const next = afterFailure(subject.kind, failure);
  const payee = 'account' in subject ? subject.account : null;
  // Without an account of the payer, only the provider can return the money. An operator would pay
  // a merchant's own refund from the platform's money.
  if (next === 'manual') {
    return payee !== null && owner === null && makeManual(deps.db, orderId, request);
  }
  if (subject.kind !== 'payout' || (next !== 'next' && next !== 'next_funded')) return false;
  const cause = causeOf(sent);
  const step = nextStep(
    {
      kind: 'payout',
      amountSatang,
      bankCode: subject.account.bankCode,
      hour: bangkokHour(createdAt.getTime()),
      accountId,
      failure: cause,
      routing,
      onlyFunded: next === 'next_funded',
    },
    deps.providers.routesOf(merchantId),
    new Date(),
  );
  if (step === null) return false;
  const isMoved = await moveRequest(deps.db, orderId, request, step.accountId, step);
  const change = { order_id: orderId, from: accountId, to: step.accountId, cause };
  if (isMoved) deps.log.warn(change, 'order moved to another provider account');
  return isMoved;
}
