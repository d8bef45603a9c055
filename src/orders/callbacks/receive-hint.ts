import { storeHint } from './store/hints';
import type { OrderReference, ProviderAccount } from '../../providers/connectors/connector';
import type { Deps } from '../../deps';
import { joinTrace } from './join-trace';

/**
 * Causes an inquiry, also about an order that has ended. The hint itself moves nothing and is not
 * stored. A hint about an unknown order is only counted, so that the response does not show which
 * orders exist.
 */
export async function receiveHint(
  deps: Pick<Deps, 'db' | 'metrics' | 'outbox' | 'trace'>,
  { id: accountId }: Pick<ProviderAccount, 'id'>,
  about: OrderReference,
): Promise<{ readonly orderId: string | null; readonly isInquired: boolean }> {
  const { orderId, message } = await storeHint(deps.db, {
    accountId,
    named: 'orderId' in about ? about.orderId : null,
    providerRef: 'providerRef' in about ? about.providerRef : null,
    isTraced: deps.trace !== undefined,
  });
  const outcome = message === null ? 'no_inquiry' : 'inquiry';
  deps.metrics.hints.inc({ outcome: orderId === null ? 'unknown_order' : outcome });
  if (message !== null) deps.outbox.enqueue([joinTrace(deps, message)]);
  return { orderId, isInquired: message !== null };
}
