import { recordEndedInquiry, type RequestProgress } from '../src/orders/store/provider-requests';
import { endedRetryMs } from '../src/orders/rules/payout-plan';
import type { ActivityDeps } from './deps';
import { inquiryOf, nextTurnMs } from './inquiry-of';
import { outcomesOf, storeOutcome } from '../src/orders/store-outcome';

/** Null when no action is planned. */
interface EndedInquired {
  readonly nextWakeMs: number | null;
  readonly changed: boolean;
  readonly sent?: undefined;
  readonly hang?: undefined;
}

/** Inquires after a hint: money that had moved may have been returned. Submits nothing. */
export function createInquireEnded(deps: ActivityDeps) {
  return async function inquireEnded(
    orderId: string,
    progress: RequestProgress,
  ): Promise<EndedInquired> {
    const { accountId, endedInquiryInMs: dueInMs, now: startedAt } = progress;
    if (dueInMs === null) return { nextWakeMs: null, changed: false };
    if (dueInMs > 0) return { nextWakeMs: dueInMs, changed: false };
    const endTurn = deps.provider.takeTurn?.(accountId);
    if (endTurn === null) return { nextWakeMs: nextTurnMs(), changed: false };
    try {
      const found = await deps.provider.find(inquiryOf(orderId, progress), accountId);
      deps.metrics.providerCalls.inc({ call: 'ask', outcome: found.kind });
      const outcomes = outcomesOf(found);
      for (const outcome of outcomes) await storeOutcome(deps, orderId, outcome, accountId);
      const isPartial = found.kind === 'succeeded' && found.isPartial === true;
      const isAnswered = found.kind !== 'unreachable' && !isPartial;
      const failedCalls = isAnswered ? 0 : progress.failedCalls + 1;
      const inquiryInMs = isAnswered ? null : endedRetryMs(failedCalls);
      const next = { orderId, startedAt, isAnswered, failedCalls, inquiryInMs };
      const nextWakeMs = await recordEndedInquiry(deps.db, next);
      return { nextWakeMs, changed: outcomes.length > 0 };
    } finally {
      endTurn?.();
    }
  };
}
