/** By the names on the wire, to which a merchant can subscribe. In the API's description. */
export const eventMeanings = {
  'payment.pending': 'A payment or a deposit was created',
  'payment.requires_action': 'The payer must authenticate a charge: retrieve its `next_action`',
  'payment.succeeded': 'A payment or a deposit was paid, possibly after it had expired or failed',
  'payment.failed': 'A payment or a deposit was declined or failed',
  'payment.expired': 'A payment or a deposit was not paid in time',
  'payment.adjusted': 'An operator changed the amounts of a payment or a deposit',
  'payment.slip_mismatched':
    'A customer sent the slip of another payment for a deposit: retrieve its `slips`',
  'withdrawal.pending': 'A withdrawal was created and its amount reserved',
  'withdrawal.processed': 'A withdrawal was sent to the provider',
  'withdrawal.succeeded': 'A withdrawal was paid out',
  'withdrawal.failed': 'A withdrawal failed and its amount was released',
  'withdrawal.adjusted': 'An operator reversed a withdrawal in part or in full',
  'refund.completed': 'A refund was paid out',
  'refund.failed': 'A refund failed and its amount was released',
  'refund.adjusted': 'An operator reversed a refund in part or in full',
  'approval.requested': 'A withdrawal, a refund, a key or a change of the rules needs an approval',
  'approval.ended': 'Such an approval was given, refused or not given in time: see its `status`',
  'webhook.disabled': 'Another webhook of the merchant was disabled',
} as const;

export type EventName = keyof typeof eventMeanings;

export const eventNames = Object.keys(eventMeanings) as readonly EventName[];

/** In any case: `Payment.succeeded` is `payment.succeeded`. */
export function readEventName(text: string): EventName | null {
  const name = text.trim().toLowerCase();
  return eventNames.find((candidate) => candidate === name) ?? null;
}
