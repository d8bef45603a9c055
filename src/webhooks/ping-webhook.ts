import type { IdempotencyClaim } from '../kernel/idempotency/store';
import type { Merchant } from '../kernel/merchants/store';
import * as webhooks from './store/webhooks';
import { Problem } from '../kernel/rules/problem';
import { newId } from '../platform/new-id';
import { UnsafeTarget, parseTarget } from '../platform/network/public-address';
import type { AttemptResult } from './sending/send';
import { signatureHeaders } from './sending/sign';
import {
  answerOnceInTransaction,
  findReplay,
  type Answer,
} from '../kernel/idempotency/idempotency';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';
import { findWebhook } from './find-webhook';

export type Ping = Pick<AttemptResult, 'ok' | 'statusCode' | 'durationMs' | 'error' | 'answer'>;

const PING_TIMEOUT_MS = 5_000;

/** Sends a `webhook.ping`. Throws Problem `webhook_not_found`, also for another merchant's. */
export async function testWebhook(
  deps: Deps,
  audit: AuditContext,
  merchant: Merchant,
  webhookId: string,
  claim: IdempotencyClaim | null,
  render: (pinged: Ping) => string,
): Promise<Answer> {
  const replay = claim === null ? null : await findReplay(deps, claim);
  if (replay !== null) return replay;

  const { url } = await findWebhook(deps, merchant, webhookId);
  const secrets = await openSecrets(deps, webhookId);
  const answer = { status: 200, body: render(await ping(deps, url, secrets)) };
  return answerOnceInTransaction(deps, claim, answer, (trx) =>
    recordAuditEvent(deps, trx, audit, 'webhook.tested', { subject: webhookId }),
  );
}

/** Decrypted. Several during a rotation. */
export async function openSecrets(deps: Deps, webhookId: string): Promise<readonly string[]> {
  const sealed = await webhooks.findSecrets(deps.db, webhookId);
  return sealed.map((secret) => deps.vault.open(secret, 'webhooks.secret'));
}

/**
 * Any HTTP response to the signed ping suffices. Returns a warning when it is no success, else
 * null. Throws Problem `invalid_url` when the URL is not a public https address or cannot be
 * reached.
 */
export async function demandAnswer(
  deps: Deps,
  url: string,
  secrets: readonly string[],
): Promise<string | null> {
  const refuse = (message: string) => new Problem('invalid_url', { param: 'url', message });
  try {
    parseTarget(url, deps.config.webhooks.allowPrivate);
  } catch (error) {
    if (error instanceof UnsafeTarget) throw refuse(error.message);
    throw error;
  }
  const { ok, statusCode, error } = await ping(deps, url, secrets);
  if (ok) return null;
  if (statusCode !== null) {
    const answer = `url answered the webhook.ping with HTTP ${statusCode}.`;
    return `${answer} Events are delivered once it answers 2xx.`;
  }
  throw refuse(`url did not answer our test request: ${error === null ? '' : reasons[error]}.`);
}

/** Why a ping has no response. */
export const faults = [
  'dns',
  'unsafe_target',
  'connection',
  'tls',
  'timeout',
  'invalid_answer',
  'http_status',
] as const satisfies readonly Ping['error'][];

const reasons: Readonly<Record<NonNullable<Ping['error']>, string>> = {
  dns: 'its host name cannot be resolved',
  unsafe_target: 'its host name leads to an address that is not public',
  connection: 'the connection was refused or broke off',
  tls: 'its TLS handshake or certificate is not valid',
  timeout: `no answer came within ${PING_TIMEOUT_MS / 1000} seconds`,
  invalid_answer: 'the answer is not valid HTTP',
  http_status: 'the answer is not valid HTTP',
};

async function ping(deps: Deps, url: string, secrets: readonly string[]): Promise<Ping> {
  const id = newId('evt_');
  const atMs = Date.now();
  const body = JSON.stringify({
    id,
    event: 'webhook.ping',
    data: {},
    timestamp: new Date(atMs).toISOString(),
    sequence: 1,
  });
  return deps.sender.send({
    url,
    headers: signatureHeaders({ id, atMs, body, secrets }),
    body,
    timeoutMs: PING_TIMEOUT_MS,
  });
}
