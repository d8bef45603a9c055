import type { IdempotencyClaim } from '../kernel/idempotency/store';
import type { Merchant } from '../kernel/merchants/store';
import { insertWebhook, type Webhook } from './store/webhooks';
import type { EventName } from '../kernel/events/rules/events';
import { Problem } from '../kernel/rules/problem';
import { newId } from '../platform/new-id';
import { acceptSecret } from './accept-secret';
import {
  answerOnceInTransaction,
  findReplay,
  type Answer,
} from '../kernel/idempotency/idempotency';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';
import { demandAnswer } from './ping-webhook';

export interface WebhookRequest {
  readonly url: string;
  readonly events: readonly EventName[];
  /** Null: generated. */
  readonly secret: string | null;
  readonly description: string | null;
}

export type CreatedWebhook = Webhook & {
  readonly secret: string;
  /** Why deliveries will fail; null when the ping succeeded. */
  readonly warning: string | null;
};

/**
 * The URL must answer a signed ping with any HTTP response. Throws Problem `invalid_url` when it is
 * not a public https address or cannot be reached, and as `stillAuthorized` does, which is called
 * after the ping.
 */
export async function createWebhook(
  deps: Deps,
  audit: AuditContext,
  merchant: Merchant,
  request: WebhookRequest,
  claim: IdempotencyClaim | null,
  stillAuthorized: () => Promise<unknown>,
  render: (created: CreatedWebhook) => string,
): Promise<Answer> {
  const replay = claim === null ? null : await findReplay(deps, claim);
  if (replay !== null) return replay;

  const secret = acceptSecret(request.secret);
  const warning = await demandAnswer(deps, request.url, [secret]);
  await stillAuthorized();
  const webhook: CreatedWebhook = {
    id: newId('wh_'),
    merchantId: merchant.id,
    url: request.url,
    events: [...new Set(request.events)],
    status: 'active',
    description: request.description,
    disabledReason: null,
    failingSince: null,
    createdAt: new Date(),
    secret,
    warning,
  };
  const secretSealed = deps.vault.seal(secret, 'webhooks.secret');
  const answer = { status: 200, body: render(webhook) };
  return answerOnceInTransaction(deps, claim, answer, async (trx) => {
    const added = await insertWebhook(trx, {
      ...webhook,
      secretSealed,
      origin: deps.origin ?? null,
    });
    if (!added) throw new Problem('too_many_webhooks');
    await recordAuditEvent(deps, trx, audit, 'webhook.created', { subject: request.url });
  });
}
