/**
 * How a payout, a refund or a charge is carried out at most once although calls to the provider can
 * fail. A worker claims the right to submit in the database, then submits the request under the
 * order's id. Without a definite answer it is unknown whether the provider has the request, so the
 * worker only inquires about it. It submits the request again when the provider does not know it. A
 * callback or an inquiry ends the order. An `unknown_outcome` exception notifies operators.
 *
 * All times are durations by the clock of the database, in milliseconds.
 */
export interface PayoutProgress {
  /** The order is `pending`: no submission has been recorded. */
  readonly isPending: boolean;
  /** A movement of the order is recorded: another submission could pay it twice. */
  readonly hasMoved: boolean;
  /** Since the last submission the provider has answered that it has the request. */
  readonly isAccepted: boolean;
  /** The database was restored since the last claim: a submission may be lost. */
  readonly isRestored: boolean;
  /** Since the creation of the order. */
  readonly ageMs: number;
  /** Since the last claim of a submission; null without a claim. */
  readonly claimedForMs: number | null;
  /** Until the planned action, 0 or less when it is due; null when none is planned. */
  readonly dueInMs: number | null;
  /** Until the action that was planned before a hint caused an earlier one; null without a hint. */
  readonly plannedInMs?: number | null;
  /** Submissions after the provider answered that it does not know the request. */
  readonly denials: number;
  /** Inquiries that the provider answered since the last submission. */
  readonly inquiries: number;
  /** Calls that did not reach the provider since its last answer. */
  readonly failedCalls: number;
}

interface Wait {
  readonly kind: 'wait';
  readonly forMs: number;
}
interface Submit {
  readonly kind: 'submit';
  /** The provider has just answered that it does not know the request. */
  readonly afterDenial: boolean;
}
/** Open an `unknown_outcome` exception, then wait. Follows an answer only. */
interface Escalate {
  readonly kind: 'escalate';
  readonly forMs: number;
  /** At most one exception for the order, also after it was resolved. */
  readonly once: boolean;
}
export type NextAction = Submit | Wait | { readonly kind: 'inquire' };

/** A younger claim may belong to a call in progress. */
export const CALL_MAX_MS = 30_000;

/**
 * After a restore, the time until an inquiry finds what lost calls created: the calls have ended,
 * and each provider lists their results (trait `windowSettlesMs`).
 */
export const RESTORED_SETTLES_MS = 120_000;

const DENIALS_MAX = 2;
/** About half an hour of increasing delays. */
const FAILED_CALLS_MAX = 10;
const BACKOFF_MIN_MS = 1_000;
const BACKOFF_MAX_MS = 5 * 60_000;
/** A provider verifies a recipient within minutes or days. */
const NOT_READY_MS = 15 * 60_000;
/** An order that is older, and whose provider is not ready, is a case for an operator. */
const NOT_READY_MAX_MS = 3 * 24 * 60 * 60_000;

/**
 * | planned action | claim                | order   | next action               |
 * | -------------- | -------------------- | ------- | ------------------------- |
 * | in the future  | any                  | any     | wait for it               |
 * | due or none    | none                 | pending | submit                    |
 * | due or none    | none                 | sent    | inquire                   |
 * | due or none    | none, money moved    | any     | inquire                   |
 * | due or none    | none, restored       | any     | inquire                   |
 * | due            | claimed              | any     | inquire                   |
 * | none           | call may be running  | any     | wait for its end          |
 * | none           | older than any call  | any     | inquire: the worker died  |
 */
export function nextAction(progress: PayoutProgress): NextAction {
  const { isPending, hasMoved, isRestored, claimedForMs, dueInMs } = progress;
  if (dueInMs !== null && dueInMs > 0) return { kind: 'wait', forMs: dueInMs };
  if (claimedForMs === null) {
    const isUnsent = isPending && !hasMoved && !isRestored;
    return isUnsent ? { kind: 'submit', afterDenial: false } : { kind: 'inquire' };
  }
  // A worker plans the next action when its call ends.
  const inProgressForMs = dueInMs === null ? CALL_MAX_MS - claimedForMs : 0;
  return inProgressForMs > 0 ? { kind: 'wait', forMs: inProgressForMs } : { kind: 'inquire' };
}

export type SubmissionAnswer = 'accepted' | 'refused' | 'not_ready' | 'unreachable' | 'unknown';
export type InquiryAnswer = 'succeeded' | 'failed' | 'waiting' | 'not_found' | 'unreachable';

export interface AnswerEffect {
  /** An `outcome` is stored as a callback; `submitted` is the order's transition. */
  readonly records: 'outcome' | 'submitted' | 'nothing';
  readonly next: Submit | Wait | Escalate;
  readonly inquiries: number;
  readonly failedCalls: number;
  /** The provider did not receive the submission: the next one counts as the first. */
  readonly releasesClaim: boolean;
}

/**
 * | answer      | recorded  | next                            | inquiries | failed    | claim    |
 * |-------------|-----------|---------------------------------|-----------|-----------|----------|
 * | accepted    | submitted | wait for the first inquiry      | 0         | 0         | kept     |
 * | unknown     | submitted | wait for the first inquiry      | 0         | 0         | kept     |
 * | refused     | outcome   | wait for the first inquiry      | 0         | 0         | kept     |
 * | not_ready   | nothing   | wait, then submit               | unchanged | 0         | released |
 * | not_ready   | nothing   | after 3 days escalate once      | unchanged | 0         | released |
 * | unreachable | nothing   | wait, backing off; escalate once| unchanged | + 1       | released |
 */
export function afterSubmission(
  answer: SubmissionAnswer,
  progress: PayoutProgress,
  inquiryDelaysMs: readonly number[],
): AnswerEffect {
  if (answer === 'unreachable') return afterUnreached(progress, true);
  if (answer === 'not_ready') {
    const forMs = NOT_READY_MS;
    const isLong = progress.ageMs >= NOT_READY_MAX_MS;
    const next = isLong
      ? ({ kind: 'escalate', forMs, once: true } as const)
      : ({ kind: 'wait', forMs } as const);
    const { inquiries } = progress;
    return { records: 'nothing', next, inquiries, failedCalls: 0, releasesClaim: true };
  }
  const records = answer === 'refused' ? 'outcome' : 'submitted';
  return afterAnswer(records, 0, inquiryDelaysMs);
}

/**
 * | answer      | recorded  | next                            | inquiries | failed    |
 * |-------------|-----------|---------------------------------|-----------|-----------|
 * | succeeded   | outcome   | wait for the next inquiry       | + 1       | 0         |
 * | failed      | outcome   | wait for the next inquiry       | + 1       | 0         |
 * | waiting     | submitted | wait for the next inquiry       | + 1       | 0         |
 * | not_found   | nothing   | submit again, twice at most     | unchanged | unchanged |
 * | not_found   | submitted | then, or money moved, or        | + 1       | 0         |
 * |             |           | accepted before: escalate       |           |           |
 * | unreachable | nothing   | wait, backing off; escalate once| unchanged | + 1       |
 *
 * An outcome need not end the order, as when the amount differs: inquiries go on. The inquiry that
 * a hint caused is not counted, and does not postpone the planned one: hints may be forged.
 */
export function afterInquiry(
  answer: InquiryAnswer,
  progress: PayoutProgress,
  inquiryDelaysMs: readonly number[],
): AnswerEffect {
  const effect = effectOf(answer, progress, inquiryDelaysMs);
  const { plannedInMs = null, inquiries } = progress;
  if (plannedInMs === null || plannedInMs <= 0 || effect.next.kind !== 'wait') return effect;
  const forMs = Math.min(effect.next.forMs, plannedInMs);
  return { ...effect, inquiries, next: { kind: 'wait', forMs } };
}

function effectOf(
  answer: InquiryAnswer,
  progress: PayoutProgress,
  inquiryDelaysMs: readonly number[],
): AnswerEffect {
  const { hasMoved, isAccepted, inquiries, failedCalls, denials } = progress;
  switch (answer) {
    case 'unreachable':
      return afterUnreached(progress, false);
    case 'succeeded':
    case 'failed':
      return afterAnswer('outcome', inquiries + 1, inquiryDelaysMs);
    case 'waiting':
      return afterAnswer('submitted', inquiries + 1, inquiryDelaysMs);
    case 'not_found': {
      if (denials < DENIALS_MAX && !hasMoved && !isAccepted) {
        const next = { kind: 'submit', afterDenial: true } as const;
        return { records: 'nothing', next, inquiries, failedCalls, releasesClaim: false };
      }
      const effect = afterAnswer('submitted', inquiries + 1, inquiryDelaysMs);
      return {
        ...effect,
        next: {
          kind: 'escalate',
          forMs: delayMs(effect.inquiries, inquiryDelaysMs),
          once: false,
        },
      };
    }
  }
}

function afterAnswer(
  records: 'outcome' | 'submitted',
  inquiries: number,
  inquiryDelaysMs: readonly number[],
): AnswerEffect {
  const next = { kind: 'wait', forMs: delayMs(inquiries, inquiryDelaysMs) } as const;
  return { records, next, inquiries, failedCalls: 0, releasesClaim: false };
}

/** About thirty days: a minute after the first call, then hourly from the seventh on. */
const ENDED_FAILED_CALLS_MAX = 720;

/**
 * Of an inquiry about a request that has ended, after this many unanswered ones; null when no
 * inquiry follows.
 */
export const endedRetryMs = (failedCalls: number): number | null =>
  failedCalls < ENDED_FAILED_CALLS_MAX
    ? Math.min(60_000 * 2 ** (failedCalls - 1), 3_600_000)
    : null;

/** A callback ends the wait. More frequent calls do not make the provider available sooner. */
function afterUnreached(
  { inquiries, ...before }: PayoutProgress,
  releasesClaim: boolean,
): AnswerEffect {
  const failedCalls = before.failedCalls + 1;
  const forMs = Math.min(BACKOFF_MIN_MS * 2 ** failedCalls, BACKOFF_MAX_MS);
  const next =
    failedCalls === FAILED_CALLS_MAX
      ? ({ kind: 'escalate', forMs, once: false } as const)
      : ({ kind: 'wait', forMs } as const);
  return { records: 'nothing', next, inquiries, failedCalls, releasesClaim };
}

/** `inquiries` is the index of the inquiry; the last delay repeats. */
const delayMs = (inquiries: number, delaysMs: readonly number[]): number =>
  delaysMs[Math.min(inquiries, delaysMs.length - 1)] ?? CALL_MAX_MS;
