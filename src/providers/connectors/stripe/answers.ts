import type { z } from 'zod';
import type { Failure } from '../../../orders/rules/kinds/definition';
import {
  failureOf,
  readAnswer,
  readProbe,
  succeededOnce,
  unreachable,
  unreadable,
  type Answer,
} from '../answers';
import type { Found, NotSent, Opened, Probe } from '../connector';
import type { HttpResult } from '../http-client';
import { redirectTo } from '../redirect-to';
import {
  balance,
  orderIdOf,
  paymentIntent,
  refund,
  stripeError,
  type PaymentIntent,
  type Refund,
} from './wire';

/** Null for a body that is not of the documented form, or about another order or mode. */
export type Read<Thing> = (body: unknown) => Thing | null;

/** Final. `idempotency_error`: an earlier request used the key with other parameters. */
const refusingTypes: readonly string[] = ['invalid_request_error', 'card_error'];

export const intentOf =
  (orderId: string, livemode: boolean): Read<PaymentIntent> =>
  (body) => {
    const read = paymentIntent.safeParse(body).data;
    return read?.livemode === livemode && orderIdOf(read) === orderId ? read : null;
  };

export const refundOf =
  (orderId: string): Read<Refund> =>
  (body) => {
    const read = refund.safeParse(body).data;
    return read !== undefined && orderIdOf(read) === orderId ? read : null;
  };

/** Null when the payment intent has no QR code. Stripe documents no expiry of the code. */
export function openedBy({ id, next_action: next }: PaymentIntent): Opened | null {
  const payload = next?.promptpay_display_qr_code?.data;
  if (payload === undefined) return null;
  return { kind: 'opened', providerRef: id, payload, expiresAt: null };
}

/** Required of the payer of a card's charge. */
export const actionOf = ({ status, next_action: next }: PaymentIntent) =>
  redirectTo(status === 'requires_action' ? next?.redirect_to_url?.url : null);

export function readCreated<Made>(result: HttpResult, read: Read<Made>): Made | NotSent {
  const answer = readAnswer(result, read, refusalIn);
  return answer.kind === 'ok' ? answer.object : answer;
}

function refusalIn(body: unknown): Failure | null {
  const error = stripeError.safeParse(body).data?.error;
  const isRefusal = error !== undefined && refusingTypes.includes(error.type);
  return isRefusal ? statedFailure(error, error.type) : null;
}

/**
 * For a request that reads. HTTP 404 for an id that Stripe gave us is no refusal: the key is of
 * another account.
 */
export const readFetched = <Thing>(result: HttpResult, read: Read<Thing>): Answer<Thing> =>
  readAnswer(result, read, () => null);

export function foundIntent(intent: PaymentIntent): Found {
  const { id, status, cancellation_reason: reason, last_payment_error: error } = intent;
  const { latest_charge: charge } = intent;
  // A status that the charge contradicts decides nothing.
  const isContradicted = typeof charge === 'object' && charge?.status !== 'succeeded';
  if (status === 'succeeded' && charge && isContradicted) return unreachable(unreadable);
  const cost = typeof charge === 'object' ? charge?.balance_transaction?.fee : undefined;
  if (status === 'succeeded') return succeededOnce(id, intent.amount_received, null, cost);
  if (status === 'canceled') return { kind: 'failed', ...statedFailure({ code: reason }, status) };
  // The only attempt failed or expired; without an error there was none yet.
  if (status !== 'requires_payment_method' || !error) {
    return { kind: 'waiting', ...actionOf(intent) };
  }
  return { kind: 'failed', ...statedFailure(error, 'failed') };
}

export function foundRefund({ id, status, amount, failure_reason: reason }: Refund): Found {
  const sent = succeededOnce(id, amount);
  if (status === 'succeeded') return sent;
  if (status === 'pending' || status === 'requires_action') return { kind: 'waiting' };
  const [movement] = sent.movements;
  return { kind: 'failed', ...statedFailure({ code: reason }, status), movement };
}

function statedFailure(
  { decline_code: declined, code, message }: Partial<z.output<typeof stripeError>['error']>,
  codeOtherwise: string,
): Failure {
  const otherwise = { code: codeOtherwise, message: 'Stripe gave no reason.' };
  return failureOf(declined ?? code, message, otherwise);
}

export function readBalance(result: HttpResult, livemode: boolean): Probe {
  const answer = readFetched(result, (body) => balance.safeParse(body).data ?? null);
  const isOfMode = answer.kind !== 'ok' || answer.object.livemode === livemode;
  return isOfMode ? readProbe(answer) : { kind: 'rejected', reason: 'other_mode' };
}
