import type { Merchant } from '../kernel/merchants/store';
import * as webhooks from './store/webhooks';
import { Problem } from '../kernel/rules/problem';
import type { Deps } from '../deps';

export type { Webhook } from './store/webhooks';

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
