import { storeHint } from '../../db/orders/hints';
import type { OrderReference, ProviderAccount } from '../../providers/connector';
import type { Deps } from '../deps';
import { joinTrace } from './join-trace';

/**
 * Causes an inquiry about the order that a hint names, also of an order that has ended. The hint
 * itself moves nothing and is not stored. A hint about an unknown order is only counted, so that
 * the response does not show which orders exist. Returns the id of the order that is inquired
 * about; null when the hint causes no inquiry.
 */
export async function receiveHint(
  deps: Pick<Deps, 'db' | 'metrics' | 'outbox' | 'trace'>,
  { id: accountId }: Pick<ProviderAccount, 'id'>,
  about: OrderReference,
): Promise<string | null> {
  const { isKnown, message } = await storeHint(deps.db, {
    accountId,
    named: 'orderId' in about ? about.orderId : null,
    providerRef: 'providerRef' in about ? about.providerRef : null,
    isTraced: deps.trace !== undefined,
  });
  const outcome = message === null ? 'no_inquiry' : 'inquiry';
  deps.metrics.hints.inc({ outcome: isKnown ? outcome : 'unknown_order' });
  if (message === null) return null;
  deps.outbox.enqueue([joinTrace(deps, message)]);
  return message.subject;
}
