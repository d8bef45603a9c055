/**
 * Why the workflow of an order waits longer than usual, for operators in the Temporal UI. The stage
 * is the value of a search attribute.
 *
 * | stage             | the order                                                            |
 * |-------------------|----------------------------------------------------------------------|
 * | awaiting_approval | needs another person's approval; nothing was submitted               |
 * | awaiting_operator | is paid by an operator, outside of the gateway                       |
 * | not_submitted     | did not reach the provider, or the provider is not ready for it      |
 * | unanswered        | was submitted, or is inquired about, without an answer               |
 * | inquiring         | is at the provider, which has no outcome after an inquiry            |
 * | unknown_outcome   | needs a decision by an operator: an exception was opened             |
 */
type Stage =
  | 'awaiting_approval'
  | 'awaiting_operator'
  | 'not_submitted'
  | 'unanswered'
  | 'inquiring'
  | 'unknown_outcome';

export interface Hang {
  readonly stage: Stage;
  readonly accountId: string;
  /** One or two sentences with times in UTC; no amount, name or account number. */
  readonly details: string;
}

/** After a call to the provider, or instead of one. */
export interface RequestSituation {
  readonly accountId: string;
  readonly isManual: boolean;
  readonly awaitsApproval: boolean;
  /** Null when the request certainly was not submitted. */
  readonly submittedAt: Date | null;
  /** Since the submission the provider has answered that it has the request. */
  readonly isAccepted: boolean;
  /** The last answer, or its absence, needs an operator. */
  readonly isEscalated: boolean;
  /** Inquiries that the provider answered since the submission. */
  readonly inquiries: number;
  /** Failed calls since the provider's last answer. */
  readonly failedCalls: number;
  /** The time of the next inquiry or submission. */
  readonly nextAt: Date;
}

/**
 * Null for a request that was accepted and has had no inquiry, because every payout begins like
 * that.
 */
export function hangOf(situation: RequestSituation): Hang | null {
  const stage = stageOf(situation);
  if (stage === null) return null;
  const { accountId } = situation;
  return { stage, accountId, details: detailsOf(stage, situation) };
}

/** Null when the last inquiry was answered. */
export function hangOfInquired(
  accountId: string,
  unanswered: number,
  nextAt: Date | null,
): Hang | null {
  if (unanswered === 0) return null;
  const next = nextAt === null ? 'No inquiry is planned' : `Next inquiry ${utcMinute(nextAt)}`;
  const details = `${accountId} did not answer (${calls(unanswered)}). ${next}.`;
  return { stage: 'unanswered', accountId, details };
}

function stageOf(situation: RequestSituation): Stage | null {
  const { isManual, awaitsApproval, submittedAt, isAccepted, isEscalated } = situation;
  if (awaitsApproval) return 'awaiting_approval';
  if (isManual) return 'awaiting_operator';
  if (isEscalated) return 'unknown_outcome';
  if (submittedAt === null) return 'not_submitted';
  if (!isAccepted || situation.failedCalls > 0) return 'unanswered';
  return situation.inquiries > 0 ? 'inquiring' : null;
}

function detailsOf(stage: Stage, situation: RequestSituation): string {
  const { accountId, submittedAt, inquiries, failedCalls } = situation;
  const next = utcMinute(situation.nextAt);
  const submitted =
    submittedAt === null
      ? `Not submitted to ${accountId}`
      : `Submitted to ${accountId} at ${utcMinute(submittedAt)}`;
  switch (stage) {
    case 'awaiting_approval':
      return 'Not submitted: another person has to approve it.';
    case 'awaiting_operator':
      return 'An operator pays it outside of the gateway and records that in the console.';
    case 'not_submitted': {
      const why = failedCalls > 0 ? `unreachable (${calls(failedCalls)})` : 'it is not ready';
      return `${submitted}: ${why}. Next attempt ${next}.`;
    }
    case 'unanswered': {
      const answer = failedCalls > 0 ? `no answer (${calls(failedCalls)})` : 'no answer';
      return `${submitted}, ${answer}. Next inquiry ${next}.`;
    }
    case 'inquiring':
      return `${submitted}, no outcome after inquiry ${inquiries}. Next inquiry ${next}.`;
    case 'unknown_outcome': {
      const then = submittedAt === null ? 'Next attempt' : 'Next inquiry';
      return `${submitted}. An operator decides its exception in the console. ${then} ${next}.`;
    }
  }
}

const calls = (count: number): string => `${count} failed ${count === 1 ? 'call' : 'calls'}`;

/** `2026-11-28 05:40 UTC`. */
const utcMinute = (time: Date): string =>
  `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
