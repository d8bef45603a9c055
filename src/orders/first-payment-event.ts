import { checkoutUrl } from '../contract/checkout-url';
import { paymentEventBody, type PaymentSnapshot } from '../kernel/events/rules/event-bodies';
import { newId } from '../platform/new-id';
import type { Deps } from '../deps';

type Created = Pick<
  PaymentSnapshot,
  'id' | 'kind' | 'amountSatang' | 'reference' | 'metadata' | 'paymentLinkId' | 'previousId'
> & { readonly checkoutToken: string };

/** The event `payment.pending` of a payment or deposit. Its later events repeat the URL. */
export function firstPaymentEvent(
  { config }: Pick<Deps, 'config'>,
  { checkoutToken, ...created }: Created,
  at: Date,
): { readonly id: string; readonly body: string } {
  const id = newId('evt_', at.getTime());
  const head = { id, name: 'payment.pending', sequence: 1, at } as const;
  const pending = { status: 'pending', completedAt: null, late: false, failure: null } as const;
  const url = checkoutUrl(config.http.publicUrl, checkoutToken);
  return { id, body: paymentEventBody(head, { ...created, ...pending, checkoutUrl: url }) };
}
