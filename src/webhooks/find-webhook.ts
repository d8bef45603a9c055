import type { Merchant } from '../../db/accounts/merchants';
import * as webhooks from '../../db/webhooks/webhooks';
import { Problem } from '../../domain/problem';
import type { Deps } from '../deps';

export type { Webhook } from '../../db/webhooks/webhooks';

/** Throws Problem `webhook_not_found`, also for another merchant's. */
export async function findWebhook(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  webhookId: string,
): Promise<webhooks.Webhook> {
  const webhook = await webhooks.findWebhook(deps.db, merchant.id, webhookId);
  if (webhook === null) throw new Problem('webhook_not_found');
  return webhook;
}
