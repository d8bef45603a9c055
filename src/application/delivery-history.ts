import * as history from '../db/delivery-history';
import type { DeliveryRecord, DeliverySlice } from '../db/delivery-history';
import type { Merchant } from '../db/merchants';
import { Problem } from '../domain/problem';
import type { Deps } from './deps';
import { findWebhook } from './find-webhook';

export type { DeliveryRecord };

/** What was sent to a merchant's own webhook, newest first. Throws Problem `webhook_not_found`. */
export async function listDeliveries(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  webhookId: string,
  slice: DeliverySlice,
): Promise<{ readonly items: readonly DeliveryRecord[]; readonly hasMore: boolean }> {
  await findWebhook(deps, merchant, webhookId);
  return history.listDeliveries(deps.db, webhookId, slice);
}

/**
 * Has a delivery made anew, now; one that waits for its next attempt is made at once. Throws Problem
 * `delivery_not_found` or, where its webhook takes nothing, `state_conflict`.
 */
export async function redeliver(
  deps: Pick<Deps, 'db' | 'dispatcher'>,
  merchant: Merchant,
  deliveryId: string,
): Promise<DeliveryRecord> {
  const record = await history.findDeliveryRecord(deps.db, merchant.id, deliveryId);
  if (record === null) throw new Problem('delivery_not_found');
  if (record.webhookStatus !== 'active') {
    throw new Problem('state_conflict', { message: `The webhook is ${record.webhookStatus}.` });
  }
  deps.dispatcher.offer(await history.redeliver(deps.db, [deliveryId]));
  return { ...record, status: 'pending' };
}
