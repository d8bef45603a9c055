import { Problem } from '../../kernel/rules/problem';
import type { Deps } from '../../deps';
import type { HostedPayment } from '../deposit/find-hosted-deposit';

const TIMEOUT_MS = 5_000;

/**
 * The sandbox bank pays the order's code, as the payer's bank would, and reports it by a callback.
 * Once for an order, whatever the number of requests. Throws Problem `page_not_found` in live mode,
 * and `unavailable` when the bank does not pay.
 */
export async function payInSandbox(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  { orderId, payload }: Pick<HostedPayment, 'orderId' | 'payload'>,
): Promise<void> {
  if (config.mode !== 'sandbox' || payload === null) throw new Problem('page_not_found');
  const answer = await fetch(`${config.provider.url}/api/payments`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `checkout-${orderId}` },
    body: JSON.stringify({ qrData: payload }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    log.warn({ err: error, orderId }, 'sandbox bank unreachable');
    throw new Problem('unavailable');
  });
  await answer.arrayBuffer();
  if (answer.ok) return;
  log.warn({ orderId, status: answer.status }, 'sandbox bank refused a payment of the checkout');
  throw new Problem('unavailable');
}
