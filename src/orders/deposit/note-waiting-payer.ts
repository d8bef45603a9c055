import { storePayerWaits } from '../callbacks/store/hints';
import type { Deps } from '../../deps';
import type { HostedPayment } from './find-hosted-deposit';

/**
 * Causes an inquiry about a deposit whose payer has been waiting on its page, or loads the page a
 * minute or more after its creation; at most one in a minute.
 */
export async function noteWaitingPayer(
  deps: Pick<Deps, 'db' | 'outbox'>,
  { orderId, status, isInquired }: HostedPayment,
): Promise<void> {
  if (!isInquired || status !== 'pending') return;
  const message = await storePayerWaits(deps.db, orderId);
  if (message !== null) deps.outbox.enqueue([message]);
}
