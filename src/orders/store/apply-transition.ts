import {
  movementsAfter,
  noChange,
  tooManyMovements,
  type CallbackDecision,
} from '../rules/callback';
import { deniesOpen, placeOf } from '../../exceptions/rules/doubt';
import { addPlace, takePlace } from '../payment/store/link-places';
import { interpretCallback } from '../rules/interpret-callback';
import { beyondLink, secondOfChain } from '../rules/interpret-money';
import { isPaidElsewhere } from '../payment/store/chains';
import { movementTime } from '../../kernel/rules/moment';
import type { KnownMovement } from '../../ledger/rules/movement';
import type { Failure } from '../rules/kinds/definition';
import {
  decide,
  definitionOf,
  isOpen,
  type OrderKind,
  type OrderState,
  type OrderTransition,
} from '../rules/kinds';
import { postHold } from '../../ledger/rules/postings';
import { newId } from '../../platform/new-id';
import { findTaken, type Taken } from '../../ledger/store/charges';
import { assignMovement, resolvedMovementTime, retryTaken } from '../../ledger/store/movements';
import type { OutboxMessage } from '../../kernel/outbox/store/messages';
import { transact, transactAndAsk, type Db, type Pipeline } from '../../platform/postgres/connect';
import {
  enqueueDeliveries,
  undispatchedDeliveries,
  type Delivery,
} from '../../webhooks/store/deliveries';
import { lockOrder, type LockedOrder } from './lock-order';
import type { Order } from './orders';
import {
  CALLBACKS_MAX,
  findDoubts,
  findEvidence,
  wasDecided,
  type OrderEvidence,
  type PendingCallback,
} from '../callbacks/store/pending-callbacks';
import { unrefundedRemainder } from '../refund/store/refunds';
import { writeTransition, type Adjustment } from './write-transition';

/*
 * A transition is one short transaction: lock the order, decide, write. It is idempotent: a
 * callback that has been applied is not applied again.
 */

export interface AppliedOrder {
  readonly kind: OrderKind;
  readonly status: OrderState;
  readonly amountSatang: number;
  /** The order's state awaits another transition. */
  readonly isOpen: boolean;
  /** Of an open order; null without a deadline. */
  readonly remainingMs: number | null;
  /** Taken by this call, in order. */
  readonly transitions: readonly OrderTransition[];
  /** The age of the oldest callback that this call has applied; null without one. */
  readonly callbackWaitedMs: number | null;
  /** Callbacks remain for another transaction: call again. */
  readonly more: boolean;
  /** Deliveries that no process has dispatched. */
  readonly undispatched: readonly Delivery[];
}

/** Precedes the provider's callbacks. */
export interface Submission {
  readonly cause: string;
  /** Pipelines further statements of the transaction. */
  also(trx: Pipeline): void;
}

/**
 * Applies the submission, then callbacks in the order of their arrival, then the deadline if it has
 * passed. `onEnd` pipelines further statements when the order has then ended. Null when there is no
 * such order.
 */
export async function applyPending(
  db: Db,
  orderId: string,
  sent: Submission | null = null,
  onEnd: Submission['also'] | null = null,
): Promise<AppliedOrder | null> {
  const [applied, undispatched] = await transactAndAsk(
    db,
    (trx) => applyPendingLocked(trx, orderId, sent, onEnd),
    (after) => undispatchedDeliveries(after, orderId),
  );
  return applied === null ? null : { ...applied, undispatched };
}

async function applyPendingLocked(
  trx: Pipeline,
  orderId: string,
  sent: Submission | null,
  onEnd: Submission['also'] | null,
): Promise<Omit<AppliedOrder, 'undispatched'> | null> {
  const [locked, evidence] = await Promise.all([
    lockOrder(trx, orderId),
    findEvidence(trx, orderId),
  ]);
  if (locked === null) return null;
  sent?.also(trx);
  const before = sent === null ? locked : await applyTransition(trx, locked, 'send', sent.cause);
  const { order: reported, more } = await applyCallbacks(trx, before, evidence);
  const order =
    reported.isOverdue && !more
      ? await applyTransition(trx, reported, 'expire', 'deadline')
      : reported;
  const { kind, status, amountSatang, transitions } = order;
  const open = isOpen(kind, status);
  if (!open) onEnd?.(trx);
  return {
    kind,
    status,
    amountSatang,
    isOpen: open,
    remainingMs: open ? order.remainingMs : null,
    transitions,
    callbackWaitedMs: evidence.pending[0]?.waitedMs ?? null,
    more,
  };
}

export interface ExpiredOrder extends Pick<
  AppliedOrder,
  'status' | 'amountSatang' | 'transitions'
> {
  readonly messages: readonly OutboxMessage[];
}

/**
 * Ends a merchant's pending payment before its deadline and runs `recordAudit` in the same
 * transaction. Returns the resulting status; null when the merchant has no such payment.
 */
export async function expireNow(
  db: Db,
  merchantId: string,
  paymentId: string,
  recordAudit: (trx: Db) => Promise<void>,
): Promise<ExpiredOrder | null> {
  return retryTaken(() =>
    db.transaction(async (trx) => {
      const [order, undispatched] = await transactAndAsk(
        trx,
        (pipeline) => expire(pipeline, merchantId, paymentId),
        (after) => undispatchedDeliveries(after, paymentId),
      );
      if (order === null) return null;
      const { status, amountSatang, transitions } = order;
      // Only the provider knows whether a token was charged.
      if (order.method === 'token') return { status, amountSatang, transitions: [], messages: [] };
      // The workflow sleeps until the deadline, so the deliveries are dispatched from here.
      const messages = await enqueueDeliveries(
        trx,
        undispatched.map(({ id }) => id),
      );
      if (transitions.includes('expire')) await recordAudit(trx);
      return { status, amountSatang, transitions, messages };
    }),
  );
}

async function expire(
  trx: Pipeline,
  merchantId: string,
  paymentId: string,
): Promise<LockedOrder | null> {
  const locked = await lockOrder(trx, paymentId, merchantId);
  if (locked === null || !definitionOf(locked.kind).expirable) return null;
  if (locked.method === 'token') return locked;
  // Money that has been reported takes precedence over the merchant's request.
  const { order } = await applyCallbacks(trx, locked, await findEvidence(trx, paymentId));
  return applyTransition(trx, order, 'expire', 'merchant');
}

/**
 * Releases the payout's hold. Callbacks that arrived before are applied first. Null when it has
 * ended otherwise.
 */
export async function failUnapproved(
  trx: Db,
  orderId: string,
  approvalId: string,
  failure: Failure,
): Promise<Pick<AppliedOrder, 'kind' | 'amountSatang' | 'transitions'> | null> {
  return transact(trx, async (pipeline) => {
    const [locked, evidence] = await Promise.all([
      lockOrder(pipeline, orderId),
      findEvidence(pipeline, orderId),
    ]);
    if (locked === null) return null;
    const { order } = await applyCallbacks(pipeline, locked, evidence);
    if (order.status !== 'pending') return null;
    return applyTransition(pipeline, order, 'fail', approvalId, failure);
  });
}

/** A locked order with all evidence applied that was reported before the resolution. */
export interface AdjustedOrder extends Order, Taken {
  readonly movements: readonly KnownMovement[];
  /** Of a refund: the amount of its payment that no refund has; else 0. */
  readonly unrefundedSatang: number;
}

/**
 * Pending callbacks are applied first, and `plan` gets the resulting order; an error of `plan`
 * rolls everything back. Null when there is no such order.
 */
export async function adjustOrder(
  db: Db,
  orderId: string,
  plan: (order: AdjustedOrder) => Adjustment,
): Promise<Pick<AppliedOrder, 'kind' | 'status' | 'transitions'> | null> {
  return transact(db, async (trx) => {
    const [locked, evidence] = await Promise.all([
      lockOrder(trx, orderId),
      findEvidence(trx, orderId),
    ]);
    if (locked === null) return null;
    const { order, movements } = await applyCallbacks(trx, locked, evidence);
    const { reducesPayment } = definitionOf(order.kind);
    const unrefundedSatang = reducesPayment ? await unrefundedRemainder(trx, orderId) : 0;
    const taken = await findTaken(trx, orderId);
    const adjustment = plan({ ...order, ...taken, movements, unrefundedSatang });
    const { kind, status, transitions } = await adjust(trx, order, adjustment);
    return { kind, status, transitions };
  });
}

async function adjust(
  trx: Pipeline,
  order: LockedOrder,
  adjustment: Adjustment,
): Promise<LockedOrder> {
  const { transition, movement, exceptionId } = adjustment;
  const decision = transition === null ? null : decide(order.kind, order.status, transition);
  if (decision !== null && decision.kind !== 'transition') {
    throw new Error(`${order.id} is ${order.status}: ${transition ?? ''} does not apply`);
  }
  const step = decision?.step ?? null;
  if (step?.to === 'succeeded' && order.paymentLinkId !== null) addPlace(trx, order.paymentLinkId);
  const movedAt = await resolvedMovementTime(trx, adjustment);
  return writeTransition(trx, order, {
    step,
    ...(movedAt && { movedAt }),
    cause: exceptionId,
    transfers: [...postHold(order, step), ...adjustment.transfers],
    movement: typeof movement === 'string' ? null : movement,
    movementId: typeof movement === 'string' ? movement : null,
    adjustment,
  });
}

/** One by one, each with the movements that are known by then. */
async function applyCallbacks(
  trx: Pipeline,
  locked: LockedOrder,
  { movements, pending }: OrderEvidence,
): Promise<{
  readonly order: LockedOrder;
  readonly movements: readonly KnownMovement[];
  readonly more: boolean;
}> {
  let order = locked;
  let known = movements;
  const used = new Set<string>();
  const denied = new Set<string>();
  for (const callback of pending) {
    const fresh = freshOf(callback, used, denied);
    const reported = interpretCallback({ ...order, movements: known }, fresh);
    const payable = await withinLink(trx, order, reported);
    const interpreted = await withinChain(trx, order, payable);
    const { decision, shows } = await placed(trx, order, callback, interpreted);
    const movementId = decision.movement === null ? null : (fresh.assigns ?? newId('mov_'));
    if (fresh.assigns !== null && movementId !== null) {
      used.add(fresh.assigns);
      if (callback.resolvesUnknown) {
        await assignMovement(trx, fresh.assigns, { ...order, cause: callback.id });
      }
    }
    order = await writeTransition(trx, order, {
      ...decision,
      movementId,
      cause: callback.id,
      callback: fresh,
      movedAt: movementTime(
        callback.movedAt ?? decision.about?.movedAt ?? null,
        callback.arrivedAt,
      ),
      shows,
    });
    const { unassigned, amountSatang } = fresh;
    const isWhole = (amountSatang ?? Infinity) >= (unassigned?.amountSatang ?? 0);
    if (unassigned !== null && decision.about === unassigned && isWhole) denied.add(unassigned.id);
    known = movementsAfter(known, decision, { ...callback, movementId });
  }
  return { order, movements: known, more: pending.length === CALLBACKS_MAX };
}

/**
 * Payments of one link settle one after another, up to its limit and until its stop. A payment
 * without a link needs no statement.
 */
async function withinLink(
  trx: Pipeline,
  { paymentLinkId }: LockedOrder,
  decision: CallbackDecision,
): Promise<CallbackDecision> {
  const { step, movement } = decision;
  if (paymentLinkId === null || step?.to !== 'succeeded' || movement === null) return decision;
  if (await takePlace(trx, paymentLinkId)) return decision;
  return beyondLink({ ...decision, movement });
}

/**
 * Of the payments under one checkout one is credited: money for another one is a second transfer of
 * the same payer. A payment without others needs no statement.
 */
async function withinChain(
  trx: Pipeline,
  { id, chainId }: LockedOrder,
  decision: CallbackDecision,
): Promise<CallbackDecision> {
  const { step, movement } = decision;
  if (chainId === null || step?.to !== 'succeeded' || movement === null) return decision;
  if (!(await isPaidElsewhere(trx, { id, chainId }))) return decision;
  return secondOfChain({ ...decision, movement });
}

/**
 * Of several callbacks that name the same unassigned movement, the first takes it: then it is this
 * order's. After one that says that the bank took it back, none takes it.
 */
function freshOf(
  callback: PendingCallback,
  used: ReadonlySet<string>,
  denied: ReadonlySet<string>,
): PendingCallback {
  const { assigns, unassigned } = callback;
  const id = unassigned?.id ?? assigns;
  if (id === null) return callback;
  if (used.has(id)) return { ...callback, assigns: null, unassigned: null, isElsewhere: false };
  return denied.has(id) ? { ...callback, assigns: null } : callback;
}

interface Placed {
  readonly decision: CallbackDecision;
  /** The open exception that shows the callback; null without one. */
  readonly shows: string | null;
}

/**
 * Finds out whether a callback that records nothing repeats an exception, is shown by an open one,
 * or opens another.
 */
async function placed(
  trx: Pipeline,
  order: LockedOrder,
  callback: PendingCallback,
  decision: CallbackDecision,
): Promise<Placed> {
  if (!contradicts(decision)) return { decision, shows: null };
  const { about, names } = decision;
  const known = { ...noChange, about, names };
  const doubts = await findDoubts(trx, order.id);
  const place = placeOf(doubts, callback, decision);
  switch (place.kind) {
    case 'repeats':
      return { decision: known, shows: null };
    case 'shows':
      return { decision, shows: place.exceptionId };
    case 'opens': {
      const isKnown =
        !deniesOpen(doubts, callback, decision) &&
        (await wasDecided(trx, order, callback, decision));
      return { decision: isKnown ? known : decision, shows: null };
    }
    case 'overflows': {
      const beyond = placeOf(doubts, callback, tooManyMovements);
      const shows = beyond.kind === 'shows' ? beyond.exceptionId : null;
      return { decision: tooManyMovements, shows };
    }
  }
}

/** True when the callback opens an exception and records nothing. */
const contradicts = ({ exception, movement }: CallbackDecision): boolean =>
  exception !== null && movement === null;

/** Without a callback. Returns the order unchanged where the transition does not apply. */
async function applyTransition(
  trx: Pipeline,
  order: LockedOrder,
  transition: OrderTransition,
  cause: string,
  failure?: Failure,
): Promise<LockedOrder> {
  const decision = decide(order.kind, order.status, transition);
  if (decision.kind !== 'transition') return order;
  const { step } = decision;
  const transfers = postHold(order, step);
  return writeTransition(trx, order, { step, cause, transfers, ...(failure && { failure }) });
}
