import { applyPending } from '../orders/store/apply-transition';
import type { Db } from '../platform/postgres/connect';
import { enqueueWake, type OutboxMessage } from '../kernel/outbox/store/messages';
import type { Exception } from './store/exceptions';
import { writePosting, writeResolution } from './store/resolutions';
import {
  assignToMerchant,
  assignToOrder,
  recordReturn,
  recordUnknown,
} from '../ledger/store/movements';
import { findMerchant } from '../kernel/merchants/store';
import { findOrderKind } from '../orders/store/orders';
import { feeOfAssigned, postAssigned, type AssignedFee } from '../fees/rules/order-fee';
import { findAssignedPricing } from '../fees/store/prices';
import { sumOf, type Part } from './rules/exception';
import type { Transfer } from '../ledger/rules/ledger';
import { directionOf } from '../orders/rules/kinds';
import { postResolution } from '../ledger/rules/postings';
import { noSums } from './rules/resolution';
import { newId } from '../platform/new-id';
import { CannotResolve } from './cannot-resolve';

/** Money of an unknown order goes there. */
export type Assignee =
  | { readonly kind: 'order'; readonly orderId: string }
  | { readonly kind: 'merchant'; readonly merchantId: string };

interface Decision {
  readonly id: string;
  readonly exceptionId: string;
  readonly parts: readonly Part[];
  readonly by: string;
  readonly reason: string;
  readonly assignee: Assignee | null;
  /** Whether the order's expected payer paid; null when unknown. */
  readonly payerMatches: boolean | null;
}

/**
 * The money goes to an order, which books it like a callback, or to a merchant, or it leaves
 * suspense. Throws CannotResolve.
 */
export async function assignUnknown(
  trx: Db,
  exception: Exception,
  { assignee, payerMatches, ...decision }: Decision,
): Promise<readonly OutboxMessage[]> {
  const assigned = decision.parts.find(({ as }) => as === 'assign');
  const found = assigned === undefined ? null : await findAssignee(trx, exception, assignee);
  const movementId = exception.movement?.id ?? (await recordMovement(trx, exception));
  const given =
    assigned !== undefined && found?.kind === 'merchant'
      ? await planCredit(trx, exception, found.merchantId, assigned.amountSatang, movementId)
      : null;
  await writeResolution(trx, {
    ...decision,
    fee: given?.fee ?? null,
    orderId: null,
    sums: noSums,
    isAdjustment: false,
  });
  const returnId = await bookReturn(trx, exception, sumOf(decision.parts, 'return'));
  const post = (merchantId: string | null, ...transfers: readonly Transfer[]) =>
    writePosting(trx, {
      merchantId,
      exceptionId: exception.id,
      resolutionId: decision.id,
      movementId: transfers[0]?.kind === 'return' ? returnId : movementId,
      transfers,
    });
  for (const transfer of postResolution(decision.parts)) {
    // Money that is not in suspense cannot be debited from it.
    if (transfer.kind !== 'assign' || exception.suspendedSatang > 0) await post(null, transfer);
  }
  if (assigned === undefined || found === null) return [];
  if (found.kind === 'merchant') {
    await assignToMerchant(trx, { movementId, merchantId: found.merchantId });
    await post(found.merchantId, ...(given?.transfers ?? []));
    return [];
  }
  const { orderId } = found;
  await assignToOrder(trx, { movementId, orderId, callbackId: newId('cb_'), payerMatches });
  await applyPending(trx, orderId);
  return enqueueWake(trx, orderId, exception.id);
}

/**
 * What a merchant gets without an order, and its fee: that of a QR payment, because evidence of
 * unknown money says no other method. Money that has left is charged.
 */
export async function planCredit(
  db: Db,
  { movement }: Exception,
  merchantId: string,
  amountSatang: number,
  movementId: string | null,
): Promise<{ readonly fee: AssignedFee | null; readonly transfers: readonly Transfer[] }> {
  if (movement?.direction === 'out') {
    return { fee: null, transfers: [{ kind: 'charge', amountSatang }] };
  }
  const { pricing, at } = await findAssignedPricing(db, merchantId, movementId);
  const fee = feeOfAssigned(pricing, amountSatang, at);
  return { fee, transfers: [{ kind: 'credit', amountSatang }, ...postAssigned(fee, pricing)] };
}

/** Throws CannotResolve when the assignee does not exist or does not match. */
async function findAssignee(
  trx: Db,
  { movement }: Exception,
  assignee: Assignee | null,
): Promise<Assignee> {
  if (assignee === null) {
    throw new CannotResolve('assignee', 'Name the order or the merchant that it belongs to.');
  }
  if (assignee.kind === 'merchant') {
    if ((await findMerchant(trx, assignee.merchantId)) !== null) return assignee;
    throw new CannotResolve('assignee', `There is no merchant ${assignee.merchantId}.`);
  }
  const order = await findOrderKind(trx, assignee.orderId);
  if (order === null) {
    throw new CannotResolve('assignee', `There is no order ${assignee.orderId}.`);
  }
  if (directionOf(order.kind) === 'out' || movement?.direction === 'out') {
    const message = 'Only money that came in can be assigned to a payment or a deposit.';
    throw new CannotResolve('assignee', `${message} Name the merchant.`);
  }
  return assignee;
}

/** Returns the movement; null when nothing is returned. */
async function bookReturn(
  trx: Db,
  { id: exceptionId, callback }: Exception,
  amountSatang: number,
): Promise<string | null> {
  if (amountSatang === 0) return null;
  const id = newId('mov_');
  const namedOrder = callback?.namedOrder ?? exceptionId;
  await recordReturn(trx, { id, exceptionId, namedOrder, amountSatang });
  return id;
}

/** An exception has no movement when its order had `MOVEMENTS_MAX` of them. */
async function recordMovement(trx: Db, { callback, id }: Exception): Promise<string> {
  const movementId = newId('mov_');
  const isRecorded = callback !== null && (await recordUnknown(trx, movementId, callback.id, id));
  if (isRecorded) return movementId;
  throw new CannotResolve('unfit', 'Its transaction id is known for other money by now.');
}
