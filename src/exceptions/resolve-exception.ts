import { adjustOrder, type AdjustedOrder } from '../orders/store/apply-transition';
import { enqueueWake, type OutboxMessage } from '../kernel/outbox/store/messages';
import type { Exception } from './store/exceptions';
import { writeResolution } from './store/resolutions';
import { dismissMovements, restoreMovements, retryTaken } from '../ledger/store/movements';
import { findSender, refundToSender, type RefundToSender } from '../orders/refund/refund-to-sender';
import { isProposedAsPaid } from '../orders/refund/store/manual-refunds';
import { isBeingSent } from '../orders/store/provider-requests';
import type { Db } from '../platform/postgres/connect';
import {
  endingOf,
  fits,
  hasNoAmount,
  requiresRest,
  resolutionsOf,
  sharesOf,
  sumOf,
  type Part,
} from './rules/exception';
import { formatBaht } from '../kernel/rules/money';
import { Problem } from '../kernel/rules/problem';
import { noSums, planResolution, type ResolutionPlan, type Rest } from './rules/resolution';
import { newId } from '../platform/new-id';
import { assignUnknown, type Assignee } from './assign-unknown';
import { CannotResolve } from './cannot-resolve';
import { decideOn } from './decide-on';
import { payElsewhere } from './pay-elsewhere';
import type { Deps } from '../deps';

export interface ResolutionRequest {
  readonly exceptionId: string;
  readonly parts: readonly Part[];
  /**
   * The remaining amount of an order that the resolution credits in part; null when nothing
   * remains.
   */
  readonly rest?: Rest | null;
  /** Only for money of an unknown order. */
  readonly assignee?: Assignee | null;
  /** Null when unknown. */
  readonly payerMatches?: boolean | null;
  /** The operator's name. */
  readonly by: string;
  readonly reason: string;
}

type Resolving = Pick<Deps, 'config' | 'db' | 'origin' | 'providers' | 'vault'>;

/**
 * Updates the order's amounts, ends it where the resolution does, and writes an event for the
 * merchant. `record` writes the audit event in the same transaction. Throws CannotResolve.
 */
export async function resolveException(
  deps: Resolving,
  record: (trx: Db) => Promise<void>,
  request: ResolutionRequest,
): Promise<readonly OutboxMessage[]> {
  return retryTaken(() =>
    decideOn(deps, request, record, (trx, exception) => {
      demandOpen(exception);
      demandFit(exception, request.parts);
      return apply(deps, trx, exception, request);
    }),
  );
}

async function apply(
  deps: Resolving,
  trx: Db,
  exception: Exception,
  request: ResolutionRequest,
): Promise<readonly OutboxMessage[]> {
  const { parts, by, reason } = request;
  const decision = { id: newId('rsn_'), exceptionId: exception.id, parts, by, reason };
  if (exception.kind === 'unknown_order' && parts.some(({ as }) => as !== 'dismiss')) {
    const { assignee = null, payerMatches = null } = request;
    return assignUnknown(trx, exception, { ...decision, assignee, payerMatches });
  }
  const { order } = exception;
  if (order !== null && parts.some(({ as }) => as === 'pay_elsewhere')) {
    await payElsewhere(deps, trx, order.id);
    await writeResolution(trx, {
      ...decision,
      orderId: order.id,
      sums: noSums,
      isAdjustment: false,
    });
    return enqueueWake(trx, order.id, exception.id);
  }
  if (order === null || parts.some(({ as }) => as === 'dismiss')) {
    await dismissMovements(trx, [exception.movement?.id, exception.callback?.movementId]);
    const orderId = order?.id ?? null;
    await writeResolution(trx, { ...decision, orderId, sums: noSums, isAdjustment: false });
    return [];
  }
  let made: ResolutionPlan | null = null;
  await adjustOrder(trx, order.id, (locked) => {
    made = planOn(locked, exception, request);
    return { ...made, resolutionId: decision.id, exceptionId: exception.id };
  });
  const { transition, ...sums } = planMade(made, order.id);
  // A movement that another decision dismissed took place after all.
  if (typeof sums.movement === 'string') await restoreMovements(trx, [sums.movement]);
  // The order is locked: a call may be in progress, but no new one can start.
  if (endingOf(parts) !== null && (await isBeingSent(trx, order.id))) {
    const message = 'A call to the provider is in progress. Try again in a minute.';
    throw new CannotResolve('asking', message);
  }
  if (parts.some(({ as }) => as === 'release') && (await isProposedAsPaid(trx, order.id))) {
    const message = 'A proposal to record this refund as paid is pending. Decide it first.';
    throw new CannotResolve('proposed', message);
  }
  const isAdjustment = transition === null;
  const refund = await refundPart(deps, trx, exception, parts);
  await writeResolution(trx, {
    ...decision,
    parts: refund === null ? parts : parts.map((part) => refundedBy(part, refund)),
    orderId: order.id,
    sums,
    isAdjustment,
  });
  // The order's workflow sends the webhooks.
  return [...(await enqueueWake(trx, order.id, exception.id)), ...(refund?.messages ?? [])];
}

const refundedBy = (part: Part, { refundId }: RefundToSender): Part =>
  part.as === 'refund' ? { ...part, refundId } : part;

/** Null without money to return. Throws CannotResolve. */
async function refundPart(
  deps: Resolving,
  trx: Db,
  { order, merchantId, callback }: Exception,
  parts: readonly Part[],
): Promise<RefundToSender | null> {
  const amountSatang = sumOf(parts, 'refund');
  if (amountSatang === 0 || order === null || merchantId === null) return null;
  const sender = callback === null ? null : await findSender(deps, trx, callback.id);
  if (sender === null) {
    throw new CannotResolve('payer', 'The account that sent the money is not known.');
  }
  try {
    return await refundToSender(deps, trx, {
      merchantId,
      paymentId: order.id,
      amountSatang,
      sender,
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new CannotResolve('refund', error.message);
  }
}

/** An order with an exception is never deleted. */
function planMade(made: ResolutionPlan | null, orderId: string): ResolutionPlan {
  if (made === null) throw new Error(`${orderId} does not exist`);
  return made;
}

/** The locked order may have changed since the request read it. */
function planOn(
  order: AdjustedOrder,
  exception: Exception,
  { parts, rest = null }: ResolutionRequest,
): ResolutionPlan {
  if (!fits({ ...exception, order }, parts)) {
    throw new CannotResolve('ended', `The order is ${order.status} by now. Look at it again.`);
  }
  if (rest === null && requiresRest(order, parts)) {
    const message = 'This is less than the order. Say whether it is paid in full or stays open.';
    throw new CannotResolve('rest', message);
  }
  return planResolution(order, exception, parts, rest);
}

function demandOpen({ id, resolved }: Exception): void {
  if (resolved === null) return;
  const { by: who, resolution: how } = resolved;
  throw new CannotResolve('resolved', `${id} is resolved already: ${how}, by ${who}.`);
}

function demandFit(exception: Exception, parts: readonly Part[]): void {
  if (fits(exception, parts)) return;
  if (exception.waitsFor !== null) {
    const message = `${exception.waitsFor} is about the same movement and came first.`;
    throw new CannotResolve('waits', `${message} Resolve it before ${exception.id}.`);
  }
  const shares = sharesOf(exception).map(({ ways, satang, exactly }) => {
    const bound = exactly ? 'exactly' : 'at most';
    return `${ways.join(', ')}: ${bound} ${formatBaht(satang)} baht together`;
  });
  const ways = [...shares, ...resolutionsOf(exception).filter(hasNoAmount)];
  throw new CannotResolve('unfit', `${exception.id} can be resolved by ${ways.join('; ')}.`);
}
