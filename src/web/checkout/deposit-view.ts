import { createHash } from 'node:crypto';
import type { HostedDeposit } from '../../application/deposits/find-hosted-deposit';
import type { ProblemCode } from '../../domain/problem';
import type { Language } from '../kit/language';

/** What a customer is told of a deposit; finer than its status. */
export type PageState = 'waiting' | 'checking' | 'resend' | 'short' | 'paid' | 'expired' | 'failed';
export type Slip = HostedDeposit['slips'][number];

/** All that the page shows is made from this. */
export interface DepositView {
  readonly deposit: HostedDeposit;
  readonly state: PageState;
  readonly pageToken: string;
  readonly language: Language;
  readonly nowMs: number;
  /** Why a slip was not taken, to be said beside the form. */
  readonly refusal: ProblemCode | null;
  /** Whether the page loads itself anew where there is no script: not while a file is chosen. */
  readonly reloads: boolean;
}

/** How long a slip is looked into, in milliseconds; then the deposit's own end counts again. */
const CHECKING_MS_MAX = 24 * 60 * 60 * 1000;

/** A picture that is a slip, or may still turn out to be one. */
const isPromising = ({ status }: Slip): boolean => status === 'received' || status === 'parsed';

/** A picture that somebody took for a slip, so that the money may be on its way all the same. */
const isUnread = (slip: Slip): boolean => !isPromising(slip) && slip.status !== 'wrong_qr';

/** Time that is over is over, though no workflow has said so yet. */
const isPayable = (deposit: HostedDeposit, nowMs: number): boolean =>
  deposit.status === 'pending' && deposit.expiresAt.getTime() > nowMs;

export function pageStateOf(deposit: HostedDeposit, nowMs: number): PageState {
  if (deposit.status === 'succeeded') return 'paid';
  if (deposit.receivedSatang > 0) return 'short';
  if (isChecking(deposit, nowMs)) return 'checking';
  if (deposit.status === 'failed') return 'failed';
  if (!isPayable(deposit, nowMs)) return 'expired';
  // Rather than to show the code once more to who has perhaps paid it.
  return deposit.slips.some(isUnread) ? 'resend' : 'waiting';
}

/** Whether the code is to be had from the page, be it folded away where paying may be a mistake. */
export const hasQr = (deposit: HostedDeposit, state: PageState, nowMs: number): boolean =>
  state !== 'short' && isPayable(deposit, nowMs);

/** A slip that came after the end is looked into too; one that was there before it did not help. */
function isChecking({ status, slips, completedAt, expiresAt }: HostedDeposit, nowMs: number) {
  const endedAt = status === 'pending' ? null : (completedAt ?? expiresAt);
  return slips.some(
    (slip) =>
      isPromising(slip) &&
      (endedAt === null || slip.receivedAt > endedAt) &&
      slip.receivedAt.getTime() + CHECKING_MS_MAX > nowMs,
  );
}

/** Changes whenever the page would look different, and never by the mere passing of time. */
export function versionOf(deposit: HostedDeposit, state: PageState): string {
  const { status, receivedSatang, late, expiresAt, completedAt, slips, slipsLeft } = deposit;
  const shown = [state, status, receivedSatang, late, expiresAt, completedAt, slips, slipsLeft];
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22);
}
