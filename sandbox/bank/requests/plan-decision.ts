import { newId, newPaymentRef } from '../../../src/lib/new-id';
import type { Decision } from '../book/entry';
import type { RequestDelays, Telling } from './request-rules';

/** A decision that is taken now, with the callbacks that tell of it; null when none tells. */
export function planDecision(
  tellings: readonly Telling[],
  nowMs: number,
  delays: RequestDelays,
): Decision | null {
  const [first] = tellings;
  if (first === undefined) return null;
  let callbackId: string | null = null;
  const planned = tellings.map(({ failure, delay, follows = false, withWrongKey = false }) => {
    const afterId = follows ? callbackId : null;
    callbackId = newId('sbc_', nowMs);
    const dueAt = delay === undefined ? null : new Date(nowMs + delays[delay]).toISOString();
    return { callbackId, failure, dueAt, afterId, withWrongKey };
  });
  return {
    transactionId: `SBX${newPaymentRef()}`,
    failure: first.failure,
    decidedAt: new Date(nowMs).toISOString(),
    tellings: planned,
  };
}
