import type { Merchant } from '../kernel/merchants/store';
import type { Db } from '../platform/postgres/connect';
import * as webhooks from './store/webhooks';
import { Problem } from '../kernel/rules/problem';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';
import { findWebhook } from './find-webhook';
import { demandAnswer, openSecrets } from './ping-webhook';

/**
 * A new URL must answer a ping first. Throws Problem `webhook_not_found`, also for another
 * merchant's, `invalid_url`, or as `stillAuthorized` does, which is called after the ping.
 */
export async function changeWebhook(
  deps: Deps,
  audit: AuditContext,
  merchant: Merchant,
  webhookId: string,
  change: webhooks.WebhookChange,
  stillAuthorized: () => Promise<unknown>,
): Promise<webhooks.Webhook> {
  const { url } = await findWebhook(deps, merchant, webhookId);
  if (change.url !== undefined && change.url !== url) {
    await demandAnswer(deps, change.url, await openSecrets(deps, webhookId));
    await stillAuthorized();
  }
  const events = change.events === undefined ? {} : { events: [...new Set(change.events)] };
  return deps.db.transaction(async (trx) => {
    const wanted = { ...change, ...events };
    const changed = await webhooks.changeWebhook(trx, merchant.id, webhookId, wanted);
    if (changed === null) throw new Problem('webhook_not_found');
    await recordChange(deps, trx, audit, webhookId, wanted);
    return changed;
  });
}

/** Enabling and disabling are audit events of their own. */
function recordChange(
  deps: Deps,
  trx: Db,
  audit: AuditContext,
  subject: string,
  { events, enabled, ...rest }: webhooks.WebhookChange,
): Promise<void> {
  if (enabled !== undefined && events === undefined && Object.keys(rest).length === 0) {
    const act = enabled ? 'webhook.resumed' : 'webhook.paused';
    return recordAuditEvent(deps, trx, audit, act, { subject });
  }
  const detail = {
    ...rest,
    ...(events === undefined ? {} : { events: events.join(' ') }),
    ...(enabled === undefined ? {} : { enabled }),
  };
  return recordAuditEvent(deps, trx, audit, 'webhook.changed', { subject, detail });
}
