import type { IdempotencyClaim } from '../db/idempotency';
import type { Merchant } from '../db/merchants';
import { insertWebhook } from '../db/webhooks';
import type { Webhook } from '../db/webhooks';
import type { EventName } from '../domain/events';
import { Problem } from '../domain/problem';
import { newId } from '../lib/new-id';
import { UnsafeTarget, parseTarget } from '../webhooks/public-address';
import { newSecret, signatureHeaders } from '../webhooks/sign';
import { answerOnceInTransaction, findReplay } from './answer';
import type { Answer } from './answer';
import type { Deps } from './deps';

export interface WebhookRequest {
  readonly url: string;
  readonly events: readonly EventName[];
  /** Null: one is made. */
  readonly secret: string | null;
}

export type CreatedWebhook = Webhook & { readonly secret: string };

const PING_TIMEOUT_MS = 5_000;

/**
 * Registers a webhook that answered a signed ping with any HTTP answer at all. Throws Problem
 * `invalid_url` when it is not a public https address or cannot be reached.
 */
export async function createWebhook(
  deps: Deps,
  merchant: Merchant,
  request: WebhookRequest,
  claim: IdempotencyClaim | null,
  render: (created: CreatedWebhook) => string,
): Promise<Answer> {
  const replay = claim === null ? null : await findReplay(deps, claim);
  if (replay !== null) return replay;

  const secret = request.secret ?? newSecret();
  await ping(deps, request.url, secret);
  const webhook: CreatedWebhook = {
    id: newId('wh_'),
    merchantId: merchant.id,
    url: request.url,
    events: [...new Set(request.events)],
    status: 'active',
    createdAt: new Date(),
    secret,
  };
  const secretSealed = deps.vault.seal(secret, 'webhooks.secret');
  const answer = { status: 200, body: render(webhook) };
  return answerOnceInTransaction(deps, claim, answer, async (trx) => {
    const added = await insertWebhook(trx, { ...webhook, secretSealed });
    if (!added) throw new Problem('too_many_webhooks');
  });
}

async function ping(deps: Deps, url: string, secret: string): Promise<void> {
  const refuse = (message: string) => new Problem('invalid_url', { param: 'url', message });
  try {
    parseTarget(url, deps.config.webhooks.allowPrivate);
  } catch (error) {
    if (error instanceof UnsafeTarget) throw refuse(error.message);
    throw error;
  }
  const id = newId('evt_');
  const atMs = Date.now();
  const body = JSON.stringify({
    id,
    event: 'webhook.ping',
    data: {},
    timestamp: new Date(atMs).toISOString(),
    sequence: 1,
  });
  const result = await deps.sender.send({
    url,
    headers: signatureHeaders({ id, atMs, body, secrets: [secret] }),
    body,
    timeoutMs: PING_TIMEOUT_MS,
  });
  if (result.statusCode === null) {
    throw refuse(`The URL did not answer a ping: ${result.error ?? 'no answer'}.`);
  }
}
