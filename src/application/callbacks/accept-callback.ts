import { storeCallback, storeRefusedCallback } from '../../db/orders/callbacks';
import type { Merchant } from '../../db/accounts/merchants';
import { Problem } from '../../domain/problem';
import { newId } from '../../lib/new-id';
import type { CallbackPayer, CallbackReading, ProviderReport } from '../../providers/connector';
import type { Deps } from '../deps';
import { matchPayer } from '../payments/find-payer';

export interface ProviderCallback extends ProviderReport {
  /** The provider account that the callback was sent to. */
  readonly accountId: string;
  /** The body as received. It may name a payer, so it is stored encrypted. */
  readonly body: string;
}

/** The provider, or in a sandbox a merchant for its own orders. */
export type CallbackSender =
  | { readonly kind: 'provider' }
  | { readonly kind: 'merchant'; readonly merchant: Merchant };

const merchantIdOf = (sender: CallbackSender): string | null =>
  sender.kind === 'merchant' ? sender.merchant.id : null;

/** How long the response waits for the workflow, so that a later read sees the new state. */
const APPLY_WAIT_MS = 1_000;

/**
 * Stores a callback and signals the order's workflow. Returns whether the callback has been applied
 * yet; if not, it will be. Throws Problem `order_not_found`; the provider's callback for an unknown
 * order is stored for operators all the same.
 */
export async function acceptCallback(
  deps: Deps,
  sender: CallbackSender,
  callback: ProviderCallback,
): Promise<{ readonly callbackId: string; readonly applied: boolean }> {
  const { orderKind, orderId, outcome, payer } = callback;
  const callbackId = newId('cb_');
  const identity = payer === null ? null : identityOf(payer);
  const isPaidDeposit = orderKind === 'deposit' && outcome === 'succeeded';
  const message = await storeCallback(deps.db, {
    id: callbackId,
    accountId: callback.accountId,
    route: orderKind,
    namedOrder: orderId,
    merchantId: merchantIdOf(sender),
    heard: outcome,
    amountSatang: callback.amountSatang,
    transactionId: callback.transactionId,
    paidAt: callback.movedAt,
    failure: callback.failure,
    payerDigest: identity === null ? null : deps.vault.digest(identity, 'movements.payer'),
    payerMatches: isPaidDeposit ? await matchPayer(deps, orderId, payer) : null,
    exceptionId: newId('exc_'),
    movementId: newId('mov_'),
    bodySealed: deps.vault.seal(callback.body, 'callbacks.body'),
  });
  if (message === null) throw new Problem('order_not_found');
  deps.outbox.enqueue([message]);
  return { callbackId, applied: await deps.applied.wait(callbackId, APPLY_WAIT_MS) };
}

/**
 * The identity of a payer: the digits of the account number, or else bank and name. Null without
 * either. Its digests are stored, so its form never changes.
 */
function identityOf({ accountNumber, bankName, accountName }: CallbackPayer): string | null {
  const digits = accountNumber?.replace(/[\s-]/g, '') ?? '';
  if (digits !== '') return `account ${digits}`;
  const name = accountName?.toLowerCase() ?? '';
  return name === '' ? null : `name ${bankName?.toLowerCase() ?? ''} ${name}`;
}

type RefusedReport = Extract<CallbackReading, { kind: 'refused' }>['report'];

/** Stores a refused callback for operators, then throws the Problem for its sender. */
export async function refuseCallback(
  deps: Deps,
  sender: CallbackSender,
  callback: RefusedReport & Pick<ProviderCallback, 'accountId' | 'body'>,
  problem: Problem,
): Promise<never> {
  await storeRefusedCallback(deps.db, {
    id: newId('cb_'),
    accountId: callback.accountId,
    route: callback.orderKind,
    namedOrder: callback.orderId,
    merchantId: merchantIdOf(sender),
    heard: callback.outcome,
    transactionId: callback.transactionId,
    refusal: { code: problem.code, message: problem.message },
    bodySealed: deps.vault.seal(callback.body, 'callbacks.body'),
  });
  throw problem;
}
