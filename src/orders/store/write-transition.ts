import type { NewMovement } from '../rules/callback';
import type { EventName } from '../../kernel/events/rules/events';
import type { ExceptionKind } from '../../exceptions/rules/exception';
import { changes, isOfOrder, transferKinds, type Transfer } from '../../ledger/rules/ledger';
import type { KnownMovement } from '../../ledger/rules/movement';
import { changeFee } from '../../fees/rules/order-fee';
import { movePending } from '../../maturity/store/pending';
import { momentBetween } from '../../kernel/rules/moment';
import { definitionOf, directionOf, isOpen, type OrderStep } from '../rules/kinds';
import type { MaskedPayer } from '../deposit/rules/payer-match';
import type { Failure } from '../rules/kinds/definition';
import type { ResolutionPlan } from '../../exceptions/rules/resolution';
import { newId } from '../../platform/new-id';
import { activeTraceParent } from '../../platform/observe/tracing';
import { run, type Pipeline } from '../../platform/postgres/connect';
import { sql, type Sql } from '../../platform/postgres/sql';
import { fanOut } from '../../kernel/events/store/fan-out';
import type { CallbackRoute } from '../callbacks/store/callbacks';
import { eventBodies } from './event-bodies';
import { lockOrder, type LockedOrder } from './lock-order';
import type { Order } from './orders';
import { findMaskedPayer } from '../callbacks/store/credited-callbacks';
import type { PendingCallback } from '../callbacks/store/pending-callbacks';
import { changeRefunded, findReturnable } from '../refund/store/refunds';

/** Made by a resolution or a correction. */
export interface Adjustment extends Omit<ResolutionPlan, 'transfers'> {
  readonly resolutionId: string;
  readonly exceptionId: string;
  readonly transfers: readonly Transfer[];
}

/** The order is locked. Absent parts change nothing. */
export interface OrderChange {
  /** Null when the status stays. */
  readonly step: OrderStep | null;
  readonly cause: string;
  /** The callback that the change applies. */
  readonly callback?: PendingCallback;
  readonly outcome?: string;
  /** The event of a change that is neither a step nor an adjustment. */
  readonly announces?: EventName;
  readonly transfers?: readonly Transfer[];
  readonly exception?: ExceptionKind | null;
  /** The id of the open exception that shows the callback from now on, instead of opening one. */
  readonly shows?: string | null;
  /** The movement to record, with the id `movementId`. */
  readonly movement?: NewMovement | null;
  /** The movement that the transfers book. */
  readonly movementId?: string | null;
  /**
   * The known movement of the callback; `names`: its bank transaction id, if the callback has it.
   */
  readonly about?: KnownMovement | null;
  readonly names?: string | null;
  readonly adjustment?: Adjustment;
  /** When the money of the change moved. Absent: now. */
  readonly movedAt?: Date;
  /** Why the order fails, if no callback says so. */
  readonly failure?: Failure;
  /** Of a payment whose price returns its fee: what its refunds have paid out by now. */
  readonly refundedSatang?: number;
}

/**
 * Returns the order after the change: status, history, money, event and deliveries in one
 * statement. The statement fails if it would write anything else than decided, so its answer is not
 * awaited: the end of the transaction reports the failure (decision 20).
 */
export async function writeTransition(
  trx: Pipeline,
  order: LockedOrder,
  change: OrderChange,
): Promise<LockedOrder> {
  const { step, callback, adjustment } = change;
  const bookedSatang = bookedBy(order, change);
  const receivedSatang = (bookedSatang ?? 0) + (adjustment?.receivedSatang ?? 0);
  const { adjustedEvent, reducesPayment } = definitionOf(order.kind);
  const adjusted = step === null && adjustment !== undefined ? adjustedEvent : null;
  const eventName = step?.event ?? adjusted ?? change.announces ?? null;
  const at = change.movedAt === undefined ? order.lockedAt : moneyMovedAt(order, change.movedAt);
  const direction = directionOf(order.kind);
  const priced = changeFee(
    { ...order, direction },
    {
      transfers: change.transfers ?? [],
      returnedSatang: adjustment?.returnedSatang ?? 0,
      isOfAmount: adjustment?.isOfAmount ?? false,
      ...(change.refundedSatang !== undefined && { refundedSatang: change.refundedSatang }),
      at,
    },
  );
  const moved = [...(change.transfers ?? []), ...priced.transfers];
  const mayDefer = direction === 'in' || reducesPayment;
  const transfers = mayDefer
    ? [...moved, ...(await movePending(trx, { ...order, direction }, moved, at))]
    : moved;
  const summed = {
    ...withSums(order, change, receivedSatang),
    fee: priced.fee,
    sequence: order.sequence + (eventName === null ? 0 : 1),
  };
  const after = step === null ? summed : withStep(summed, step, change);
  const event = eventName === null ? null : await eventOf(trx, eventName, after, change);
  const { available, held, pending } = changes(transfers);
  const written = {
    before: order,
    after,
    change: { ...change, transfers },
    event,
    bookedSatang,
    receivedSatang,
    available,
    held,
    pending,
    ordersDue:
      step !== null ||
      adjustment !== undefined ||
      receivedSatang > 0 ||
      eventName !== null ||
      change.refundedSatang !== undefined
        ? 1
        : 0,
    balancesDue: available === 0 && held === 0 && pending === 0 ? 0 : 1,
    callbacksDue: callback === undefined ? 0 : 1,
  };
  void run(trx, 'write-transition', sql`${inputOf(written)}${writes}`);
  const hasEnded = step !== null && !isOpen(after.kind, after.status);
  if (reducesPayment && (hasEnded || adjustment !== undefined)) {
    const adjustedSatang = adjustment?.refundingSatang ?? 0;
    changeRefunded(trx, after, { hasEnded, adjustedSatang });
    await followRefund(trx, after.id);
  }
  return after;
}

/** The fee of a payment follows what its refunds have paid out, where its price returns it. */
async function followRefund(trx: Pipeline, refundId: string): Promise<void> {
  const returnable = await findReturnable(trx, refundId);
  if (returnable === null) return;
  const { paymentId, refundedSatang } = returnable;
  const payment = await lockOrder(trx, paymentId);
  if (payment === null) return;
  await writeTransition(trx, payment, { step: null, cause: refundId, refundedSatang });
}

interface Written {
  readonly before: LockedOrder;
  readonly after: LockedOrder;
  readonly change: OrderChange;
  readonly event: { readonly id: string; readonly name: EventName; readonly body: string } | null;
  readonly bookedSatang: number | null;
  readonly receivedSatang: number;
  readonly available: number;
  readonly held: number;
  readonly pending: number;
  /** The required numbers of changed rows. */
  readonly ordersDue: number;
  readonly balancesDue: number;
  readonly callbacksDue: number;
}

function inputOf({ before, after, change, event, ...sums }: Written): Sql {
  const { step, callback, adjustment, about = null, exception = null, movement = null } = change;
  const movementId = change.movementId ?? (movement === null ? null : newId('mov_'));
  const isNew = movement !== null && (callback?.assigns ?? null) !== movementId;
  const effectiveAt = change.movedAt === undefined ? null : moneyMovedAt(before, change.movedAt);
  return sql`
  with input as (
    select ${before.id}::text as order_id, ${before.merchantId}::text as merchant_id,
           ${before.kind}::text as kind, ${before.status}::text as from_status,
           ${after.status}::text as to_status, ${step?.transition ?? null}::text as transition,
           ${change.cause}::text as cause, ${after.late}::boolean as late,
           ${sums.receivedSatang}::bigint as received_satang,
           ${after.failure?.code ?? null}::text as failure_code,
           ${after.failure?.message ?? null}::text as failure_message,
           ${after.completedAt}::timestamptz as completed_at,
           ${event?.id ?? null}::text as event_id, ${event?.name ?? null}::text as event_name,
           ${event?.body ?? null}::text as event_body, ${after.sequence}::integer as sequence,
           ${activeTraceParent()}::text as trace_parent,
           ${callback?.id ?? null}::text as callback_id,
           ${change.outcome ?? null}::text as outcome,
           ${sums.bookedSatang}::bigint as booked_satang,
           ${exception === null ? null : newId('exc_')}::text as exception_id,
           ${exception}::text as exception_kind, ${change.shows ?? null}::text as shown_by,
           ${JSON.stringify((change.transfers ?? []).map(postingOf(effectiveAt)))}::json
             as transfers,
           ${callback?.accountId ?? about?.accountId ?? null}::text as account_id,
           ${sums.available}::bigint as available_change,
           ${sums.held}::bigint as held_change,
           ${sums.pending}::bigint as pending_change,
           ${isNew ? JSON.stringify(movementOf(before, movement, callback)) : null}::json
             as movement,
           ${movementId}::text as movement_id, ${about?.id ?? null}::text as about_id,
           ${about?.callbackId ?? null}::text as about_callback,
           ${change.names ?? null}::text as names,
           ${directionOf(before.kind) === 'in' ? after.creditedSatang : null}::bigint
             as credited_satang,
           ${adjustment?.reversedSatang ?? 0}::bigint as reversed_change,
           ${adjustment?.resolutionId ?? null}::text as resolution_id,
           ${adjustment?.exceptionId ?? null}::text as resolves,
           ${after.payerMatches}::boolean as payer_matches,
           ${after.fee?.priceId ?? null}::text as price_id,
           ${after.fee?.baseSatang ?? null}::bigint as fee_base_satang,
           ${after.fee?.feeSatang ?? null}::bigint as fee_satang,
           ${after.fee?.vatSatang ?? null}::bigint as fee_vat_satang,
           ${after.fee?.vatRate ?? null}::integer as fee_vat_rate,
           ${after.fee?.refundedSatang ?? null}::bigint as fee_refunded_satang,
           ${after.fee?.disputes ?? null}::smallint as fee_disputes,
           ${after.fee?.takenSatang ?? null}::bigint as fee_taken_satang,
           ${after.fee?.undoneSatang ?? null}::bigint as fee_undone_satang,
           ${sums.ordersDue}::integer as orders_due,
           ${sums.balancesDue}::integer as balances_due,
           ${sums.callbacksDue}::integer as callbacks_due`;
}

/** Transfers inside the ledger take effect now. */
const postingOf =
  (effectiveAt: Date | null) =>
  ({ kind, amountSatang, lot }: Transfer) => ({
    kind,
    debit: transferKinds[kind].from,
    credit: transferKinds[kind].to,
    amount: amountSatang,
    is_of_order: isOfOrder(kind),
    ...lot,
    at: transferKinds[kind].isOfMovement ? effectiveAt : null,
  });

function sourceOf(route: CallbackRoute): 'callback' | 'inquiry' | 'operator' {
  if (route === 'operator') return route;
  return route === 'answer' ? 'inquiry' : 'callback';
}

function movementOf(order: Order, movement: NewMovement, callback: PendingCallback | undefined) {
  return {
    direction: movement.direction ?? directionOf(order.kind),
    transaction_id: movement.transactionId,
    amount: movement.amountSatang,
    moved_at: callback?.movedAt ?? null,
    payer: callback?.payer ?? null,
    source: sourceOf(callback?.route ?? 'operator'),
    follows: movement.follows ?? null,
  };
}

/** A fragment without parameters, so that the text of the statement is constant. */
const writes = sql`
  ), changed as (
    update orders set
      status = input.to_status, late = input.late, sequence = input.sequence,
      received_satang = orders.received_satang + input.received_satang,
      credited_satang = input.credited_satang,
      payer_matches = input.payer_matches,
      reversed_satang = orders.reversed_satang + input.reversed_change,
      failure_code = input.failure_code, failure_message = input.failure_message,
      completed_at = input.completed_at,
      price_id = input.price_id, fee_base_satang = input.fee_base_satang,
      fee_satang = input.fee_satang, fee_vat_satang = input.fee_vat_satang,
      fee_vat_rate = input.fee_vat_rate, fee_refunded_satang = input.fee_refunded_satang,
      fee_disputes = input.fee_disputes, fee_taken_satang = input.fee_taken_satang,
      fee_undone_satang = input.fee_undone_satang
    from input where orders.id = input.order_id and input.orders_due = 1
    returning 1
  ), noted as (
    insert into status_changes (order_id, kind, transition, from_status, to_status, cause)
    select order_id, kind, transition, from_status, to_status, cause
    from input where transition is not null
  ), money as (
    insert into transfers (merchant_id, order_id, callback_id, exception_id, resolution_id,
                           movement_id, kind, debit, credit, amount_satang, provider_account,
                           effective_at, pending_day, pending_days)
    select merchant_id, order_id, callback_id, case when not t.is_of_order then resolves end,
           case when not t.is_of_order then resolution_id end,
           -- What stays inside the ledger is no part of a movement.
           case when 'provider_clearing' in (t.debit, t.credit) then movement_id end,
           t.kind, t.debit, t.credit, t.amount,
           coalesce(account_id,
             (select account from movements where movements.id = input.movement_id),
             (select provider_account_id from orders where orders.id = input.order_id)),
           least(t.at, now()), t.day, t.days
    from input, json_to_recordset(input.transfers)
      as t(kind text, debit text, credit text, amount bigint, at timestamptz,
        is_of_order boolean, day date, days smallint)
  ), balance as (
    update balances set available_satang = available_satang + input.available_change,
                        held_satang = held_satang + input.held_change,
                        pending_satang = pending_satang + input.pending_change
    from input where balances.merchant_id = input.merchant_id
      and (input.available_change <> 0 or input.held_change <> 0 or input.pending_change <> 0)
    returning 1
  ), ${fanOut({ from: 'input', at: 'now()', deliveredBy: 'order_id', isHandedOver: false })},
  applied as (
    update callbacks set applied_at = now(), outcome = input.outcome,
                         booked_satang = input.booked_satang,
                         movement_id = coalesce(input.movement_id, input.about_id)
    from input where callbacks.id = input.callback_id and callbacks.applied_at is null
    returning 1
  ), recorded as (
    insert into movements (account, id, direction, transaction_id, amount_satang, moved_at,
                           payer_digest, order_id, merchant_id, source, callback_id, follows)
    select coalesce(account_id,
             (select provider_account_id from orders where orders.id = input.order_id)),
           movement_id, m.direction, m.transaction_id, m.amount, m.moved_at, m.payer, order_id,
           merchant_id, m.source, callback_id, m.follows
    from input, json_to_record(input.movement) as m(direction text, transaction_id text,
      amount bigint, moved_at timestamptz, payer text, source text, follows text)
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
    where exception_kind is not null and shown_by is null
  ), shown as (
    update exceptions set callback_id = input.callback_id
    from input where exceptions.id = input.shown_by
  )
  -- The second of two assertions that the statement writes what was decided. Otherwise it fails:
  -- the cast of a text that is not a number is an error.
  select case
    when orders.n = orders_due and balances.n = balances_due and callbacks.n = callbacks_due then 0
    else concat('changed ', orders.n, ' orders, ', balances.n, ' balances, ', callbacks.n,
                ' callbacks instead of ', orders_due, ', ', balances_due, ', ',
                callbacks_due)::integer
  end
  from input, (select count(*) as n from changed) as orders,
       (select count(*) as n from balance) as balances,
       (select count(*) as n from applied) as callbacks`;

/** Null when the callback books nothing, and for a payout. */
function bookedBy(
  { kind }: Order,
  { callback, movement = null, transfers = [] }: OrderChange,
): number | null {
  const isBooked = callback !== undefined && movement !== null && transfers.length > 0;
  return isBooked && directionOf(kind) === 'in' ? movement.amountSatang : null;
}

/** Changes the amounts and `payerMatches`. */
function withSums(
  order: LockedOrder,
  { callback, adjustment, transfers = [] }: OrderChange,
  receivedSatang: number,
): LockedOrder {
  const creditedSatang = transfers.find(({ kind }) => kind === 'receive')?.amountSatang ?? 0;
  return {
    ...order,
    receivedSatang: Math.min(order.receivedSatang + receivedSatang, Number.MAX_SAFE_INTEGER),
    creditedSatang: order.creditedSatang + creditedSatang + (adjustment?.creditedSatang ?? 0),
    reversedSatang: order.reversedSatang + (adjustment?.reversedSatang ?? 0),
    payerMatches: creditedSatang > 0 ? (callback?.payerMatches ?? null) : order.payerMatches,
  };
}

function withStep(
  order: LockedOrder,
  step: OrderStep,
  { callback, failure, movedAt = order.lockedAt }: OrderChange,
): LockedOrder {
  return {
    ...order,
    status: step.to,
    late: step.late,
    failure: step.to === 'failed' ? (failure ?? failureOf(order, callback)) : null,
    completedAt: step.to === 'succeeded' ? moneyMovedAt(order, movedAt) : null,
    isOverdue: false,
    transitions: [...order.transitions, step.transition],
  };
}

/** Lies between the creation of the order and now. */
const moneyMovedAt = ({ createdAt, lockedAt }: LockedOrder, movedAt: Date): Date =>
  momentBetween(createdAt, movedAt, lockedAt);

/** The provider's failure, or the kind's default. */
function failureOf({ kind }: Order, callback: PendingCallback | undefined): Failure {
  const { failure } = definitionOf(kind);
  const code = callback?.failureCode ?? null;
  if (code === null) return failure;
  return { code, message: callback?.failureMessage ?? failure.message };
}

async function eventOf(trx: Pipeline, name: EventName, order: LockedOrder, change: OrderChange) {
  const id = newId('evt_');
  const head = { id, name, sequence: order.sequence, at: new Date() };
  const payer = await payerAfter(trx, order, change);
  return { id, name, body: await eventBodies[order.kind](trx, head, order, payer) };
}

/** The credit of the incoming order may not be written yet. */
async function payerAfter(
  trx: Pipeline,
  { id, kind, creditedSatang }: Order,
  { callback, adjustment, transfers = [], movementId = null }: OrderChange,
): Promise<MaskedPayer | null> {
  if (directionOf(kind) === 'out' || creditedSatang === 0) return null;
  const credits = transfers.some((one) => one.kind === 'receive');
  if (credits && callback !== undefined) return callback.maskedPayer;
  return findMaskedPayer(trx, id, adjustment === undefined ? null : movementId);
}
