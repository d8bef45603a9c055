import type { OutboxMessage } from '../kernel/outbox/store/messages';
import type { IdempotencyClaim } from '../kernel/idempotency/store';
import type { Merchant } from '../kernel/merchants/store';
import * as replays from './store/replays';
import { orProblem, Problem } from '../kernel/rules/problem';
import { newId } from '../platform/new-id';
import { answerOnceByWork, type Answer } from '../kernel/idempotency/idempotency';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import type { Deps } from '../deps';
import { findWebhook } from './find-webhook';

export type { Replay } from './store/replays';

export interface ReplayRequest {
  readonly onlyFailed: boolean;
  readonly since: Date;
  /** Null for now. */
  readonly until: Date | null;
}

/**
 * Delivers the events of a period again: those that failed, or all that the webhook subscribes to.
 * A workflow does it in batches. Throws Problem `webhook_not_found`, `state_conflict` where the
 * webhook is not active or a replay is running, or `too_many_to_replay`.
 */
export async function replayWebhook(
  deps: Deps,
  audit: AuditContext,
  merchant: Merchant,
  webhookId: string,
  request: ReplayRequest,
  claim: IdempotencyClaim | null,
  render: (replay: replays.Replay) => string,
): Promise<Answer> {
  const webhook = await findWebhook(deps, merchant, webhookId);
  if (webhook.status !== 'active') {
    throw new Problem('state_conflict', { message: `The webhook is ${webhook.status}.` });
  }
  let messages: readonly OutboxMessage[] = [];
  const answered = await answerOnceByWork(deps, claim, 200, async (trx) => {
    const createdAt = new Date();
    const { onlyFailed, since } = request;
    const id = newId('rpl_');
    // Events after now are delivered as they occur.
    const until = new Date(Math.min(request.until?.getTime() ?? Infinity, createdAt.getTime()));
    const asked = { id, webhookId, onlyFailed, since, until };
    const begun = await replays.beginReplay(trx, { ...asked, merchantId: merchant.id });
    if (begun.kind === 'too_many') throw new Problem('too_many_to_replay');
    if (begun.kind === 'running_already') {
      throw new Problem('state_conflict', { message: 'A replay of this webhook is running.' });
    }
    messages = begun.messages;
    const detail = { since: since.toISOString(), which: onlyFailed ? 'failed' : 'all' };
    await recordAuditEvent(deps, trx, audit, 'webhook.replayed', { subject: webhookId, detail });
    const { total } = begun;
    const state = { status: 'running', replayed: 0, createdAt, finishedAt: null } as const;
    return render({ ...asked, ...state, total });
  });
  if (!answered.replayed) deps.outbox.enqueue(messages);
  return answered;
}

/** Throws Problem `replay_not_found`, also for another merchant's. */
export async function findReplay(
  deps: Pick<Deps, 'db'>,
  merchant: Merchant,
  replayId: string,
): Promise<replays.Replay> {
  return orProblem(await replays.findReplay(deps.db, merchant.id, replayId), 'replay_not_found');
}
