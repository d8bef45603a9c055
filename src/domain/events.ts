/** The events that a merchant can subscribe to, by their names on the wire. */
export const eventNames = [
  'payment.pending',
  'payment.requires_action',
  'payment.succeeded',
  'payment.failed',
  'payment.expired',
  'payment.adjusted',
  'payment.slip_mismatched',
  'withdrawal.pending',
  'withdrawal.processed',
  'withdrawal.succeeded',
  'withdrawal.failed',
  'withdrawal.adjusted',
  'refund.completed',
  'refund.failed',
  'refund.adjusted',
  'approval.requested',
  'approval.ended',
  'webhook.disabled',
] as const;

export type EventName = (typeof eventNames)[number];

/** Reads an event name in any case: `Payment.succeeded` is `payment.succeeded`. */
export function readEventName(text: string): EventName | null {
  const name = text.trim().toLowerCase();
  return eventNames.find((candidate) => candidate === name) ?? null;
}
