/** The events that a merchant can subscribe to. The names are the wire's. */
export const eventNames = [
  'payment.pending',
  'payment.succeeded',
  'payment.failed',
  'payment.expired',
  'withdrawal.pending',
  'withdrawal.processed',
  'withdrawal.succeeded',
  'withdrawal.failed',
  'refund.completed',
  'refund.failed',
] as const;

export type EventName = (typeof eventNames)[number];

/** Reads an event name as a merchant may write it: `Payment.succeeded` is `payment.succeeded`. */
export function readEventName(text: string): EventName | null {
  const name = text.trim().toLowerCase();
  return eventNames.find((candidate) => candidate === name) ?? null;
}
