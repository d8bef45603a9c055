import { isThaiQrOf } from '../../../kernel/rules/promptpay';
import { readThaiQr } from '../../../platform/slips/read-qr-image';
import {
  failureOf,
  refused,
  succeededOnce,
  unreachable,
  unreadable,
  type Answer,
} from '../answers';
import type { Found, Inquiry, Opened, QrOpened, QrOrder, RequestOf, Sent } from '../connector';
import { redirectTo } from '../redirect-to';
import type { OmiseApi } from './api';
import { findOne } from './lists';
import { charge, chargeId, refund, refundId, type Charge } from './objects';
import { contradictory, contradicts, isReversed, withReturns } from './returns';

export async function openQr(api: OmiseApi, order: QrOrder): Promise<QrOpened> {
  const method = { source: { type: 'promptpay' }, expires_at: order.expiresAt.toISOString() };
  const answer = await create(api, order, method);
  if (answer.kind !== 'ok') return answer;
  return (await openedBy(api, answer.object, order.orderId)) ?? unreadable;
}

/** A charge that was paid meanwhile cannot expire. */
export async function closeQr(api: OmiseApi, providerRef: string) {
  if (!chargeId.safeParse(providerRef).success) return 'not_closed';
  const path = `/charges/${providerRef}/expire`;
  const answer = await api.call(charge, { method: 'POST', path, body: {} });
  return answer.kind === 'ok' && answer.object.status === 'expired' ? 'closed' : 'not_closed';
}

/** Once. A charge that requires 3-D Secure is ended when its payer has no page to return to. */
export async function chargeToken(api: OmiseApi, request: RequestOf<'charge'>): Promise<Sent> {
  const { token: card, returnUrl: return_uri } = request;
  const answer = await create(api, request, { card, capture: true, return_uri });
  if (answer.kind !== 'ok') return answer;
  const { id: providerRef, status, authorize_uri: url } = answer.object;
  const action = redirectTo(status === 'pending' ? url : null);
  const accepted = { kind: 'accepted', providerRef, ...action } as const;
  if (return_uri !== undefined || accepted.nextAction === undefined) return accepted;
  if ((await closeQr(api, providerRef)) !== 'closed') return accepted;
  const message = 'The card requires 3-D Secure, and the payment has no return_url.';
  return refused('authentication_required', message);
}

/** Reads the QR code too, for an order that has no reference yet. */
export const findCharge = (api: OmiseApi, inquiry: Inquiry): Promise<Found> =>
  findOne(api, { path: '/charges', schema: charge, id: chargeId }, inquiry, async (object) => {
    const found = await withReturns(api, object, outcomeOf(object), inquiry.orderId);
    const needsQr = inquiry.providerRef === null && Boolean(object.source);
    if (found.kind !== 'waiting' || !needsQr) return found;
    const opened = await openedBy(api, object, inquiry.orderId);
    return opened === null ? unreachable(unreadable.reason) : { ...found, opened };
  });

/** A charge that failed at once is refused. */
async function create(
  api: OmiseApi,
  { orderId, amountSatang: amount }: { orderId: string; amountSatang: number },
  method: object,
): Promise<Answer<Charge>> {
  const ours = { metadata: { order_id: orderId }, webhook_endpoints: [api.callbackUrl] };
  const body = { amount, currency: 'THB', description: orderId, ...method, ...ours };
  const answer = await api.call(charge, { method: 'POST', path: '/charges', body, orderId });
  if (answer.kind !== 'ok') return answer;
  const { object } = answer;
  if (object.amount !== amount || object.metadata?.order_id !== orderId) return unreadable;
  const outcome = outcomeOf(object);
  return outcome.kind === 'failed' ? { ...outcome, kind: 'refused' } : answer;
}

/** The amount is the charge's own: the gateway compares it with the order's. */
function outcomeOf(object: Charge): Exclude<Found, { kind: 'not_found' }> {
  const { id, paid, amount, captured_amount, paid_at, fee, fee_vat: vat } = object;
  const cost = typeof fee === 'number' ? fee + (vat ?? 0) : undefined;
  const success = succeededOnce(id, captured_amount ?? amount, paid_at, cost);
  if (contradicts(object)) return contradictory;
  const status = isReversed(object) ? 'reversed' : object.status;
  switch (status) {
    case 'successful':
      return paid ? success : { kind: 'waiting' };
    case 'pending':
      return { kind: 'waiting', ...redirectTo(object.authorize_uri) };
    case 'unknown':
      return { kind: 'waiting' };
    case 'failed':
    case 'expired':
    case 'reversed': {
      // The charge may have been paid before its reversal.
      const reversed = status === 'reversed' ? { reversed: success.movements } : {};
      const otherwise = { code: status, message: `The charge is ${status}.` };
      const failure = failureOf(object.failure_code, object.failure_message, otherwise);
      return { kind: 'failed', ...failure, ...reversed };
    }
  }
}

/** Newer answers give the code as text, others as an image. Null without a code. */
async function openedBy(api: OmiseApi, object: Charge, orderId: string): Promise<Opened | null> {
  const { id: providerRef, amount, source, expires_at: expiresAt = null } = object;
  const opened = (payload: string): Opened => ({ kind: 'opened', providerRef, payload, expiresAt });
  const code = source?.scannable_code;
  if (code?.raw_data && isThaiQrOf(code.raw_data, amount)) return opened(code.raw_data);
  // The request carries the secret key: only a document of this charge, at our host.
  const uri = code?.image?.download_uri ?? '';
  const path = URL.canParse(uri) ? new URL(uri).pathname : '';
  const document = path.replace(`/charges/${providerRef}`, '');
  if (!/^\/documents\/\w+\/downloads\/\w+$/.test(document)) return null;
  const image = await api.image(path, orderId);
  const payload = image === null ? null : await readThaiQr(image, amount);
  return payload === null ? null : opened(payload);
}

/** The payer gets a part of the charge, or all of it. Omise keeps its fee. */
export async function sendRefund(
  api: OmiseApi,
  { orderId, amountSatang, paymentRef }: RequestOf<'refund'>,
): Promise<Sent> {
  if (!chargeId.safeParse(paymentRef).success) {
    return refused('payment_not_found', 'The payment has no charge at Omise.');
  }
  const path = `/charges/${paymentRef}`;
  const paid = await api.call(charge, { method: 'GET', path, orderId });
  if (paid.kind !== 'ok') return unreachable(paid);
  const { amount, refundable, partially_refundable: isPartly } = paid.object;
  if (!refundable) return refused('not_refundable', 'Omise does not refund this charge.');
  if (amountSatang !== amount && !isPartly) {
    return refused('not_partially_refundable', 'Omise refunds this charge as a whole only.');
  }
  const body = { amount: amountSatang, metadata: { order_id: orderId } };
  const sent = { method: 'POST', path: `${path}/refunds`, body, orderId } as const;
  const answer = await api.call(refund, sent);
  if (answer.kind !== 'ok') return answer;
  const { id: providerRef, amount: refunded, metadata } = answer.object;
  const isAsked = refunded === amountSatang && metadata?.order_id === orderId;
  return isAsked ? { kind: 'accepted', providerRef } : unreadable;
}

/** Only `closed` is documented as an end; other states are inquired again. */
export async function findRefund(api: OmiseApi, inquiry: Inquiry): Promise<Found> {
  const { paymentRef } = inquiry;
  if (!chargeId.safeParse(paymentRef).success) return unreachable('invalid_reference');
  const path = `/charges/${paymentRef}/refunds`;
  return findOne(api, { path, schema: refund, id: refundId }, inquiry, ({ id, status, amount }) =>
    status === 'closed' ? succeededOnce(id, amount) : { kind: 'waiting' },
  );
}
