import { refused } from '../answers';
import type { AccountView, NotSent, ProviderClient, ProviderRequest, Sent } from '../connector';
import { actionOf, intentOf, readBalance, readCreated, refundOf } from './answers';
import { createStripeApi, type StripeApi, type StripeOptions } from './api';
import { cancelIntent, find, openQr } from './inquiries';
import type { StripeSettings } from './settings';
import { chargeForm, paymentIntentId, refundForm } from './wire';

/** The order id is the idempotency key, and stands in the metadata of each created object. */
export function createStripeClient(
  account: AccountView<StripeSettings>,
  options: StripeOptions = {},
): ProviderClient {
  const api = createStripeApi(account, options);
  return {
    openQr: (order) => openQr(api, order),
    closeQr: (providerRef) => closeQr(api, providerRef),
    send: (request) => send(api, request),
    find: (inquiry) => find(api, inquiry),
    probe: async () =>
      readBalance(await api.call({ method: 'GET', path: '/v1/balance' }), api.livemode),
    close: () => api.close(),
  };
}

async function closeQr(api: StripeApi, providerRef: string) {
  if (!api.settings.cancelsExpired || !paymentIntentId.test(providerRef)) return 'not_closed';
  const answer = await cancelIntent(api, providerRef, null);
  return answer.kind === 'ok' && answer.object.status === 'canceled' ? 'closed' : 'not_closed';
}

async function send(api: StripeApi, request: ProviderRequest): Promise<Sent> {
  const { orderId, amountSatang } = request;
  const form = formOf(request);
  if (!(form instanceof URLSearchParams)) return form;
  const [path, read] = form.has('payment_intent')
    ? ['/v1/refunds', refundOf(orderId)]
    : ['/v1/payment_intents', intentOf(orderId, api.livemode)];
  return readCreated(await api.create(path, orderId, form), (body): Sent | null => {
    const made = read(body);
    if (made?.amount !== amountSatang) return null;
    const action = made.object === 'payment_intent' ? actionOf(made) : {};
    return { kind: 'accepted', providerRef: made.id, ...action };
  });
}

function formOf(request: ProviderRequest): URLSearchParams | NotSent {
  const { kind, orderId, amountSatang } = request;
  if (kind === 'payout') return refused('not_supported', 'Stripe pays out to its merchants only.');
  if (kind === 'charge') {
    const form = chargeForm(request);
    return form ?? refused('invalid_token', 'The token must begin with pm_ or ctoken_.');
  }
  const { paymentRef = '' } = request;
  if (paymentIntentId.test(paymentRef)) return refundForm(orderId, amountSatang, paymentRef);
  return refused('payment_not_found', 'The payment is not known to Stripe.');
}
