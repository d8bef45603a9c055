import { storeCallback, storeRefusedCallback } from '../../db/orders/callbacks';
import type { Merchant } from '../../db/accounts/merchants';
import type { Failure } from '../../domain/callback';
import type { ProviderOutcome } from '../../domain/movement';
import type { OrderKind } from '../../domain/order';
import { Problem } from '../../domain/problem';
import { newId } from '../../lib/new-id';
import type { Deps } from '../deps';
import { matchPayer } from '../payments/find-payer';

export interface ProviderCallback {
  /** The kind of order that the provider speaks of. */
  readonly route: OrderKind;
  /** Our order id, or the ref that the QR carried. */
  readonly orderId: string;
  readonly heard: ProviderOutcome;
  /** Null: the amount of the order. */
  readonly amountSatang: number | null;
  readonly transactionId: string | null;
  readonly paidAt: Date | null;
  /** The account that paid, or its bank and name; null where the provider names no payer. */
  readonly payer: string | null;
  /** Why it failed, where the provider says so. */
  readonly failure: Failure | null;
  /** The body as it came; it may hold a payer's name and account, so it is stored encrypted. */
  readonly body: string;
}

/**
 * The provider itself, or, where the sandbox bank is the provider, a merchant for its own orders.
 */
export type CallbackSender =
  | { readonly kind: 'provider' }
  | { readonly kind: 'merchant'; readonly merchant: Merchant };

/** How long the answer waits for the workflow, so that who reads next sees the new state. */
const APPLY_WAIT_MS = 1_000;

/**
 * Stores a callback and has the order's workflow told of it. Returns whether it has been applied
 * yet; if not, it will be. Throws Problem `order_not_found`; what the provider says of an order
 * that we do not know is kept for operators all the same.
 */
export async function acceptCallback(
  deps: Deps,
  sender: CallbackSender,
  callback: ProviderCallback,
): Promise<{ readonly callbackId: string; readonly applied: boolean }> {
  const callbackId = newId('cb_');
  const payerMatches =
    callback.route === 'deposit' && callback.heard === 'succeeded'
      ? await matchPayer(deps, callback.orderId, callback.body)
      : null;
  const dispatch = await storeCallback(deps.db, {
    id: callbackId,
    route: callback.route,
    namedOrder: callback.orderId,
    merchantId: sender.kind === 'merchant' ? sender.merchant.id : null,
    heard: callback.heard,
    amountSatang: callback.amountSatang,
    transactionId: callback.transactionId,
    paidAt: callback.paidAt,
    failure: callback.failure,
    payerDigest:
      callback.payer === null ? null : deps.vault.digest(callback.payer, 'movements.payer'),
    payerMatches,
    exceptionId: newId('exc_'),
    movementId: newId('mov_'),
    bodySealed: deps.vault.seal(callback.body, 'callbacks.body'),
  });
  if (dispatch === null) throw new Problem('order_not_found');
  deps.outbox.enqueue([dispatch]);
  return { callbackId, applied: await deps.applied.wait(callbackId, APPLY_WAIT_MS) };
}

/**
 * Keeps a callback that states something this gateway does not handle, for operators, and throws
 * the Problem that the caller is answered.
 */
export async function refuseCallback(
  deps: Deps,
  sender: CallbackSender,
  callback: Pick<ProviderCallback, 'route' | 'orderId' | 'heard' | 'transactionId' | 'body'>,
  problem: Problem,
): Promise<never> {
  await storeRefusedCallback(deps.db, {
    id: newId('cb_'),
    route: callback.route,
    namedOrder: callback.orderId,
    merchantId: sender.kind === 'merchant' ? sender.merchant.id : null,
    heard: callback.heard,
    transactionId: callback.transactionId,
    refusal: { code: problem.code, message: problem.message },
    bodySealed: deps.vault.seal(callback.body, 'callbacks.body'),
  });
  throw problem;
}
