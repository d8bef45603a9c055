import type { OutboxMessage } from '../../db/outbox/messages';
import type { Deps } from '../deps';

/**
 * Begins the span of a callback in the trace of its order, which the stored message has, or else in
 * a new trace. Returns the message in that span; without a trace if the span is not sampled.
 */
export function joinTrace({ trace }: Pick<Deps, 'trace'>, message: OutboxMessage): OutboxMessage {
  if (trace === undefined) return message;
  const span = trace.begin(message.traceParent);
  return { ...message, traceParent: span?.traceParent ?? null };
}
