import { movementsAfter, noChange } from '../../domain/callback';
import type {
  Failure,
  CallbackDecision,
  IncomingCallback,
  NewMovement,
} from '../../domain/callback';
import { paymentEventBody, refundEventBody, withdrawalEventBody } from '../../domain/events';
import type { EventName } from '../../domain/events';
import type { ExceptionKind } from '../../domain/exception';
import { interpretCallback } from '../../domain/interpret-callback';
import { accounts, changes } from '../../domain/ledger';
import type { Transfer } from '../../domain/ledger';
import type { KnownMovement } from '../../domain/movement';
import { adjustedEventOf, decide, directionOf, isOpen } from '../../domain/order';
import type { OrderKind, OrderMove, OrderState, OrderStep } from '../../domain/order';
import { newId } from '../../lib/new-id';
import { run, transact, transactAndAsk } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import type { ResolutionPlan } from '../../domain/resolution';
import type { CallbackRoute } from './callbacks';
import type { Db, Pipeline } from '../postgres/connect';
import { enqueueDeliveries, undispatchedDeliveries } from '../webhooks/deliveries';
import type { Delivery } from '../webhooks/deliveries';
import type { OutboxMessage } from '../outbox/messages';
import { assignMovement, findMovements, retryTaken } from '../ledger/movements';
import { orderColumns, orderFromRow } from './orders';
import type { Order, OrderRow } from './orders';
import { findRefundDetails } from './refunds';
import { findPayee } from './withdrawals';

/*
 * The only writer of a status. A move is one short transaction: lock the order, decide, then one
 * statement that writes the state, its history, the money, the event and its deliveries together.
 * It fails where it would not write what was decided, so that nobody has to wait for its answer
 * before the commit (decision 20). All of it is idempotent: a callback that has been applied is not
 * applied again.
 */

export interface AppliedOrder {
  readonly kind: OrderKind;
  readonly status: OrderState;
  /** Whether the order still waits for something. */
  readonly isOpen: boolean;
  /** Milliseconds to the deadline while it waits; null once it has ended, or without a deadline. */
  readonly opensForMs: number | null;
  /** What was done now, in order. */
  readonly moves: readonly OrderMove[];
  /** More callbacks wait than one transaction takes: call again. */
  readonly more: boolean;
  /** Of the order, what nobody has taken on yet. */
  readonly untaken: readonly Delivery[];
}

/** That the provider was asked to pay, which comes before whatever it says of that. */
export interface Submission {
  readonly cause: string;
  /** Sends what is written together with it, and waits for nothing. */
  also(trx: Pipeline): void;
}

/**
 * Applies to an order whatever waits for it: that it was sent, callbacks in the order in which they
 * came, then the deadline if it has passed. Returns null when there is no such order.
 */
export async function applyPending(
  db: Db,
  orderId: string,
  sent: Submission | null = null,
): Promise<AppliedOrder | null> {
  const [advanced, untaken] = await transactAndAsk(
    db,
    (trx) => applyPendingLocked(trx, orderId, sent),
    (after) => undispatchedDeliveries(after, orderId),
  );
  return advanced === null ? null : { ...advanced, untaken };
}

async function applyPendingLocked(
  trx: Pipeline,
  orderId: string,
  sent: Submission | null,
): Promise<Omit<AppliedOrder, 'untaken'> | null> {
  const [locked, evidence] = await Promise.all([
    lockOrder(trx, orderId),
    findEvidence(trx, orderId),
  ]);
  if (locked === null) return null;
  sent?.also(trx);
  const before = sent === null ? locked : await applyTransition(trx, locked, 'send', sent.cause);
  const { order: heard, more } = await applyCallbacks(trx, before, evidence);
  const order =
    heard.dueNow && !more ? await applyTransition(trx, heard, 'expire', 'deadline') : heard;
  const open = isOpen(order.kind, order.status);
  return {
    kind: order.kind,
    status: order.status,
    isOpen: open,
    opensForMs: open ? order.remainingMs : null,
    moves: order.moves,
    more,
  };
}

export interface Ended extends Pick<AppliedOrder, 'status' | 'moves'> {
  /** To be offered after the commit. */
  readonly dispatches: readonly OutboxMessage[];
}

/**
 * Ends a pending payment before its deadline, for its merchant, and commits `also` with that where
 * it does. Returns the status that it now has and what this call did to it; null when the merchant
 * has no such payment.
 */
export async function expireNow(
  db: Db,
  merchantId: string,
  paymentId: string,
  recordAudit: (trx: Db) => Promise<void>,
): Promise<Ended | null> {
  return retryTaken(() =>
    db.transaction(async (trx) => {
      const [order, untaken] = await transactAndAsk(
        trx,
        (pipeline) => expire(pipeline, merchantId, paymentId),
        (after) => undispatchedDeliveries(after, paymentId),
      );
      if (order === null) return null;
      // Whether a token was charged is for the provider to say.
      if (order.method === 'token') return { status: order.status, moves: [], dispatches: [] };
      // Nobody looks at the order before its deadline: its deliveries leave with the change itself.
      const dispatches = await enqueueDeliveries(
        trx,
        untaken.map(({ id }) => id),
      );
      if (order.moves.includes('expire')) await recordAudit(trx);
      return { status: order.status, moves: order.moves, dispatches };
    }),
  );
}

async function expire(
  trx: Pipeline,
  merchantId: string,
  paymentId: string,
): Promise<LockedOrder | null> {
  const locked = await lockOrder(trx, paymentId, merchantId);
  if (locked === null || locked.kind !== 'payment') return null;
  if (locked.method === 'token') return locked;
  // Money that has been told of and not yet applied comes before the merchant's wish.
  const { order } = await applyCallbacks(trx, locked, await findEvidence(trx, paymentId));
  return applyTransition(trx, order, 'expire', 'merchant');
}

/** What an operator's resolution, or its correction, does to an order. */
export interface Adjustment extends Omit<ResolutionPlan, 'transfers'> {
  readonly resolutionId: string;
  readonly exceptionId: string;
  readonly transfers: readonly Transfer[];
}

/** An order as a resolution finds it: locked, with everything applied that was reported before. */
export interface AdjustedOrder extends Order {
  readonly movements: readonly KnownMovement[];
  /** Of a refund: what could still be refunded of its payment; else 0. */
  readonly roomSatang: number;
}

/**
 * Applies an operator's resolution to an order. What the provider has reported meanwhile comes
 * first, so `plan` decides on the order as it is then; what it throws undoes everything. Returns
 * the moves that were made; null when there is no such order.
 */
export async function adjustOrder(
  db: Db,
  orderId: string,
  plan: (order: AdjustedOrder) => Adjustment,
): Promise<Pick<AppliedOrder, 'kind' | 'status' | 'moves'> | null> {
  return transact(db, async (trx) => {
    const [locked, evidence] = await Promise.all([
      lockOrder(trx, orderId),
      findEvidence(trx, orderId),
    ]);
    if (locked === null) return null;
    const { order, movements } = await applyCallbacks(trx, locked, evidence);
    const roomSatang = order.kind === 'refund' ? await roomOfPayment(trx, orderId) : 0;
    const adjustment = plan({ ...order, movements, roomSatang });
    const { kind, status, moves } = await adjust(trx, order, adjustment);
    return { kind, status, moves };
  });
}

async function adjust(
  trx: Pipeline,
  order: LockedOrder,
  adjustment: Adjustment,
): Promise<LockedOrder> {
  const { move, movement, exceptionId } = adjustment;
  const decision = move === null ? null : decide(order.kind, order.status, move);
  if (decision !== null && decision.kind !== 'move') {
    throw new Error(`${order.id} is ${order.status} and takes no ${move ?? ''}`);
  }
  const step = decision?.step ?? null;
  const moved: Transfer[] =
    step?.transfer === 'post' || step?.transfer === 'void'
      ? [{ kind: step.transfer, amountSatang: order.amountSatang }]
      : [];
  const after = await write(trx, order, {
    step,
    cause: exceptionId,
    transfers: [...moved, ...adjustment.transfers],
    movement: typeof movement === 'string' ? null : movement,
    movementId: typeof movement === 'string' ? movement : null,
    adjustment,
  });
  if (adjustment.refundingSatang !== 0) {
    changeRefunded(trx, order.id, adjustment.refundingSatang, adjustment.refundingSatang);
  }
  return after;
}

/** The payment is locked by now. */
async function roomOfPayment(trx: Pipeline, refundId: string): Promise<number> {
  const [row] = await run<{ room: number }>(
    trx,
    'room-of-payment',
    sql`select coalesce(credited_satang, amount_satang) - reversed_satang - refunding_satang as room
     from orders where id = (select payment_id from refunds where order_id = ${refundId})`,
  );
  return row?.room ?? 0;
}

interface LockedOrder extends Order {
  /** Milliseconds to the deadline by the database's clock, at least 1; null without a deadline. */
  readonly remainingMs: number | null;
  /** The deadline has passed and the order still waits. */
  readonly dueNow: boolean;
  /** What has been done to it in this transaction. */
  readonly moves: readonly OrderMove[];
}

/** Whoever asks for a merchant locks nothing of another's: null then. */
async function lockOrder(
  trx: Pipeline,
  orderId: string,
  merchantId: string | null = null,
): Promise<LockedOrder | null> {
  const [row] = await run<OrderRow & { remaining_ms: number | null }>(
    trx,
    'lock-order',
    sql`select ${raw(orderColumns.join(', '))},
            ceil(extract(epoch from expires_at - now()) * 1000)::bigint as remaining_ms
     from orders where id = ${orderId}
     and merchant_id = coalesce(${merchantId}, merchant_id) for no key update`,
  );
  if (row === undefined) return null;
  const order = orderFromRow(row);
  if (order.kind === 'refund') lockPaymentOf(trx, orderId);
  const remainingMs = row.remaining_ms;
  return {
    ...order,
    remainingMs: remainingMs === null ? null : Math.max(remainingMs, 1),
    moves: [],
    dueNow: remainingMs !== null && remainingMs <= 0 && isOpen(order.kind, order.status),
  };
}

/**
 * Rows are locked in one order everywhere: a refund, its payment, the balance. Two moves that need
 * the same rows then wait for each other, and never both.
 */
function lockPaymentOf(trx: Pipeline, refundId: string): void {
  void run(
    trx,
    'lock-payment-of',
    sql`select 1 from orders
     where id = (select payment_id from refunds where order_id = ${refundId}) for no key update`,
  );
}

interface Callback extends IncomingCallback {
  readonly id: string;
  readonly route: CallbackRoute;
  readonly payerMatches: boolean | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
}

/** What is known of an order's money, and what has been reported and not been applied yet. */
interface OrderEvidence {
  readonly movements: readonly KnownMovement[];
  readonly waiting: readonly Callback[];
}

/** How many waiting callbacks of one order are applied in one transaction. */
const CALLBACKS_MAX = 200;

async function findEvidence(trx: Pipeline, orderId: string): Promise<OrderEvidence> {
  const [movements, waiting] = await Promise.all([
    findMovements(trx, orderId),
    findWaiting(trx, orderId),
  ]);
  return { movements, waiting };
}

/**
 * The callbacks that wait, as they came, each with what its transaction id is known for: a movement
 * of another order, or one of an order that was unknown and that the callback names now.
 */
function findWaiting(trx: Pipeline, orderId: string): Promise<readonly Callback[]> {
  return run<Callback>(
    trx,
    'waiting-callbacks',
    sql`with told as materialized (
       select id, route, heard, transaction_id, amount_satang, payer_digest, paid_at, named_order,
              failure_code, failure_message, movement_id, received_at, payer_matches,
              provider_account_id as account,
              case when (select kind from orders where id = ${orderId}) in ('payment', 'deposit')
                then 'in' else 'out' end as direction
       from callbacks
       where order_id = ${orderId} and (applied_at is null or booked_satang is not null)
         and num_nulls(applied_at) = 1
     )
     select told.id, told.route, told.heard, told.transaction_id as "transactionId",
            told.amount_satang as "amountSatang", told.payer_digest as payer,
            told.paid_at as "movedAt", told.failure_code as "failureCode",
            told.failure_message as "failureMessage",
            told.payer_matches as "payerMatches",
            coalesce(told.movement_id, unassigned.id) as assigns,
            holder.id is not null
            and holder.order_id is distinct from ${orderId} as "isElsewhere"
     from told
     left join movements as holder
       on holder.account = told.account and holder.direction = told.direction
      and holder.transaction_id = told.transaction_id
     left join lateral (
       select movements.id from movements
       where movements.order_id is null and movements.named_order = told.named_order
         and movements.direction = told.direction and movements.direction = 'in'
         and movements.account = told.account
         and movements.transaction_id is not distinct from told.transaction_id
         and movements.amount_satang = told.amount_satang and movements.merchant_id is null
         and (told.transaction_id is not null
           or (coalesce(movements.payer_digest = told.payer_digest, true)
             and coalesce(movements.moved_at = told.paid_at, true)))
         and exists (
           select from exceptions where exceptions.movement_id = movements.id
             and exceptions.kind = 'unknown_order' and exceptions.resolved_at is null)
       limit 1
     ) as unassigned on true
     order by told.received_at, told.id limit ${CALLBACKS_MAX}`,
  );
}

/** Applies every callback that waits, each with the movements that are known by then. */
async function applyCallbacks(
  trx: Pipeline,
  locked: LockedOrder,
  { movements, waiting }: OrderEvidence,
): Promise<{
  readonly order: LockedOrder;
  readonly movements: readonly KnownMovement[];
  readonly more: boolean;
}> {
  let order = locked;
  let known = movements;
  const used = new Set<string>();
  for (const callback of waiting) {
    const { assigns } = callback;
    // Of several callbacks that name the same unassigned movement, the first takes it.
    const fresh = assigns !== null && used.has(assigns) ? { ...callback, assigns: null } : callback;
    const heard = interpretCallback({ ...order, movements: known }, fresh);
    const isOld = contradicts(heard) && (await wasTold(trx, order, callback, heard));
    const hearing = isOld ? noChange : heard;
    const movementId = hearing.movement === null ? null : (fresh.assigns ?? newId('mov_'));
    if (fresh.assigns !== null && movementId !== null) {
      used.add(fresh.assigns);
      await assignMovement(trx, fresh.assigns, { ...order, cause: callback.id });
    }
    order = await write(trx, order, {
      ...hearing,
      movementId,
      cause: callback.id,
      callback: fresh,
    });
    known = movementsAfter(known, hearing, { ...callback, movementId });
  }
  return { order, movements: known, more: waiting.length === CALLBACKS_MAX };
}

/** Whether it says what no rule can settle, and records nothing. */
const contradicts = ({ exception, movement }: CallbackDecision): boolean =>
  exception !== null && movement === null;

/** A contradiction that is reported again in the same words adds nothing. */
async function wasTold(
  trx: Pipeline,
  { id }: LockedOrder,
  { heard, transactionId, amountSatang }: Callback,
  { outcome }: CallbackDecision,
): Promise<boolean> {
  const rows = await run(
    trx,
    'told-before',
    sql`select 1 from callbacks
     where order_id = ${id} and applied_at is not null and booked_satang is null
       and outcome = ${outcome} and heard = ${heard}
       and transaction_id is not distinct from ${transactionId}
              and amount_satang is not distinct from ${amountSatang} limit 1`,
  );
  return rows.length > 0;
}

/** Applies a move that no callback brought. Returns the order unchanged where it means nothing. */
async function applyTransition(
  trx: Pipeline,
  order: LockedOrder,
  move: OrderMove,
  cause: string,
): Promise<LockedOrder> {
  const decision = decide(order.kind, order.status, move);
  if (decision.kind !== 'move') return order;
  const { step } = decision;
  const { amountSatang } = order;
  const transfers = step.transfer === null ? [] : [{ kind: step.transfer, amountSatang }];
  return write(trx, order, { step, cause, transfers });
}

interface Writing {
  readonly step: OrderStep | null;
  readonly cause: string;
  readonly callback?: Callback;
  readonly outcome?: string;
  readonly transfers?: readonly Transfer[];
  readonly exception?: ExceptionKind | null;
  /** A movement to record, under `movementId`. */
  readonly movement?: NewMovement | null;
  /** The movement that the transfers book. */
  readonly movementId?: string | null;
  /** The known movement that the callback is about, and the bank's id that it turns out to have. */
  readonly about?: KnownMovement | null;
  readonly names?: string | null;
  readonly adjustment?: Adjustment;
}

const statement = `
  with input as (
    select ?::text as order_id, ?::text as merchant_id, ?::text as kind, ?::text as from_status,
           ?::text as to_status, ?::text as move, ?::text as cause, ?::boolean as late,
           ?::bigint as received_satang, ?::text as failure_code, ?::text as failure_message,
           ?::timestamptz as completed_at, ?::text as event_id, ?::text as event_name,
           ?::text as event_body, ?::integer as sequence, ?::text as callback_id,
           ?::text as outcome, ?::bigint as booked_satang, ?::text as exception_id,
           ?::text as exception_kind, ?::json as transfers, ?::bigint as available_change,
           ?::bigint as held_change,
           ?::json as movement, ?::text as movement_id, ?::text as about_id,
           ?::text as about_callback, ?::text as names,
           ?::bigint as credited_satang, ?::bigint as reversed_change,
           ?::text as resolution_id, ?::text as resolves, ?::boolean as payer_matches,
           ?::integer as orders_due, ?::integer as balances_due, ?::integer as callbacks_due,
           -- As it still has to be: by value, so that no index of what waits serves (decision 19).
           null::timestamptz as applied_at
  ), changed as (
    update orders set
      status = input.to_status, late = input.late, sequence = input.sequence,
      received_satang = orders.received_satang + input.received_satang,
      credited_satang = input.credited_satang,
      payer_matches = input.payer_matches,
      reversed_satang = orders.reversed_satang + input.reversed_change,
      failure_code = input.failure_code, failure_message = input.failure_message,
      completed_at = input.completed_at
    from input where orders.id = input.order_id and input.orders_due = 1
    returning 1
  ), noted as (
    insert into status_changes (order_id, kind, move, from_status, to_status, cause)
    select order_id, kind, move, from_status, to_status, cause from input where move is not null
  ), money as (
    insert into transfers (merchant_id, order_id, callback_id, exception_id, resolution_id,
                           movement_id, kind, debit, credit, amount_satang)
    select merchant_id, order_id, callback_id, resolves, resolution_id, movement_id,
           t.kind, t.debit, t.credit, t.amount
    from input, json_to_recordset(input.transfers)
      as t(kind text, debit text, credit text, amount bigint)
  ), balance as (
    update balances set available_satang = available_satang + input.available_change,
                        held_satang = held_satang + input.held_change
    from input where balances.merchant_id = input.merchant_id
      and (input.available_change <> 0 or input.held_change <> 0)
    returning 1
  ), told as (
    insert into events (id, merchant_id, order_id, sequence, name, body)
    select event_id, merchant_id, order_id, sequence, event_name, event_body
    from input where event_id is not null
  ), to_deliver as (
    insert into deliveries (id, event_id, webhook_id, order_id)
    select 'dlv_' || replace(gen_random_uuid()::text, '-', ''), event_id, webhooks.id, order_id
    from input join webhooks using (merchant_id)
    where event_id is not null and webhooks.status = 'active' and event_name = any(webhooks.events)
  ), applied as (
    update callbacks set applied_at = now(), outcome = input.outcome,
                         booked_satang = input.booked_satang,
                         movement_id = coalesce(input.movement_id, input.about_id)
    from input where callbacks.id = input.callback_id
      and callbacks.applied_at is not distinct from input.applied_at
    returning 1
  ), recorded as (
    insert into movements (account, id, direction, transaction_id, amount_satang, moved_at,
                           payer_digest, order_id, merchant_id, source, callback_id)
    select (select provider_account_id from orders where orders.id = input.order_id), movement_id,
           m.direction, m.transaction_id, m.amount, m.moved_at, m.payer, order_id, merchant_id,
           m.source, callback_id
    from input, json_to_record(input.movement) as m(direction text, transaction_id text,
      amount bigint, moved_at timestamptz, payer text, source text)
    where input.movement is not null
  ), named as (
    update movements set transaction_id = input.names
    from input where input.names is not null and movements.id = input.about_id
  ), named_by as (
    update callbacks set transaction_id = input.names
    from input where input.names is not null and callbacks.id = input.about_callback
  ), opened as (
    insert into exceptions (id, kind, merchant_id, order_id, callback_id, amount_satang,
                            movement_id)
    select exception_id, exception_kind, merchant_id, order_id, callback_id, booked_satang,
           coalesce(about_id, movement_id)
    from input
    -- What moved no money joins an open exception about the same.
    where exception_kind is not null and (booked_satang is not null or not exists (
      select from exceptions as open
      where open.order_id = input.order_id and open.kind = input.exception_kind
        and open.resolved_at is null and open.amount_satang is null
        and open.movement_id is not distinct from
          coalesce(input.about_id, input.movement_id)))
  )
  -- The second half of a pair of assertions: what was decided is what is written, or nothing is.
  -- A text that is no number is how a statement fails of itself.
  select case
    when orders.n = orders_due and balances.n = balances_due and callbacks.n = callbacks_due then 0
    else concat('changed ', orders.n, ' orders, ', balances.n, ' balances, ', callbacks.n,
                ' callbacks instead of ', orders_due, ', ', balances_due, ', ',
                callbacks_due)::integer
  end
  from input, (select count(*) as n from changed) as orders,
       (select count(*) as n from balance) as balances,
       (select count(*) as n from applied) as callbacks`;

/** What the order is after it; that it was written is said by the end of the transaction. */
async function write(trx: Pipeline, order: LockedOrder, writing: Writing): Promise<LockedOrder> {
  const { step, callback, adjustment, about = null } = writing;
  const { transfers = [], exception = null, movement = null } = writing;
  const { available, held } = changes(transfers);
  const bookedSatang = bookedBy(order, writing);
  const receivedSatang = (bookedSatang ?? 0) + (adjustment?.receivedSatang ?? 0);
  const summed = withSums(order, writing, receivedSatang);
  const eventName =
    step === null && adjustment !== undefined ? adjustedEventOf(order.kind) : (step?.event ?? null);
  const told = { ...summed, sequence: order.sequence + (eventName === null ? 0 : 1) };
  const after = step === null ? told : afterStep(told, step, writing);
  const event = eventName === null ? null : await eventOf(trx, eventName, after);
  const isChanged = step !== null || adjustment !== undefined || receivedSatang > 0;
  const movementId = writing.movementId ?? (movement === null ? null : newId('mov_'));
  const isNew = movement !== null && (callback?.assigns ?? null) !== movementId;
  void run(trx, 'apply-move', statement, [
    order.id,
    order.merchantId,
    order.kind,
    order.status,
    after.status,
    step?.move ?? null,
    writing.cause,
    after.late,
    receivedSatang,
    after.failure?.code ?? null,
    after.failure?.message ?? null,
    after.completedAt,
    event?.id ?? null,
    eventName,
    event?.body ?? null,
    after.sequence,
    callback?.id ?? null,
    writing.outcome ?? null,
    bookedSatang,
    exception === null ? null : newId('exc_'),
    exception,
    JSON.stringify(
      transfers.map(({ kind, amountSatang }) => ({
        kind,
        debit: accounts[kind].from,
        credit: accounts[kind].to,
        amount: amountSatang,
      })),
    ),
    available,
    held,
    isNew ? JSON.stringify(recordOf(order, movement, callback)) : null,
    movementId,
    about?.id ?? null,
    about?.callbackId ?? null,
    writing.names ?? null,
    directionOf(order.kind) === 'in' ? after.creditedSatang : null,
    adjustment?.reversedSatang ?? 0,
    adjustment?.resolutionId ?? null,
    adjustment?.exceptionId ?? null,
    after.payerMatches,
    isChanged ? 1 : 0,
    available === 0 && held === 0 ? 0 : 1,
    callback === undefined ? 0 : 1,
  ]);
  if (order.kind === 'refund' && step !== null) settleRefund(trx, after);
  return after;
}

/** The order with its amounts, and what is known of its payer, after a writing. */
function withSums(
  order: LockedOrder,
  { callback, adjustment, transfers = [] }: Writing,
  receivedSatang: number,
): LockedOrder {
  const settledSatang = transfers.find(({ kind }) => kind === 'settle')?.amountSatang ?? 0;
  return {
    ...order,
    receivedSatang: Math.min(order.receivedSatang + receivedSatang, Number.MAX_SAFE_INTEGER),
    creditedSatang: order.creditedSatang + settledSatang + (adjustment?.creditedSatang ?? 0),
    reversedSatang: order.reversedSatang + (adjustment?.reversedSatang ?? 0),
    payerMatches: settledSatang > 0 ? (callback?.payerMatches ?? null) : order.payerMatches,
  };
}

/** What a callback brings an order that waits for money; null when it brings none. */
function bookedBy(
  { kind }: Order,
  { callback, movement = null, transfers = [] }: Writing,
): number | null {
  const isBooked = callback !== undefined && movement !== null && transfers.length > 0;
  return isBooked && directionOf(kind) === 'in' ? movement.amountSatang : null;
}

/** A new movement, as the statement reads it. */
function recordOf(order: Order, movement: NewMovement, callback: Callback | undefined) {
  const inquired = callback?.route === 'answer' ? 'inquiry' : 'callback';
  return {
    direction: directionOf(order.kind),
    transaction_id: movement.transactionId,
    amount: movement.amountSatang,
    moved_at: callback?.movedAt ?? null,
    payer: callback?.payer ?? null,
    source: callback === undefined ? 'operator' : inquired,
  };
}

/** What a refund took of its payment is final when it succeeds, and given back when it fails. */
function settleRefund(trx: Pipeline, { id, status, amountSatang }: LockedOrder): void {
  if (status === 'succeeded') changeRefunded(trx, id, 0, amountSatang);
  if (status === 'failed') changeRefunded(trx, id, -amountSatang, 0);
}

/** Changes what refunds have taken of a payment, and what succeeded ones have. */
function changeRefunded(
  trx: Pipeline,
  refundId: string,
  refundingSatang: number,
  refundedSatang: number,
): void {
  void run(
    trx,
    'settle-refund',
    sql`with payment as (
       update orders set refunding_satang = refunding_satang + ${refundingSatang}::bigint,
                         refunded_satang = refunded_satang + ${refundedSatang}::bigint
       where id = (select payment_id from refunds where order_id = ${refundId}) returning 1
     )
     select case when count(*) = 1 then 0
       else concat('changed ', count(*), ' payments of a refund')::integer end from payment`,
  );
}

function afterStep(order: LockedOrder, step: OrderStep, writing: Writing): LockedOrder {
  return {
    ...order,
    status: step.to,
    late: step.late,
    failure: step.to === 'failed' ? failureOf(order.kind, writing) : null,
    completedAt: step.to === 'succeeded' ? new Date() : null,
    dueNow: false,
    moves: [...order.moves, step.move],
  };
}

const failures: Readonly<Record<OrderKind, Failure>> = {
  payment: { code: 'payment_declined', message: 'The payment was declined or failed.' },
  deposit: { code: 'payment_declined', message: 'The payment was declined or failed.' },
  withdrawal: { code: 'payout_failed', message: 'The bank did not make the payout.' },
  refund: { code: 'refund_failed', message: 'The bank did not make the refund.' },
};

/** The provider's own words, where it said why. */
function failureOf(kind: OrderKind, { callback }: Writing): Failure {
  const code = callback?.failureCode ?? null;
  if (code === null) return failures[kind];
  return { code, message: callback?.failureMessage ?? failures[kind].message };
}

async function eventOf(
  trx: Pipeline,
  name: EventName,
  order: Order,
): Promise<{ readonly id: string; readonly body: string }> {
  const id = newId('evt_');
  const head = { id, name, sequence: order.sequence, at: new Date() };
  const { kind } = order;
  switch (kind) {
    case 'payment':
    case 'deposit':
      return { id, body: paymentEventBody(head, { ...order, kind }) };
    case 'withdrawal':
      return {
        id,
        body: withdrawalEventBody(head, { ...order, ...(await findPayee(trx, order.id)) }),
      };
    case 'refund':
      return {
        id,
        body: refundEventBody(head, { ...order, ...(await findRefundDetails(trx, order.id)) }),
      };
  }
}
