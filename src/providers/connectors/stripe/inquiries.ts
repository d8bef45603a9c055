import { unreachable, unreadable } from '../answers';
import type { Found, Inquiry, QrOpened } from '../connector';
import { findObject, notListed, withRef } from '../listing';
import {
  foundIntent,
  foundRefund,
  intentOf,
  openedBy,
  readCreated,
  readFetched,
  refundOf,
} from './answers';
import type { StripeApi } from './api';
import { searchList } from './lists';
import { withReturns } from './returns';
import {
  orderIdOf,
  paymentIntent,
  paymentIntentId,
  qrForm,
  type PaymentIntent,
  type Tagged,
} from './wire';

/** Time after a call until a list shows what the call created. */
export const SETTLES_MS = 60_000;
/** Shorter than the life of an idempotency key. */
const REPEATABLE_MS = 23 * 3_600_000;
/** Time for the payer of a charge. Longer than any authentication takes. */
const AUTHENTICATION_MAX_MS = 24 * 3_600_000;

export async function openQr(
  { settings, livemode, create }: StripeApi,
  { orderId, amountSatang }: Pick<Inquiry, 'orderId' | 'amountSatang'>,
): Promise<QrOpened> {
  const form = qrForm(orderId, amountSatang, settings.payerEmail);
  return readCreated(await create('/v1/payment_intents', orderId, form), (body) => {
    const intent = intentOf(orderId, livemode)(body);
    return intent?.amount === amountSatang ? openedBy(intent) : null;
  });
}

const finders: Readonly<
  Record<Inquiry['kind'], (api: StripeApi, inquiry: Inquiry) => Promise<Found>>
> = {
  payment: findPayment,
  charge: findCharge,
  refund: findRefund,
  payout: async () => unreachable('not_supported'),
};

export const find = (api: StripeApi, inquiry: Inquiry): Promise<Found> =>
  finders[inquiry.kind](api, inquiry);

async function findPayment(api: StripeApi, inquiry: Inquiry): Promise<Found> {
  const { providerRef, createdAt, expiresAt } = inquiry;
  // A repeated request creates what no earlier one did, so not after the deadline.
  const repeatableUntil = createdAt.getTime() + REPEATABLE_MS;
  const until = Math.min(repeatableUntil, expiresAt?.getTime() ?? 0);
  const isRepeatable = providerRef === null && Date.now() < until;
  return isRepeatable ? repeatQr(api, inquiry) : findCharge(api, inquiry);
}

/** Finds the payment intent by its id or in lists, where its QR code is read too. */
function findCharge(api: StripeApi, inquiry: Inquiry): Promise<Found> {
  const { orderId, providerRef } = inquiry;
  const path = '/v1/payment_intents';
  const read = intentOf(orderId, api.livemode);
  return findObject<PaymentIntent, Tagged>(inquiry, {
    isId: (id) => paymentIntentId.test(id),
    async fetch(id) {
      const query = new URLSearchParams({ 'expand[]': 'latest_charge.balance_transaction' });
      const one = `${path}/${id}?${query.toString()}`;
      return readFetched(await api.call({ method: 'GET', path: one, orderId }), read);
    },
    orderIdOf,
    settlesMs: SETTLES_MS,
    list: (from, to) =>
      searchList(api, orderId, path, {
        'created[gte]': seconds(from),
        'created[lte]': seconds(to),
        'expand[]': 'data.latest_charge.balance_transaction',
      }),
    read,
    async stateOf(intent) {
      if (isAbandoned(inquiry, intent)) return findCanceled(api, inquiry, intent.id);
      const found = await withReturns(api, intent, foundIntent(intent), orderId);
      const opened = providerRef === null ? openedBy(intent) : null;
      return found.kind === 'waiting' && opened !== null ? { ...found, opened } : found;
    },
  });
}

/** Stripe documents no end of a charge whose payer does not authenticate it. */
function isAbandoned({ kind, createdAt, sentForMs }: Inquiry, { status }: PaymentIntent): boolean {
  const ageMs = sentForMs ?? Date.now() - createdAt.getTime();
  return kind === 'charge' && status === 'requires_action' && ageMs >= AUTHENTICATION_MAX_MS;
}

async function findCanceled(api: StripeApi, { orderId }: Inquiry, id: string): Promise<Found> {
  const answer = await cancelIntent(api, id, orderId);
  if (answer.kind !== 'ok') return unreachable(answer);
  const { object } = answer;
  return object.id === id ? foundIntent(object) : unreachable(unreadable.reason);
}

/** An intent that has succeeded cannot be canceled: Stripe answers with an error. */
export async function cancelIntent({ call }: StripeApi, id: string, orderId: string | null) {
  const path = `/v1/payment_intents/${id}/cancel`;
  const form = new URLSearchParams({ cancellation_reason: 'abandoned' });
  const result = await call({ method: 'POST', path, form, orderId });
  return readFetched(result, (body) => paymentIntent.safeParse(body).data ?? null);
}

/** A replayed response is as old as the first one: the state is inquired about again. */
async function repeatQr(api: StripeApi, inquiry: Inquiry): Promise<Found> {
  const opened = await openQr(api, inquiry);
  if (opened.kind === 'refused') return { ...opened, kind: 'failed' };
  if (opened.kind !== 'opened') return findCharge(api, inquiry);
  const found = await findCharge(api, { ...inquiry, providerRef: opened.providerRef });
  return found.kind === 'waiting' ? { ...found, opened } : found;
}

async function findRefund(api: StripeApi, inquiry: Inquiry): Promise<Found> {
  const { orderId, paymentRef, sentForMs } = inquiry;
  if (paymentRef === null || !paymentIntentId.test(paymentRef)) {
    return unreachable('invalid_reference');
  }
  const listed = await searchList(api, orderId, '/v1/refunds', { payment_intent: paymentRef });
  if (listed.kind === 'unreachable') return listed;
  if (listed.kind === 'complete') {
    const isSettled = sentForMs === null || sentForMs >= SETTLES_MS;
    return notListed(isSettled, listed);
  }
  const refund = refundOf(orderId)(listed.item);
  if (refund === null) return unreachable(unreadable.reason);
  return withRef(foundRefund(refund), refund.id);
}

const seconds = (ms: number): string => String(Math.floor(ms / 1_000));
