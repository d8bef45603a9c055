import { findRequestProgress, moveDenied } from '../orders/store/provider-requests';
import type { Db } from '../platform/postgres/connect';
import { bangkokHour } from '../kernel/rules/bangkok-day';
import { nextStep } from '../providers/rules/failover';
import type { Deps } from '../deps';
import { CannotResolve } from './cannot-resolve';

/**
 * Moves a payout to the next account within the transaction of an operator's decision. Its present
 * account must certainly not have made it: every submission was unreachable, or its last answer,
 * after the last submission, is that it does not know the payout. Throws CannotResolve `unproven`
 * otherwise, and `no_account` where no other account is left.
 */
export async function payElsewhere(
  { providers }: { readonly providers: Pick<Deps['providers'], 'routesOf'> },
  trx: Db,
  orderId: string,
): Promise<void> {
  const request = await findRequestProgress(trx, orderId);
  if (request === null) throw new Error(`${orderId} has no request`);
  const { accountId, amountSatang, createdAt, merchantId, routing } = request;
  const step = nextStep(
    {
      kind: 'payout',
      amountSatang,
      // The rules of a bank do not apply: its code is sealed with the request.
      bankCode: null,
      hour: bangkokHour(createdAt.getTime()),
      accountId,
      failure: 'denied',
      routing,
      onlyFunded: false,
    },
    providers.routesOf(merchantId),
    new Date(),
  );
  if (step === null) {
    throw new CannotResolve('no_account', 'No other provider account can make this payout.');
  }
  if (!(await moveDenied(trx, orderId, request, step))) {
    const message =
      'Its account may have made the payout: no answer since the last submission denies it.';
    throw new CannotResolve('unproven', message);
  }
}
