import { paymentEventBody, type PaymentSnapshot } from '../kernel/events/rules/event-bodies';
import { newId } from '../platform/new-id';

/** The event `payment.pending` of a payment or deposit. */
export function firstPaymentEvent(
  created: Pick<
    PaymentSnapshot,
    'id' | 'kind' | 'amountSatang' | 'reference' | 'metadata' | 'paymentLinkId'
  >,
  at: Date,
): { readonly id: string; readonly body: string } {
  const id = newId('evt_', at.getTime());
  const head = { id, name: 'payment.pending', sequence: 1, at } as const;
  const pending = { status: 'pending', completedAt: null, late: false, failure: null } as const;
  return { id, body: paymentEventBody(head, { ...created, ...pending }) };
}
