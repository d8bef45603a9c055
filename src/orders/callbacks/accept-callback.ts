import { storeCallback, storeRefusedCallback } from './store/callbacks';
import { matchPayer, payerColumns } from '../store/payers';
import type { Merchant } from '../../kernel/merchants/store';
import { isPlausible } from '../../kernel/rules/moment';
import { incomingKinds } from '../rules/kinds';
import { Problem } from '../../kernel/rules/problem';
import { newId } from '../../platform/new-id';
import type {
  CallbackReading,
  ProviderAccount,
  ProviderReport,
} from '../../providers/connectors/connector';
import type { Deps } from '../../deps';
import { joinTrace } from './join-trace';

export interface ProviderCallback extends ProviderReport {
  readonly accountId: string;
  /** As received. It may name a payer, so it is stored encrypted. */
  readonly body: string;
}

/**
 * The provider of the platform. Or a merchant, whose callbacks reach its own orders only: in a
 * sandbox, and in place of the provider of an account of its own, whose secrets it knows.
 */
export type CallbackSender =
  | { readonly kind: 'provider' }
  | { readonly kind: 'merchant'; readonly merchant: Pick<Merchant, 'id'> };

/** A merchant knows the secrets of its own account. */
export const senderAt = ({ merchantId }: Pick<ProviderAccount, 'merchantId'>): CallbackSender =>
  merchantId === null ? { kind: 'provider' } : { kind: 'merchant', merchant: { id: merchantId } };

const merchantIdOf = (sender: CallbackSender): string | null =>
  sender.kind === 'merchant' ? sender.merchant.id : null;

/** How long the response waits for the workflow, so that a later read sees the new state. */
const APPLY_WAIT_MS = 1_000;

/**
 * Signals the order's workflow. Returns whether the callback has been applied yet; if not, it will
 * be. Throws Problem `order_not_found`; the provider's callback for an unknown order is stored for
 * operators all the same.
 */
export async function acceptCallback(
  deps: Deps,
  sender: CallbackSender,
  callback: ProviderCallback,
): Promise<{ readonly callbackId: string; readonly applied: boolean }> {
  const { orderKind, orderId, outcome, payer } = callback;
  const { route, kinds } = routeOf(orderKind);
  const callbackId = newId('cb_');
  const isPaidDeposit = kinds.includes('deposit') && outcome === 'succeeded';
  const message = await storeCallback(deps.db, {
    id: callbackId,
    accountId: callback.accountId,
    route,
    kinds,
    namedOrder: orderId,
    merchantId: merchantIdOf(sender),
    reported: outcome,
    amountSatang: callback.amountSatang,
    transactionId: callback.transactionId,
    paidAt: callback.movedAt,
    failure: callback.failure,
    unusedFields: unusedOf(callback),
    ...payerColumns(deps.vault, payer),
    payerMatches: isPaidDeposit ? await matchPayer(deps, orderId, payer) : null,
    exceptionId: newId('exc_'),
    movementId: newId('mov_'),
    bodySealed: deps.vault.seal(callback.body, 'callbacks.body'),
    isTraced: deps.trace !== undefined,
  });
  if (message === null) throw new Problem('order_not_found');
  deps.outbox.enqueue([joinTrace(deps, message)]);
  return { callbackId, applied: await deps.applied.wait(callbackId, APPLY_WAIT_MS) };
}

/** Fields that cannot be read, and an implausible time. */
function unusedOf({ unread = [], movedAt }: ProviderReport): readonly string[] {
  const isUsed = movedAt === null || isPlausible(movedAt, new Date());
  return isUsed ? unread : [...unread, 'paidAt'];
}

/** Stored with the callback; `kinds` are those that it can be about. */
const routeOf = (kind: ProviderReport['orderKind']) =>
  kind === 'incoming'
    ? ({ route: 'payment', kinds: incomingKinds } as const)
    : ({ route: kind, kinds: [kind] } as const);

type RefusedReport = Extract<CallbackReading, { kind: 'refused' }>['report'];

/** Stores the callback for operators, then throws the Problem for its sender. */
export async function refuseCallback(
  deps: Deps,
  sender: CallbackSender,
  callback: RefusedReport & Pick<ProviderCallback, 'accountId' | 'body'>,
  problem: Problem,
): Promise<never> {
  await storeRefusedCallback(deps.db, {
    id: newId('cb_'),
    accountId: callback.accountId,
    ...routeOf(callback.orderKind),
    namedOrder: callback.orderId,
    merchantId: merchantIdOf(sender),
    reported: callback.outcome,
    transactionId: callback.transactionId,
    refusal: { code: problem.code, message: problem.message },
    bodySealed: deps.vault.seal(callback.body, 'callbacks.body'),
  });
  throw problem;
}
