import { adjustOrder } from '../../db/orders/apply-transition';
import type { Db } from '../../db/postgres/connect';
import { enqueueWake } from '../../db/outbox/messages';
import type { OutboxMessage } from '../../db/outbox/messages';
import { findStandingResolution, writeCorrection, writePosting } from '../../db/ledger/exceptions';
import type { Exception, StandingResolution } from '../../db/ledger/exceptions';
import { findAssigned, restoreMovements, takeMovementBack } from '../../db/ledger/movements';
import { sumOf } from '../../domain/exception';
import type { OrderKind } from '../../domain/orders';
import { undoOf } from '../../domain/postings';
import { correctionOf, noSums } from '../../domain/resolution';
import type { Sums } from '../../domain/resolution';
import { newId } from '../../lib/new-id';
import { CannotResolve, demandReason, explaining, lockKnown } from './cannot-resolve';
import type { Deps } from '../deps';

export interface CorrectionRequest {
  readonly exceptionId: string;
  /** The name of the operator. */
  readonly by: string;
  readonly reason: string;
}

interface Correction extends CorrectionRequest {
  readonly id: string;
  readonly resolution: StandingResolution;
}

/**
 * Reverses the last resolution of an exception by opposite postings and reopens the exception. The
 * correction references the resolution; both are kept. The order's status stays, its amounts
 * change. Throws CannotResolve.
 */
export async function correctResolution(
  deps: Pick<Deps, 'db'>,
  record: (trx: Db) => Promise<void>,
  request: CorrectionRequest,
): Promise<readonly OutboxMessage[]> {
  demandReason(request.reason);
  return deps.db.transaction(async (trx) => {
    const exception = await lockKnown(trx, request.exceptionId);
    const resolution = await findStandingResolution(trx, exception.id);
    if (exception.resolved === null || resolution === null) {
      const message = `${exception.id} has no resolution that can be corrected.`;
      throw new CannotResolve('uncorrectable', message);
    }
    const correction = { ...request, id: newId('rsn_'), resolution };
    const dispatches = await explaining(() => correct(trx, exception, correction));
    await record(trx);
    return dispatches;
  });
}

async function correct(
  trx: Db,
  exception: Exception,
  correction: Correction,
): Promise<readonly OutboxMessage[]> {
  const { order } = exception;
  const { resolution } = correction;
  const isDismissal = resolution.parts.every(({ as }) => as === 'dismiss');
  if (isDismissal) {
    await restoreMovements(trx, [exception.movement?.id, exception.callback?.movementId]);
    await write(trx, correction, null);
    return [];
  }
  if (exception.kind === 'unknown_order') return unassign(trx, exception, correction);
  if (order === null) throw new Error(`${exception.id} has no order`);
  const plan = await reverse(trx, order, correction);
  await write(trx, correction, { orderId: order.id, plan });
  return enqueueWake(trx, order.id, exception.id);
}

/** Posts the reversal on the order and restores its totals. */
async function reverse(
  trx: Db,
  order: { readonly id: string; readonly kind: OrderKind },
  { id, exceptionId, resolution }: Correction,
): Promise<Sums> {
  const plan = correctionOf(order.kind, resolution);
  await adjustOrder(trx, order.id, () => ({ ...plan, resolutionId: id, exceptionId }));
  return plan;
}

/** Moves assigned money back into suspense. */
async function unassign(
  trx: Db,
  exception: Exception,
  correction: Correction,
): Promise<readonly OutboxMessage[]> {
  const { resolution } = correction;
  const movementId = exception.movement?.id ?? exception.callback?.movementId ?? null;
  const assignedSatang = sumOf(resolution.parts, 'assign');
  const post = (merchantId: string | null, transfer: ReturnType<typeof undoOf>) =>
    writePosting(trx, {
      merchantId,
      exceptionId: exception.id,
      resolutionId: correction.id,
      movementId,
      transfer,
    });
  for (const { as, amountSatang } of resolution.parts) {
    if (as === 'assign' && exception.suspendedSatang === 0) continue;
    if (as === 'assign' || as === 'return' || as === 'write_off' || as === 'absorb') {
      await post(null, undoOf(as, amountSatang));
    }
  }
  if (assignedSatang === 0 || movementId === null) {
    await write(trx, correction, null);
    return [];
  }
  const holder = await findAssigned(trx, movementId);
  await takeMovementBack(trx, movementId, exception.callback?.namedOrder ?? exception.id);
  if (holder.order === null) {
    const kind = exception.movement?.direction === 'out' ? 'charge' : 'credit';
    await post(holder.merchantId, undoOf(kind, assignedSatang));
    await write(trx, correction, null);
    return [];
  }
  const { settledSatang, openExceptions, id: orderId } = holder.order;
  if (settledSatang !== assignedSatang || openExceptions > 0) {
    const message = `It was not booked as a whole for ${orderId}: resolve the exceptions there.`;
    throw new CannotResolve('uncorrectable', message);
  }
  const transfers = [undoOf('credit', assignedSatang)];
  const sums = {
    ...noSums,
    receivedSatang: -assignedSatang,
    creditedSatang: -assignedSatang,
  };
  const plan = { ...sums, transition: null, transfers, movement: movementId } as const;
  await adjustOrder(trx, orderId, () => ({
    ...plan,
    resolutionId: correction.id,
    exceptionId: exception.id,
  }));
  await write(trx, correction, { orderId, plan });
  return enqueueWake(trx, orderId, exception.id);
}

/** The change of an order by a correction; null for none. */
interface Changed {
  readonly orderId: string;
  readonly plan: Sums;
}

async function write(trx: Db, correction: Correction, changed: Changed | null): Promise<void> {
  const { id, exceptionId, by, reason, resolution } = correction;
  const written = {
    id,
    exceptionId,
    by,
    reason,
    orderId: changed?.orderId ?? null,
    parts: resolution.parts,
    sums: changed?.plan ?? noSums,
    isAdjustment: changed !== null,
  };
  await writeCorrection(trx, written, resolution.id);
}
