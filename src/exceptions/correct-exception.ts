import { adjustOrder, type AdjustedOrder } from '../orders/store/apply-transition';
import { findDetailedOrder } from '../orders/store/order-detail';
import type { Db } from '../platform/postgres/connect';
import { enqueueWake, type OutboxMessage } from '../kernel/outbox/store/messages';
import type { Exception } from './store/exceptions';
import {
  findStandingResolution,
  writeCorrection,
  writePosting,
  type StandingResolution,
} from './store/resolutions';
import { findAssigned, restoreMovements, revertAssignment } from '../ledger/store/movements';
import { postAssigned, type AssignedFee } from '../fees/rules/order-fee';
import { findAssignedPricing } from '../fees/store/prices';
import { sumOf } from './rules/exception';
import { changes, type Transfer } from '../ledger/rules/ledger';
import { directionOf } from '../orders/rules/kinds';
import { undoOf } from '../ledger/rules/postings';
import {
  correctionOf,
  noSums,
  reversalOf,
  type CorrectionPlan,
  type Sums,
} from './rules/resolution';
import { newId } from '../platform/new-id';
import { CannotResolve } from './cannot-resolve';
import { decideOn } from './decide-on';
import type { Deps } from '../deps';

export interface CorrectionRequest {
  readonly exceptionId: string;
  /** The operator's name. */
  readonly by: string;
  readonly reason: string;
  /** Absent: the last resolution, whichever it is. */
  readonly resolutionId?: string;
}

interface Correction extends CorrectionRequest {
  readonly id: string;
  readonly resolution: StandingResolution;
}

/**
 * Posts the opposite of the last resolution and reopens the exception. The correction references
 * the resolution; both are kept. The order's status stays, its amounts change. Throws
 * CannotResolve.
 */
export async function correctResolution(
  deps: Pick<Deps, 'db'>,
  record: (trx: Db) => Promise<void>,
  request: CorrectionRequest,
): Promise<readonly OutboxMessage[]> {
  return decideOn(deps, request, record, async (trx, exception) => {
    const resolution = await findStandingResolution(trx, exception.id);
    if (exception.resolved === null || resolution === null) {
      const message = `${exception.id} has no resolution that can be corrected.`;
      throw new CannotResolve('uncorrectable', message);
    }
    const { resolutionId = resolution.id } = request;
    if (resolutionId !== resolution.id) {
      const message = `${exception.id} has been resolved again meanwhile.`;
      throw new CannotResolve('uncorrectable', message);
    }
    return correct(trx, exception, { ...request, id: newId('rsn_'), resolution });
  });
}

async function correct(
  trx: Db,
  exception: Exception,
  correction: Correction,
): Promise<readonly OutboxMessage[]> {
  const { order } = exception;
  const { resolution } = correction;
  if (resolution.parts.some(({ as }) => as === 'pay_elsewhere')) {
    const message = 'The payout has gone to another account. This cannot be corrected.';
    throw new CannotResolve('uncorrectable', message);
  }
  await demandFailedRefund(trx, resolution);
  const isDismissal = resolution.parts.every(({ as }) => as === 'dismiss');
  if (isDismissal) {
    await restoreMovements(trx, [exception.movement?.id, exception.callback?.movementId]);
    return write(trx, correction, noSums, null);
  }
  if (exception.kind === 'unknown_order') return unassign(trx, exception, correction);
  if (order === null) throw new Error(`${exception.id} has no order`);
  const aboutId = exception.movement?.id ?? null;
  const isOfAmount = exception.kind === 'amount_mismatch';
  return reverse(trx, correction, order.id, (locked) =>
    correctionOf(locked, { ...resolution, aboutId, isOfAmount }),
  );
}

/** The payer must not be paid again. A failed refund stays failed. */
async function demandFailedRefund(trx: Db, { parts }: StandingResolution): Promise<void> {
  const refundId = parts.find(({ as }) => as === 'refund')?.refundId;
  if (refundId === undefined) return;
  const refund = await findDetailedOrder(trx, refundId);
  if (refund?.status !== 'failed') {
    const is = `${refundId} is ${refund?.status ?? 'unknown'}.`;
    throw new CannotResolve('refunded', `${is} Correct the resolution once it has failed.`);
  }
}

async function reverse(
  trx: Db,
  correction: Correction,
  orderId: string,
  plan: (order: AdjustedOrder) => CorrectionPlan,
): Promise<readonly OutboxMessage[]> {
  const { id, exceptionId } = correction;
  let sums: Sums = noSums;
  await adjustOrder(trx, orderId, (order) => {
    const reversal = plan(order);
    demandCovered(order, reversal);
    sums = reversal;
    return { ...reversal, resolutionId: id, exceptionId };
  });
  return write(trx, correction, sums, orderId);
}

/**
 * Throws CannotResolve when the correction takes a credit that the bank has taken back already, or
 * credits more of a payout than has left.
 */
function demandCovered(order: AdjustedOrder, { creditedSatang, transfers }: CorrectionPlan): void {
  if (directionOf(order.kind) === 'out') {
    if (order.leftSatang + changes(transfers).provider_clearing >= 0) return;
    const message = 'More of the payout would have come back than has left.';
    throw new CannotResolve('refunded', message);
  }
  if (creditedSatang >= 0 || order.chargedSatang <= order.creditedSatang + creditedSatang) return;
  const message = 'More of the order has been charged back than would be left.';
  throw new CannotResolve('refunded', message);
}

/** The money goes back into suspense. */
async function unassign(
  trx: Db,
  exception: Exception,
  correction: Correction,
): Promise<readonly OutboxMessage[]> {
  const { resolution } = correction;
  const movementId = exception.movement?.id ?? exception.callback?.movementId ?? null;
  const assignedSatang = sumOf(resolution.parts, 'assign');
  const post = (merchantId: string | null, ...transfers: readonly Transfer[]) =>
    writePosting(trx, {
      merchantId,
      exceptionId: exception.id,
      resolutionId: correction.id,
      movementId: resolution.movementId ?? movementId,
      transfers,
    });
  for (const { as, amountSatang } of resolution.parts) {
    if (as === 'assign' && exception.suspendedSatang === 0) continue;
    if (as === 'assign' || as === 'return' || as === 'write_off' || as === 'absorb') {
      await post(null, undoOf(as, amountSatang));
    }
  }
  if (assignedSatang === 0 || movementId === null) {
    return write(trx, correction, noSums, null);
  }
  const holder = await findAssigned(trx, movementId);
  await revertAssignment(trx, movementId, exception.callback?.namedOrder ?? exception.id);
  if (holder.order === null) {
    const kind = exception.movement?.direction === 'out' ? 'charge' : 'credit';
    const returned = returnedOf(resolution);
    const { pricing } = await findAssignedPricing(trx, holder.merchantId, movementId);
    const returns = postAssigned(returned, pricing);
    await post(holder.merchantId, undoOf(kind, assignedSatang), ...returns);
    return write(trx, correction, noSums, null);
  }
  const { settledSatang, causedExceptions, id: orderId } = holder.order;
  if (settledSatang !== assignedSatang || causedExceptions > 0) {
    const message = `It was not booked as a whole for ${orderId}: resolve the exceptions there.`;
    throw new CannotResolve('uncorrectable', message);
  }
  const taken = { receivedSatang: -assignedSatang, creditedSatang: -assignedSatang };
  return reverse(trx, correction, orderId, (order) => ({
    ...noSums,
    ...taken,
    reversedSatang: reversalOf(order, { ...taken, chargedSatang: 0 }),
    transition: null,
    returnedSatang: 0,
    isOfAmount: false,
    transfers: [undoOf('credit', assignedSatang)],
    movement: movementId,
  }));
}

/** The fee of assigned money is returned in full. */
const returnedOf = ({ fee }: StandingResolution): AssignedFee | null =>
  fee && { ...fee, feeSatang: 0 - fee.feeSatang, vatSatang: 0 - fee.vatSatang };

/** Also wakes the changed order, whose workflow sends the webhooks. */
async function write(
  trx: Db,
  { resolution, ...decision }: Correction,
  sums: Sums,
  orderId: string | null,
): Promise<readonly OutboxMessage[]> {
  const { parts } = resolution;
  const isAdjustment = orderId !== null;
  const written = { ...decision, orderId, parts, sums, isAdjustment, fee: returnedOf(resolution) };
  await writeCorrection(trx, written, resolution.id);
  return orderId === null ? [] : enqueueWake(trx, orderId, decision.exceptionId);
}
