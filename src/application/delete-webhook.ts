import type { Merchant } from '../db/merchants';
import * as webhooks from '../db/webhooks';
import { Problem } from '../domain/problem';
import type { Deps } from './deps';

/** Ends a merchant's own webhook. Throws Problem `webhook_not_found`, for another's too. */
export async function deleteWebhook(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  webhookId: string,
): Promise<void> {
  const deleted = await webhooks.deleteWebhook(deps.db, merchant.id, webhookId);
  if (!deleted) throw new Problem('webhook_not_found');
}
