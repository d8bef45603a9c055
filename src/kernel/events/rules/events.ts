/** The names on the wire, to which a merchant can subscribe. */
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

/** In any case: `Payment.succeeded` is `payment.succeeded`. */
export function readEventName(text: string): EventName | null {
  const name = text.trim().toLowerCase();
  return eventNames.find((candidate) => candidate === name) ?? null;
}
