import { noNews } from '../domain/callback';
import type { BankTransfer, Failure, Heard, Hearing } from '../domain/callback';
import { paymentEventBody, refundEventBody, withdrawalEventBody } from '../domain/events';
import type { ExceptionKind } from '../domain/exception';
import { hear } from '../domain/hear';
import { accounts, changes } from '../domain/ledger';
import type { Transfer } from '../domain/ledger';
import { decide, isOpen } from '../domain/order';
import type { OrderKind, OrderMove, OrderState, OrderStep } from '../domain/order';
import { newId } from '../lib/new-id';
import { run, transact, transactAndAsk } from './connect';
import type { Db, Pipeline } from './connect';
import { handOver, untakenDeliveries } from './deliveries';
import type { Delivery } from './deliveries';
import type { Dispatch } from './dispatches';
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

export interface Advanced {
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
export interface Sent {
  readonly cause: string;
  /** Sends what is written together with it, and waits for nothing. */
  also(trx: Pipeline): void;
}

/**
 * Applies to an order whatever waits for it: that it was sent, callbacks in the order in which they
 * came, then the deadline if it has passed. Returns null when there is no such order.
 */
export async function advanceOrder(
  db: Db,
  orderId: string,
  sent: Sent | null = null,
): Promise<Advanced | null> {
  const [advanced, untaken] = await transactAndAsk(
    db,
    (trx) => advance(trx, orderId, sent),
    (after) => untakenDeliveries(after, orderId),
  );
  return advanced === null ? null : { ...advanced, untaken };
}

async function advance(
  trx: Pipeline,
  orderId: string,
  sent: Sent | null,
): Promise<Omit<Advanced, 'untaken'> | null> {
  const [locked, callbacks] = await Promise.all([
    lockOrder(trx, orderId),
    findCallbacks(trx, orderId),
  ]);
  if (locked === null) return null;
  sent?.also(trx);
  const before = sent === null ? locked : await applyMove(trx, locked, 'send', sent.cause);
  const { order: heard, more } = await applyCallbacks(trx, before, callbacks);
  const order = heard.dueNow && !more ? await applyMove(trx, heard, 'expire', 'deadline') : heard;
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

export interface Ended extends Pick<Advanced, 'status' | 'moves'> {
  /** To be offered after the commit. */
  readonly dispatches: readonly Dispatch[];
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
  also?: (trx: Db) => Promise<void>,
): Promise<Ended | null> {
  return db.transaction(async (trx) => {
    const [order, untaken] = await transactAndAsk(
      trx,
      (pipeline) => expire(pipeline, merchantId, paymentId),
      (after) => untakenDeliveries(after, paymentId),
    );
    if (order === null) return null;
    // Whether a token was charged is for the provider to say.
    if (order.method === 'token') return { status: order.status, moves: [], dispatches: [] };
    // Nobody looks at the order before its deadline: its deliveries leave with the change itself.
    const dispatches = await handOver(
      trx,
      untaken.map(({ id }) => id),
    );
    if (order.moves.includes('expire')) await also?.(trx);
    return { status: order.status, moves: order.moves, dispatches };
  });
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
  const { order } = await applyCallbacks(trx, locked, await findCallbacks(trx, paymentId));
  return applyMove(trx, order, 'expire', 'merchant');
}

/**
 * Takes a move that no callback brings: an operator knows better. Before what anybody thinks comes
 * what the provider has said. Returns what it led to; no moves where it means nothing any more,
 * null when there is no such order.
 */
export async function takeMove(
  db: Db,
  orderId: string,
  move: 'complete' | 'fail',
  cause: string,
): Promise<Pick<Advanced, 'kind' | 'status' | 'moves'> | null> {
  return transact(db, async (trx) => {
    const [locked, callbacks] = await Promise.all([
      lockOrder(trx, orderId),
      findCallbacks(trx, orderId),
    ]);
    if (locked === null) return null;
    const { order: heard } = await applyCallbacks(trx, locked, callbacks);
    const { kind, status, moves } = await applyMove(trx, heard, move, cause);
    return { kind, status, moves };
  });
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
    `select ${orderColumns.join(', ')},
            ceil(extract(epoch from expires_at - now()) * 1000)::bigint as remaining_ms
     from orders where id = ? and merchant_id = coalesce(?, merchant_id) for no key update`,
    [orderId, merchantId],
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
    `select 1 from orders where id = (select payment_id from refunds where order_id = ?)
     for no key update`,
    [refundId],
  );
}

interface Callback {
  readonly id: string;
  readonly heard: Heard;
  readonly transactionId: string | null;
  readonly amountSatang: number | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly applied: boolean;
  /** What of it was booked, to the order's credit or into suspense. */
  readonly bookedSatang: number | null;
}

/** How many waiting callbacks of one order are heard in one transaction. */
const CALLBACKS_MAX = 200;

/** An order's: those that booked something, then those that wait, as they came. */
function findCallbacks(trx: Pipeline, orderId: string): Promise<readonly Callback[]> {
  return run<Callback>(
    trx,
    'telling-callbacks',
    `with telling as materialized (
       select id, heard, transaction_id as "transactionId", amount_satang as "amountSatang",
              failure_code as "failureCode", failure_message as "failureMessage",
              applied_at is not null as applied, booked_satang as "bookedSatang", received_at
       from callbacks where order_id = ? and (applied_at is null or booked_satang is not null)
     )
     select * from telling where applied
     union all
     (select * from telling where not applied order by received_at, id limit ?)`,
    [orderId, CALLBACKS_MAX],
  );
}

/** Hears every callback that waits, each with what has been booked before it. */
async function applyCallbacks(
  trx: Pipeline,
  locked: LockedOrder,
  callbacks: readonly Callback[],
): Promise<{ readonly order: LockedOrder; readonly more: boolean }> {
  const booked: BankTransfer[] = callbacks.flatMap(({ transactionId, bookedSatang }) =>
    bookedSatang === null ? [] : [{ transactionId, amountSatang: bookedSatang }],
  );
  const waiting = callbacks.filter(({ applied }) => !applied);
  let order = locked;
  for (const callback of waiting) {
    const heard = hear({ ...order, booked }, callback);
    const isOld = contradicts(heard) && (await wasTold(trx, order, callback, heard));
    const hearing = isOld ? noNews : heard;
    if (hearing.booked !== null) booked.push(hearing.booked);
    if (hearing.named !== null) booked[indexOfUnnamed(booked, hearing.named)] = hearing.named;
    order = await write(trx, order, { ...hearing, cause: callback.id, callback });
  }
  return { order, more: waiting.length === CALLBACKS_MAX };
}

/** Whether it says what no rule can settle, and books nothing. */
const contradicts = ({ exception, booked }: Hearing): boolean =>
  exception !== null && booked === null;

/** A contradiction that is told again, in the same words, is no news: its exception is there. */
async function wasTold(
  trx: Pipeline,
  { id }: LockedOrder,
  { heard, transactionId, amountSatang }: Callback,
  { outcome }: Hearing,
): Promise<boolean> {
  const rows = await run(
    trx,
    'told-before',
    `select 1 from callbacks
     where order_id = ? and applied_at is not null and booked_satang is null
       and outcome = ? and heard = ?
       and transaction_id is not distinct from ? and amount_satang is not distinct from ? limit 1`,
    [id, outcome, heard, transactionId, amountSatang],
  );
  return rows.length > 0;
}

const indexOfUnnamed = (booked: readonly BankTransfer[], named: BankTransfer): number =>
  booked.findIndex(
    ({ transactionId, amountSatang }) =>
      transactionId === null && amountSatang === named.amountSatang,
  );

/** Applies a move that no callback brought. Returns the order unchanged where it means nothing. */
async function applyMove(
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
  readonly booked?: BankTransfer | null;
  readonly named?: BankTransfer | null;
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
           ?::text as named_id, ?::bigint as named_satang,
           ?::integer as orders_due, ?::integer as balances_due, ?::integer as callbacks_due,
           -- As it still has to be: by value, so that no index of what waits serves (decision 19).
           null::timestamptz as applied_at
  ), changed as (
    update orders set
      status = input.to_status, late = input.late, sequence = input.sequence,
      received_satang = orders.received_satang + input.received_satang,
      failure_code = input.failure_code, failure_message = input.failure_message,
      completed_at = input.completed_at
    from input where orders.id = input.order_id
      and (input.move is not null or input.received_satang > 0)
    returning 1
  ), noted as (
    insert into status_changes (order_id, kind, move, from_status, to_status, cause)
    select order_id, kind, move, from_status, to_status, cause from input where move is not null
  ), money as (
    insert into transfers (merchant_id, order_id, callback_id, kind, debit, credit, amount_satang)
    select merchant_id, order_id, callback_id, t.kind, t.debit, t.credit, t.amount
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
                         booked_satang = input.booked_satang
    from input where callbacks.id = input.callback_id
      and callbacks.applied_at is not distinct from input.applied_at
    returning 1
  ), named as (
    update callbacks set transaction_id = input.named_id
    from input where input.named_id is not null and callbacks.id = (
      select told.id from callbacks as told
      where told.order_id = input.order_id and told.transaction_id is null
        and told.booked_satang = input.named_satang
      order by told.received_at, told.id limit 1)
  ), opened as (
    insert into exceptions (id, kind, merchant_id, order_id, callback_id, amount_satang)
    select exception_id, exception_kind, merchant_id, order_id, callback_id, booked_satang
    from input where exception_kind is not null
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
  const { step, callback } = writing;
  const { transfers = [], exception = null } = writing;
  const { available, held } = changes(transfers);
  const receivedSatang = order.receivedSatang + (writing.booked?.amountSatang ?? 0);
  const received = { ...order, receivedSatang };
  const after = step === null ? received : afterStep(received, step, writing);
  const event = step === null ? null : await eventOf(trx, step, after);
  const isChanged = step !== null || receivedSatang > order.receivedSatang;
  void run(trx, 'apply-move', statement, [
    order.id,
    order.merchantId,
    order.kind,
    order.status,
    after.status,
    step?.move ?? null,
    writing.cause,
    after.late,
    after.receivedSatang - order.receivedSatang,
    after.failure?.code ?? null,
    after.failure?.message ?? null,
    after.completedAt,
    event?.id ?? null,
    step?.event ?? null,
    event?.body ?? null,
    after.sequence,
    callback?.id ?? null,
    writing.outcome ?? null,
    writing.booked?.amountSatang ?? null,
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
    writing.named?.transactionId ?? null,
    writing.named?.amountSatang ?? null,
    isChanged ? 1 : 0,
    available === 0 && held === 0 ? 0 : 1,
    callback === undefined ? 0 : 1,
  ]);
  if (order.kind === 'refund' && step !== null) settleRefund(trx, after);
  return after;
}

/** What a refund took of its payment is final when it succeeds, and given back when it fails. */
function settleRefund(trx: Pipeline, { id, status, amountSatang }: LockedOrder): void {
  if (status === 'processing') return;
  void run(
    trx,
    'settle-refund',
    `with payment as (
       update orders set refunded_satang = refunded_satang + ?::bigint,
                         refunding_satang = refunding_satang - ?::bigint
       where id = (select payment_id from refunds where order_id = ?) returning 1
     )
     select case when count(*) = 1 then 0
       else concat('changed ', count(*), ' payments of a refund')::integer end from payment`,
    [status === 'succeeded' ? amountSatang : 0, status === 'failed' ? amountSatang : 0, id],
  );
}

function afterStep(order: LockedOrder, step: OrderStep, writing: Writing): LockedOrder {
  return {
    ...order,
    status: step.to,
    late: step.late,
    sequence: order.sequence + (step.event === null ? 0 : 1),
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
  step: OrderStep,
  order: Order,
): Promise<{ readonly id: string; readonly body: string } | null> {
  if (step.event === null) return null;
  const id = newId('evt_');
  const head = { id, name: step.event, sequence: order.sequence, at: new Date() };
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
