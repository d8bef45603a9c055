import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import type { Deps } from '../../deps';

/**
 * Continues the trace of the order, which the stored message has, or begins one. Returns the
 * message in the callback's span; without a trace if the span is not sampled.
 */
export function joinTrace({ trace }: Pick<Deps, 'trace'>, message: OutboxMessage): OutboxMessage {
  if (trace === undefined) return message;
  const span = trace.begin(message.traceParent);
  return { ...message, traceParent: span?.traceParent ?? null };
}
