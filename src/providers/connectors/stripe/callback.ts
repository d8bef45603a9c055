import type { z } from 'zod';
import { Problem } from '../../../kernel/rules/problem';
import type {
  AccountView,
  CallbackReading,
  Found,
  OrderReference,
  ProviderReport,
  RawCallback,
} from '../connector';
import { readBodyAs } from '../read-body';
import { isSignedHeader } from '../signed-callback';
import { foundIntent, foundRefund } from './answers';
import type { StripeSettings } from './settings';
import { event, orderIdOf, paymentIntent, paymentIntentId, refund } from './wire';

type Account = AccountView<StripeSettings>;

/**
 * `Stripe-Signature: t=<Unix seconds>,v1=<hex>[,v1=<hex>]`: HMAC-SHA256 of `<t>.<body>`, one per
 * active secret. All signatures are compared with all secrets, in constant time.
 */
export function verifyCallback(callback: RawCallback, { settings }: Account): boolean {
  const { 'stripe-signature': header } = callback.headers;
  return isSignedHeader(callback, header, settings.webhookSecrets);
}

const readers = {
  intent: paymentIntent.transform(foundIntent),
  refund: refund.transform(foundRefund),
};
/** The API version of the webhook endpoint determines which events of refunds are sent. */
const eventsRead: Readonly<Record<string, keyof typeof readers>> = {
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.refund.updated': 'refund',
};

/** Steps of a payment that prove nothing about its money. */
const routine: readonly string[] = [
  'payment_intent.created',
  'payment_intent.requires_action',
  'payment_intent.processing',
  'charge.pending',
  'charge.succeeded',
  'charge.failed',
];
/** Their objects are read by an inquiry about the payment intent. */
const inquired = /^(?:charge\.|refund\.|payment_intent\.)/;

/** The object names an order itself or by its payment intent; null when it names none. */
function referenceIn(object: z.output<typeof event>['data']['object']): OrderReference | null {
  const orderId = orderIdOf(object);
  if (orderId !== null) return { orderId };
  const { payment_intent: providerRef } = object;
  return providerRef && paymentIntentId.test(providerRef) ? { providerRef } : null;
}

export function readCallback({ body }: RawCallback, { mode }: Account): CallbackReading {
  const read = readBodyAs(event, body, 'The body is not an event.');
  if (read instanceof Problem) return { kind: 'unreadable', problem: read };
  const { type, created, livemode } = read;
  const { object } = read.data;
  const orderId = orderIdOf(object);
  const reader = Object.hasOwn(eventsRead, type) ? eventsRead[type] : undefined;
  if (routine.includes(type)) return { kind: 'ignored', reason: 'other_event' };
  const isOfMode = livemode === (mode === 'live');
  if (reader === undefined || orderId === null) {
    const about = referenceIn(object);
    if (about === null || !isOfMode) return { kind: 'ignored', reason: 'of_another_system' };
    const isRead = reader !== undefined || inquired.test(type);
    return isRead ? { kind: 'hint', about } : { kind: 'hint', about, event: type };
  }
  if (!isOfMode) return unreadable('The event is of the other mode.');
  const about = { orderKind: reader === 'intent' ? 'incoming' : 'refund', orderId } as const;
  if (object.currency !== 'thb') {
    const outcome = type.endsWith('.succeeded') ? 'succeeded' : 'failed';
    const problem = new Problem('foreign_currency', { param: 'currency' });
    return { kind: 'refused', problem, report: { ...about, outcome, transactionId: null } };
  }
  const found = readers[reader].safeParse(object).data;
  if (found === undefined)
    return unreadable(`The object of ${type} is not in its documented form.`);
  return readingOf(found, about, new Date(created * 1_000));
}

function readingOf(
  found: Found,
  about: Pick<ProviderReport, 'orderKind' | 'orderId'>,
  movedAt: Date,
): CallbackReading {
  if (found.kind === 'succeeded') {
    const moved = { outcome: 'succeeded', movedAt, failure: null } as const;
    const reports = found.movements.map((one) => ({ ...one, ...about, ...moved }));
    return { kind: 'reports', reports };
  }
  if (found.kind !== 'failed') return { kind: 'ignored', reason: 'no_outcome' };
  const failure = { code: found.code, message: found.message };
  const { movement = { transactionId: null, amountSatang: null, payer: null } } = found;
  const nothing = { ...movement, movedAt: null };
  return { kind: 'reports', reports: [{ ...about, ...nothing, outcome: 'failed', failure }] };
}

const unreadable = (message: string): CallbackReading => ({
  kind: 'unreadable',
  problem: new Problem('invalid_request', { message }),
});
