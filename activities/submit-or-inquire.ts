import type { Submission } from '../src/db/orders/apply-transition';
import { storeAnswer } from '../src/db/orders/callbacks';
import type { Pipeline } from '../src/db/postgres/connect';
import { openUnknownOutcome } from '../src/db/ledger/exceptions';
import { CALL_MAX_MS, claimRequest, noteRequest } from '../src/db/orders/provider-requests';
import type { RequestNote, RequestProgress } from '../src/db/orders/provider-requests';
import type { Failure } from '../src/domain/callback';
import { newId } from '../src/lib/new-id';
import { openSubject } from '../src/lib/request-subject';
import type { Found, ProviderRequest } from '../src/providers/connector';
import type { ActivityDeps } from './deps';

export interface SubmissionResult {
  /** Until there is something to do again. */
  readonly lookInMs: number;
  /** Something is to be applied to the order: what the provider has said, or that it was asked. */
  readonly changed: boolean;
  /** That it was asked, and has it, or may have it. */
  readonly sent: Submission | null;
}

/** A request is sent again so often, each time after the provider denied to know of it. */
const DENIALS_MAX = 2;
/** Whoever has the claim, or a word that waits, will have changed something by then. */
const CLAIM_AGAIN_MS = 1_000;
/** After so many calls in vain, half an hour or so, an operator hears of it. */
const UNREACHED_MAX = 10;
const BACKOFF_MIN_MS = 1_000;
const BACKOFF_MAX_MS = 5 * 60_000;

/** Trying harder would not bring it back: the wait grows, and a callback ends it. */
const backoffMs = (unreached: number): number =>
  Math.min(BACKOFF_MIN_MS * 2 ** unreached, BACKOFF_MAX_MS);

/**
 * Speaks with the provider about an order when that is due. A request is sent once: the right to
 * send is claimed in the database before the call. Where a call ended without an answer, or the
 * worker did, nobody knows whether it was made; then it is asked about, and sent again, under the
 * same reference, only after the provider has said that it knows of none.
 */
export function createSubmitOrInquire(deps: ActivityDeps) {
  return async function pursue(
    orderId: string,
    progress: RequestProgress,
    status: string,
  ): Promise<SubmissionResult> {
    const { lookInMs, claimedForMs } = progress;
    if (lookInMs !== null && lookInMs > 0) return waiting(lookInMs);
    if (claimedForMs === null) {
      return status === 'pending'
        ? send(deps, orderId, progress, false)
        : ask(deps, orderId, progress);
    }
    // Whoever has made a call notes when to look again; a payment by token stays pending even so.
    const underWayForMs = lookInMs === null ? CALL_MAX_MS - claimedForMs : 0;
    return underWayForMs > 0 ? waiting(underWayForMs) : ask(deps, orderId, progress);
  };
}

async function send(
  deps: ActivityDeps,
  orderId: string,
  progress: RequestProgress,
  isDenied: boolean,
): Promise<SubmissionResult> {
  if (!(await claimRequest(deps.db, orderId, progress, isDenied))) return waiting(CLAIM_AGAIN_MS);
  const sent = await deps.provider.send(requestOf(deps, orderId, progress), progress.accountId);
  deps.metrics.providerCalls.inc({ call: 'send', outcome: sent.kind });
  const after = { ...progress, sends: progress.sends + 1 };
  switch (sent.kind) {
    case 'refused':
      return heard(deps, orderId, after, 0, { heard: 'failed', failure: sent });
    case 'unreachable':
      return unreached(deps, orderId, after, true);
    case 'accepted':
    case 'unknown':
      return taken(noteOf(deps, orderId, after, 0), sent.kind);
  }
}

async function ask(
  deps: ActivityDeps,
  orderId: string,
  progress: RequestProgress,
): Promise<SubmissionResult> {
  const { kind } = openSubject(deps.vault, progress.subjectSealed);
  const found = await deps.provider.find(kind, orderId, progress.accountId);
  deps.metrics.providerCalls.inc({ call: 'ask', outcome: found.kind });
  const inquiries = progress.inquiries + 1;
  switch (found.kind) {
    case 'succeeded':
    case 'failed':
      return heard(deps, orderId, progress, inquiries, wordOf(found));
    case 'unreachable':
      return unreached(deps, orderId, progress, false);
    case 'not_found':
      if (progress.denials < DENIALS_MAX) return send(deps, orderId, progress, true);
      await openUnknownOutcome(deps.db, newId('exc_'), orderId);
      break;
    case 'waiting':
      break;
  }
  return taken(noteOf(deps, orderId, progress, inquiries), 'inquiry');
}

/** The provider has answered: when to ask it the next time. */
function noteOf(
  deps: ActivityDeps,
  orderId: string,
  { sends }: RequestProgress,
  inquiries: number,
): RequestNote {
  const lookInMs = delayMs(deps, inquiries);
  return { orderId, sends, lookInMs, inquiries, unreached: 0, unclaimed: false };
}

/** The provider has it, or may have it: from now on only its word ends it. */
function taken(note: RequestNote, cause: string): SubmissionResult {
  const sent = { cause, also: (trx: Pipeline) => void noteRequest(trx, note) };
  return { lookInMs: note.lookInMs, changed: true, sent };
}

async function unreached(
  deps: ActivityDeps,
  orderId: string,
  progress: RequestProgress,
  unclaimed: boolean,
): Promise<SubmissionResult> {
  const { inquiries, sends } = progress;
  const count = progress.unreached + 1;
  if (count === UNREACHED_MAX) await openUnknownOutcome(deps.db, newId('exc_'), orderId);
  const lookInMs = backoffMs(count);
  const note = { orderId, sends, lookInMs, inquiries, unreached: count, unclaimed };
  await noteRequest(deps.db, note);
  return waiting(lookInMs);
}

interface Word {
  readonly heard: 'succeeded' | 'failed';
  readonly failure: Failure | null;
  readonly transactionId?: string | null;
  readonly amountSatang?: number;
}

const wordOf = (found: Extract<Found, { kind: 'succeeded' | 'failed' }>): Word =>
  found.kind === 'failed'
    ? { heard: 'failed', failure: found }
    : { ...found, heard: 'succeeded', failure: null };

/**
 * What the provider answered is kept and applied as if it had called back. That need not end the
 * order, as when another sum has left: then it is asked about again, when the time has come.
 */
async function heard(
  deps: ActivityDeps,
  orderId: string,
  progress: RequestProgress,
  inquiries: number,
  word: Word,
): Promise<SubmissionResult> {
  const { failure } = word;
  await storeAnswer(deps.db, {
    id: newId('cb_'),
    orderId,
    heard: word.heard,
    transactionId: word.transactionId ?? null,
    amountSatang: word.amountSatang ?? null,
    failure: failure === null ? null : { code: failure.code, message: failure.message },
    bodySealed: deps.vault.seal(JSON.stringify(word), 'callbacks.body'),
  });
  const note = noteOf(deps, orderId, progress, inquiries);
  await noteRequest(deps.db, note);
  return { lookInMs: note.lookInMs, changed: true, sent: null };
}

function requestOf(
  { vault }: ActivityDeps,
  orderId: string,
  { amountSatang, subjectSealed }: RequestProgress,
): ProviderRequest {
  return { orderId, amountSatang, ...openSubject(vault, subjectSealed) };
}

/** When to ask after so many inquiries; the last delay again and again. */
function delayMs({ config }: ActivityDeps, inquiries: number): number {
  const { inquiryDelaysMs } = config.withdrawals;
  return inquiryDelaysMs[Math.min(inquiries, inquiryDelaysMs.length - 1)] ?? CALL_MAX_MS;
}

const waiting = (lookInMs: number): SubmissionResult => ({ lookInMs, changed: false, sent: null });
