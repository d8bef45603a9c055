import type { Submission } from '../src/db/orders/apply-transition';
import { storeAnswer } from '../src/db/orders/callbacks';
import type { Pipeline } from '../src/db/postgres/connect';
import { openUnknownOutcome } from '../src/db/ledger/exceptions';
import { claimRequest, noteRequest } from '../src/db/orders/provider-requests';
import type { RequestProgress } from '../src/db/orders/provider-requests';
import type { Failure } from '../src/domain/orders/definition';
import { afterInquiry, afterSubmission, nextAction } from '../src/domain/payout-plan';
import type { AnswerEffect, PayoutProgress } from '../src/domain/payout-plan';
import { newId } from '../src/lib/new-id';
import { openSubject } from '../src/lib/request-subject';
import type { Found } from '../src/providers/connector';
import type { ActivityDeps } from './deps';

export interface SubmissionResult {
  /** Until the next action. */
  readonly nextWakeMs: number;
  /** The order has to be advanced: by the provider's answer, or by its submission. */
  readonly changed: boolean;
  /** The request was submitted, or may have been. */
  readonly sent: Submission | null;
}

/** By then the current claim holder has finished or a pending callback has been applied. */
const CLAIM_AGAIN_MS = 1_000;

/** One request to the provider, read from the database. */
interface Request extends RequestProgress {
  readonly orderId: string;
}

/** Executes the action of domain/payout-plan.ts that is due for an order. */
export function createSubmitOrInquire(deps: ActivityDeps) {
  return async function submitOrInquire(
    orderId: string,
    progress: RequestProgress,
    status: string,
  ): Promise<SubmissionResult> {
    const request = { ...progress, orderId };
    const action = nextAction(planOf(request, status === 'pending'));
    switch (action.kind) {
      case 'submit':
        return submit(deps, request, action.afterDenial);
      case 'inquire':
        return inquire(deps, request);
      case 'wait':
        return waiting(action.forMs);
    }
  };
}

const planOf = ({ lookInMs, ...request }: Request, isPending: boolean): PayoutProgress => ({
  ...request,
  isPending,
  dueInMs: lookInMs,
});

/** The right to submit is claimed in the database before the call. */
async function submit(
  deps: ActivityDeps,
  request: Request,
  afterDenial: boolean,
): Promise<SubmissionResult> {
  const { orderId, amountSatang, accountId } = request;
  if (!(await claimRequest(deps.db, orderId, request, afterDenial))) return waiting(CLAIM_AGAIN_MS);
  const subject = openSubject(deps.vault, request.subjectSealed);
  const sent = await deps.provider.send({ orderId, amountSatang, ...subject }, accountId);
  deps.metrics.providerCalls.inc({ call: 'send', outcome: sent.kind });
  const { inquiryDelaysMs } = deps.config.withdrawals;
  const effect = afterSubmission(sent.kind, planOf(request, true), inquiryDelaysMs);
  const outcome = sent.kind === 'refused' ? ({ heard: 'failed', failure: sent } as const) : null;
  const claimed = { ...request, sends: request.sends + 1 };
  return record(deps, claimed, effect, { cause: sent.kind, outcome });
}

async function inquire(deps: ActivityDeps, request: Request): Promise<SubmissionResult> {
  const { orderId, accountId } = request;
  const { kind } = openSubject(deps.vault, request.subjectSealed);
  const found = await deps.provider.find(kind, orderId, accountId);
  deps.metrics.providerCalls.inc({ call: 'ask', outcome: found.kind });
  const { inquiryDelaysMs } = deps.config.withdrawals;
  const effect = afterInquiry(found.kind, planOf(request, false), inquiryDelaysMs);
  return record(deps, request, effect, { cause: 'inquiry', outcome: outcomeOf(found) });
}

interface Outcome {
  readonly heard: 'succeeded' | 'failed';
  readonly failure: Failure | null;
  readonly transactionId?: string | null;
  readonly amountSatang?: number;
}

function outcomeOf(found: Found): Outcome | null {
  if (found.kind === 'failed') return { heard: 'failed', failure: found };
  return found.kind === 'succeeded' ? { ...found, heard: 'succeeded', failure: null } : null;
}

/** Records what an answer changes, and acts on it. */
async function record(
  deps: ActivityDeps,
  request: Request,
  effect: AnswerEffect,
  answer: { readonly cause: string; readonly outcome: Outcome | null },
): Promise<SubmissionResult> {
  const { orderId, sends } = request;
  const { next, inquiries, unreached, releasesClaim: unclaimed } = effect;
  if (next.kind === 'submit') return submit(deps, request, next.afterDenial);
  if (next.kind === 'escalate') await openUnknownOutcome(deps.db, newId('exc_'), orderId);
  const nextWakeMs = next.forMs;
  const note = { orderId, sends, lookInMs: nextWakeMs, inquiries, unreached, unclaimed };
  if (effect.records === 'submitted') {
    const also = (trx: Pipeline) => void noteRequest(trx, note);
    return { nextWakeMs, changed: true, sent: { cause: answer.cause, also } };
  }
  if (answer.outcome !== null) await storeOutcome(deps, orderId, answer.outcome);
  await noteRequest(deps.db, note);
  return { nextWakeMs, changed: answer.outcome !== null, sent: null };
}

/** An answer is stored and applied like a callback. */
async function storeOutcome(deps: ActivityDeps, orderId: string, outcome: Outcome): Promise<void> {
  const { failure } = outcome;
  await storeAnswer(deps.db, {
    id: newId('cb_'),
    orderId,
    heard: outcome.heard,
    transactionId: outcome.transactionId ?? null,
    amountSatang: outcome.amountSatang ?? null,
    failure: failure === null ? null : { code: failure.code, message: failure.message },
    bodySealed: deps.vault.seal(JSON.stringify(outcome), 'callbacks.body'),
  });
}

const waiting = (nextWakeMs: number): SubmissionResult => ({
  nextWakeMs,
  changed: false,
  sent: null,
});
