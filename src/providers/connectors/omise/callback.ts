import { z } from 'zod';
import { Problem } from '../../../kernel/rules/problem';
import type { AccountView, CallbackReading, RawCallback } from '../connector';
import { readBodyAs } from '../read-body';
import { isSigned } from '../signed-callback';
import { chargeId, disputeId, eventId, metadata, refundId, transferId } from './objects';
import type { OmiseSettings } from './settings';

/** `Omise-Signature` has one signature or, during a rotation, several with commas. */
export function verifyCallback(
  callback: RawCallback,
  { settings: { webhookSecrets } }: AccountView<OmiseSettings>,
): boolean {
  if (webhookSecrets.length === 0) return true;
  const { 'omise-signature': given, 'omise-signature-timestamp': timestamp } = callback.headers;
  const signatures = String(given).split(/ *, */);
  const keys = webhookSecrets.map((secret) => Buffer.from(secret, 'base64'));
  return isSigned(callback, String(timestamp), signatures, keys);
}

/** Events have the form of the account's API version, so only ids are read. */
const event = z.object({
  object: z.literal('event'),
  id: eventId,
  key: z.string(),
  livemode: z.boolean().nullish(),
  data: z.object({ id: z.string(), charge: chargeId.nullish().catch(null), metadata }),
});
/**
 * Other events, such as `recipient.verify`, concern no single order. A charge or transfer is
 * created by the gateway, a refund or dispute also by others.
 */
const orderEvent = /^(?:(?:charge|transfer)\.(?!create$)|(?:refund|dispute)\.)/;
/** The gateway's own form. Other software writes `metadata.order_id` too. */
const ourOrderId = /^(?:(?:pay|re)_[0-9a-z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const providerRef = z.union([chargeId, refundId, transferId, disputeId]);

/** An event is a hint: the outcome is inquired. */
export function readCallback(
  { topic, body }: RawCallback,
  { mode }: AccountView<OmiseSettings>,
): CallbackReading {
  if (topic !== null) return { kind: 'unreadable', problem: new Problem('not_found') };
  const read = readBodyAs(event, body, 'The body is not an event.');
  if (read instanceof Problem) return { kind: 'unreadable', problem: read };
  const { key, livemode, data } = read;
  if (typeof livemode === 'boolean' && livemode !== (mode === 'live')) {
    return { kind: 'ignored', reason: 'event_of_other_mode' };
  }
  const orderId = data.metadata?.order_id ?? '';
  if (!orderEvent.test(key)) {
    const isNamed = ourOrderId.test(orderId) && !key.endsWith('.create');
    if (isNamed) return { kind: 'hint', about: { orderId }, event: key };
    return { kind: 'ignored', reason: 'other_event' };
  }
  if (ourOrderId.test(orderId)) {
    // The gateway's own act.
    if (key === 'refund.create') return { kind: 'ignored', reason: 'other_event' };
    return { kind: 'hint', about: { orderId } };
  }
  // A refund or dispute that others made concerns the payment.
  const ref = data.charge ?? providerRef.safeParse(data.id).data;
  if (ref === undefined) return { kind: 'unreadable', problem: new Problem('invalid_request') };
  return { kind: 'hint', about: { providerRef: ref } };
}
