import type { Merchant } from '../../db/accounts/merchants';
import * as webhooks from '../../db/webhooks/webhooks';
import type { Webhook, WebhookChange } from '../../db/webhooks/webhooks';
import { Problem } from '../../domain/problem';
import { commit } from '../commit';
import type { Deps } from '../deps';
import { findWebhook } from './find-webhook';
import { demandAnswer, openSecrets } from './ping-webhook';

/**
 * Changes a merchant's own webhook. A new URL must answer a ping first. Throws Problem
 * `webhook_not_found`, for another's too, or `invalid_url`.
 */
export async function changeWebhook(
  deps: Deps,
  merchant: Merchant,
  webhookId: string,
  change: WebhookChange,
): Promise<Webhook> {
  const { url } = await findWebhook(deps, merchant, webhookId);
  if (change.url !== undefined && change.url !== url) {
    await demandAnswer(deps, change.url, await openSecrets(deps, webhookId));
  }
  const events = change.events === undefined ? {} : { events: [...new Set(change.events)] };
  return commit(deps, async (trx) => {
    const wanted = { ...change, ...events };
    const changed = await webhooks.changeWebhook(trx, merchant.id, webhookId, wanted);
    if (changed === null) throw new Problem('webhook_not_found');
    return changed;
  });
}
