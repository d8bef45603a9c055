import { Problem } from '../../domain/problem';
import type { AccountView, CallbackReading, Found } from '../connector';
import type { ProviderReport, RawCallback } from '../connector';
import { readBodyAs } from '../read-body';
import { isSignedHeader } from '../signed-callback';
import { foundIntent, foundRefund } from './answers';
import type { StripeSettings } from './settings';
import { event, orderIdOf, paymentIntent, refund } from './wire';

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
/** Which events of refunds are sent depends on the API version of the webhook endpoint. */
const eventsRead: Readonly<Record<string, keyof typeof readers>> = {
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.refund.updated': 'refund',
};

export function readCallback({ body }: RawCallback, { mode }: Account): CallbackReading {
  const read = readBodyAs(event, body, 'The body is not an event.');
  if (read instanceof Problem) return { kind: 'unreadable', problem: read };
  const { type, created, livemode } = read;
  const { object } = read.data;
  const orderId = orderIdOf(object);
  const reader = Object.hasOwn(eventsRead, type) ? eventsRead[type] : undefined;
  if (reader === undefined) return { kind: 'ignored', reason: 'other_event' };
  if (orderId === null) return { kind: 'ignored', reason: 'of_another_system' };
  if (livemode !== (mode === 'live')) return unreadable('The event is of the other mode.');
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
  const nothing = { transactionId: null, amountSatang: null, movedAt: null, payer: null };
  return { kind: 'reports', reports: [{ ...about, ...nothing, outcome: 'failed', failure }] };
}

const unreadable = (message: string): CallbackReading => ({
  kind: 'unreadable',
  problem: new Problem('invalid_request', { message }),
});
