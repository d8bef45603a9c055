import type { Deps } from '../../src/deps';
import { findDelivery, recordAttempt, type Attempt } from '../../src/webhooks/store/deliveries';
import type { Merchant } from '../../src/kernel/merchants/store';
import { afterFailure } from '../../src/webhooks/sending/circuit';
import { testPayment } from './gateway';

export interface TestDelivery {
  readonly paymentId: string;
  readonly eventId: string;
  readonly deliveryId: string;
}

/** Creates a webhook and a payment; returns the delivery of its `payment.pending`. */
export async function testDelivery(deps: Deps, merchant: Merchant): Promise<TestDelivery> {
  const paymentId = await testPayment(deps, merchant);
  const row = await deps.db('deliveries').where('order_id', paymentId).first('id', 'event_id');
  return { paymentId, eventId: row.event_id as string, deliveryId: row.id as string };
}

/** Records an attempt as the worker does, by default a 200 after 12 ms. */
export async function testAttempt(
  deps: Deps,
  deliveryId: string,
  attempt: Partial<Attempt> = {},
): Promise<void> {
  await recordAttempt(deps.db, {
    deliveryId,
    url: (await findDelivery(deps.db, deliveryId))?.url ?? '',
    statusCode: 200,
    durationMs: 12,
    error: null,
    answer: 'thanks',
    status: 'succeeded',
    nextInMs: null,
    nextElsewhereInMs: null,
    judge: (webhook) =>
      afterFailure(webhook, { isProbe: false, isGone: false, retryAfterMs: null }),
    ...attempt,
  });
}

export const failed = {
  statusCode: 500,
  error: 'http_status',
  answer: 'no',
  status: 'failed',
} as const;
