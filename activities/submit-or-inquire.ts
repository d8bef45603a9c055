import type { Submission } from '../src/orders/store/apply-transition';
import type { Pipeline } from '../src/platform/postgres/connect';
import { openUnknownOutcome } from '../src/exceptions/store/exceptions';
import {
  claimRequest,
  recordRequestResult,
  type RequestProgress,
  type RequestResult,
} from '../src/orders/store/provider-requests';
import { requireAction } from '../src/orders/payment/store/required-actions';
import { hangOf, type Hang, type RequestSituation } from '../src/orders/rules/hang';
import {
  afterInquiry,
  afterSubmission,
  nextAction,
  type AnswerEffect,
  type PayoutProgress,
} from '../src/orders/rules/payout-plan';
import { newId } from '../src/platform/new-id';
import {
  openSubject,
  sealNextAction,
  type NextAction,
} from '../src/platform/observe/request-subject';
import type { ActivityDeps } from './deps';
import { failOver } from './fail-over';
import { findRestored } from './find-restored';
import { inquiryOf, nextTurnMs } from './inquiry-of';
import { outcomesOf, storeOutcome, type Outcome } from '../src/orders/store-outcome';

export interface SubmissionResult {
  readonly nextWakeMs: number;
  /** The order has to be advanced: by the provider's answer, or by its submission. */
  readonly changed: boolean;
  /** Set also when the request may have been submitted. */
  readonly sent: Submission | null;
  /** As of `OrderAdvanced`. */
  readonly hang?: Hang | null;
}

/** By then the current claim holder has finished or a pending callback has been applied. */
const CLAIM_AGAIN_MS = 1_000;
/** A person's decision wakes the workflow earlier. */
const DECISION_WAKE_MS = 24 * 60 * 60_000;

/** The next activity calls the next account: each has one call in its time. */
const AT_ONCE_MS = 1;

interface Request extends RequestProgress {
  readonly orderId: string;
}

/** Executes the due action of orders/rules/payout-plan.ts. */
export function createSubmitOrInquire(deps: ActivityDeps) {
  return async function submitOrInquire(
    orderId: string,
    progress: RequestProgress,
    status: string,
  ): Promise<SubmissionResult> {
    const request = { ...progress, orderId };
    if (progress.isManual || progress.awaitsApproval) {
      return { ...waiting(DECISION_WAKE_MS), hang: hangAfter(request, DECISION_WAKE_MS) };
    }
    const action = nextAction(planOf(request, status === 'pending'));
    if (action.kind === 'wait') return waiting(action.forMs);
    // Before the claim: a call that is not made changes nothing.
    const endTurn = deps.provider.takeTurn?.(request.accountId);
    if (endTurn === null) return waiting(nextTurnMs());
    try {
      return await (action.kind === 'submit'
        ? submit(deps, request, action.afterDenial)
        : inquire(deps, request));
    } finally {
      endTurn?.();
    }
  };
}

const planOf = ({ inquiryInMs, ...request }: Request, isPending: boolean): PayoutProgress => ({
  ...request,
  isPending,
  isRestored: request.restoredAt !== null,
  dueInMs: inquiryInMs,
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
  const paid = request.paymentRef === null ? {} : { paymentRef: request.paymentRef };
  const asked = { orderId, amountSatang, ...subject, ...paid };
  const sent = await deps.provider.send(asked, accountId);
  deps.metrics.providerCalls.inc({ call: 'send', outcome: sent.kind });
  const claimed = {
    ...request,
    claims: request.claims + 1,
    restoredAt: null,
    plannedInMs: null,
    claimedForMs: 0,
    isAccepted: false,
  };
  if (await failOver(deps, claimed, subject, sent)) {
    deps.metrics.failovers.inc({ kind: subject.kind, cause: sent.kind });
    return waiting(AT_ONCE_MS);
  }
  const { inquiryDelaysMs } = deps.config.withdrawals;
  const effect = afterSubmission(sent.kind, planOf(request, true), inquiryDelaysMs);
  const outcomes = sent.kind === 'refused' ? [{ reported: 'failed', failure: sent } as const] : [];
  const providerRef = sent.kind === 'accepted' ? sent.providerRef : null;
  const isDenied = sent.kind === 'unreachable' ? null : false;
  const isAccepted = sent.kind === 'accepted';
  const { nextAction = null } = 'nextAction' in sent ? sent : {};
  const answer = { cause: sent.kind, outcomes, providerRef, isDenied, isAccepted, nextAction };
  return record(deps, claimed, effect, answer);
}

async function inquire(deps: ActivityDeps, request: Request): Promise<SubmissionResult> {
  const inquiry = inquiryOf(request.orderId, request);
  const own = await deps.provider.find(inquiry, request.accountId);
  deps.metrics.providerCalls.inc({ call: 'ask', outcome: own.kind });
  const found = await findRestored(deps, request, inquiry, own);
  if (found === 'moved') return waiting(AT_ONCE_MS);
  const { inquiryDelaysMs } = deps.config.withdrawals;
  const effect = afterInquiry(found.kind, planOf(request, false), inquiryDelaysMs);
  const outcomes = outcomesOf(found);
  const isDenied = found.kind === 'unreachable' ? null : found.kind === 'not_found';
  const isAccepted = found.kind === 'waiting' || found.kind === 'succeeded';
  const { providerRef = null } = 'providerRef' in found ? found : {};
  const { nextAction = null } = 'nextAction' in found ? found : {};
  const answer = { cause: 'inquiry', outcomes, providerRef, isDenied, isAccepted, nextAction };
  return record(deps, request, effect, answer);
}

async function record(
  deps: ActivityDeps,
  request: Request,
  effect: AnswerEffect,
  answer: {
    readonly cause: string;
    readonly outcomes: readonly Outcome[];
    readonly providerRef: string | null;
    readonly isDenied: boolean | null;
    readonly isAccepted: boolean;
    readonly nextAction: NextAction | null;
  },
): Promise<SubmissionResult> {
  const { orderId, claims, accountId } = request;
  if (answer.nextAction !== null) {
    const nextActionSealed = sealNextAction(deps.vault, answer.nextAction);
    await requireAction(deps.db, { orderId, claims, nextActionSealed });
  }
  const { next, inquiries, failedCalls, releasesClaim: unclaimed } = effect;
  if (next.kind === 'submit') return submit(deps, request, next.afterDenial);
  if (next.kind === 'escalate') {
    await openUnknownOutcome(deps.db, newId('exc_'), orderId, next.once);
  }
  const nextWakeMs = next.forMs;
  const { providerRef, isDenied, isAccepted } = answer;
  const hang = hangAfter(request, nextWakeMs, {
    ...(unclaimed ? { submittedAt: null } : {}),
    isAccepted: isAccepted || request.isAccepted,
    isEscalated: next.kind === 'escalate',
    inquiries,
    failedCalls,
  });
  const counts = { inquiries, failedCalls, unclaimed };
  const note = {
    orderId,
    claims,
    inquiryInMs: nextWakeMs,
    ...counts,
    providerRef,
    isDenied,
    isAccepted,
  };
  if (effect.records === 'submitted') {
    const also = (trx: Pipeline) => void recordRequestResult(trx, note);
    return { nextWakeMs, changed: true, sent: { cause: answer.cause, also }, hang };
  }
  return { ...(await recordAnswer(deps, { note, accountId }, answer.outcomes)), hang };
}

/** `changed` overrides the progress as read. */
function hangAfter(
  request: Request,
  nextWakeMs: number,
  changed: Partial<RequestSituation> = {},
): Hang | null {
  const { claimedForMs } = request;
  const now = Date.now();
  return hangOf({
    ...request,
    submittedAt: claimedForMs === null ? null : new Date(now - claimedForMs),
    isEscalated: false,
    nextAt: new Date(now + nextWakeMs),
    ...changed,
  });
}

/**
 * A failure says nothing about the submission of a newer claim: when there is one, only movements
 * are stored.
 */
async function recordAnswer(
  { db, vault }: ActivityDeps,
  { note, accountId }: { readonly note: RequestResult; readonly accountId: string },
  outcomes: readonly Outcome[],
): Promise<SubmissionResult> {
  return db.transaction(async (trx) => {
    const isCurrent = (await recordRequestResult(trx, note)).length > 0;
    const stored = outcomes.filter(({ reported }) => isCurrent || reported === 'succeeded');
    for (const outcome of stored) {
      await storeOutcome({ db: trx, vault }, note.orderId, outcome, accountId);
    }
    const nextWakeMs = isCurrent ? note.inquiryInMs : CLAIM_AGAIN_MS;
    return { nextWakeMs, changed: stored.length > 0, sent: null };
  });
}

const waiting = (nextWakeMs: number): SubmissionResult => ({
  nextWakeMs,
  changed: false,
  sent: null,
});
