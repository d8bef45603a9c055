import type { Failure } from '../../rules/kinds/definition';
import { MOVEMENTS_MAX, type ProviderOutcome } from '../../../ledger/rules/movement';
import type { MaskedPayer } from '../../deposit/rules/payer-match';
import type { OrderKind } from '../../rules/kinds';
import { run, type Db } from '../../../platform/postgres/connect';
import { raw, sql } from '../../../platform/postgres/sql';
import { wakeDetail, type OutboxMessage } from '../../../kernel/outbox/store/messages';
import { effectiveTimeOf, mayReport } from '../../../ledger/store/movements';
import { firstTraceOf } from '../../../kernel/events/store/events';
import { kindsIn } from '../../rules/kinds/lists';

/**
 * A callback for a kind of order, the answer to an inquiry, or an operator who assigns money of an
 * unknown order.
 */
export type CallbackRoute = OrderKind | 'answer' | 'operator';

export interface NewCallback {
  readonly id: string;
  /** The account that received the callback, which applies to orders of this account. */
  readonly accountId: string;
  readonly route: OrderKind;
  readonly kinds: readonly OrderKind[];
  /** The provider's reference: our id, or the ref of the QR code. */
  readonly namedOrder: string;
  /** Null for the provider. A merchant's callback applies to its own orders only. */
  readonly merchantId: string | null;
  readonly reported: ProviderOutcome;
  readonly amountSatang: number | null;
  readonly transactionId: string | null;
  readonly paidAt: Date | null;
  /** Keyed digest of the account; null when the callback names no payer. */
  readonly payerDigest: string | null;
  readonly payer: MaskedPayer | null;
  /** Null if unknown, and for other orders than deposits. */
  readonly payerMatches: boolean | null;
  /** As the provider reported it. */
  readonly failure: Failure | null;
  /** Paths of unreadable fields, and of a time days away. */
  readonly unusedFields?: readonly string[];
  readonly bodySealed: string;
  /** Ids of the exception and the movement to record when the order is unknown. */
  readonly exceptionId: string;
  readonly movementId: string;
  /** Tracing is on: the message has the trace of the order. */
  readonly isTraced?: boolean;
}

/** The order is on the account of the callback, or was before a failover. */
const isOnAccount = sql`(provider_account_id = input.account_id
           or routing @> jsonb_build_array(jsonb_build_object(
             'after', jsonb_build_object('accountId', input.account_id))))`;

const inputOf = (callback: NewCallback) => sql`with input as (
       select ${callback.id}::text as id, ${callback.route}::text as route,
              ${callback.namedOrder}::text as named_order, ${callback.merchantId}::text as sender,
              ${callback.reported}::text as reported,
              ${callback.amountSatang}::bigint as amount_satang,
              ${callback.transactionId}::text as transaction_id,
              ${callback.paidAt}::timestamptz as paid_at,
              ${callback.payerDigest}::text as payer_digest,
              ${asJson(callback.payer)}::json as payer,
              ${callback.bodySealed}::text as body_sealed,
              ${callback.failure?.code ?? null}::text as failure_code,
              ${callback.failure?.message ?? null}::text as failure_message,
              ${callback.exceptionId}::text as exception_id,
              ${callback.movementId}::text as movement_id,
              ${callback.payerMatches}::boolean as payer_matches,
              ${callback.unusedFields ?? []}::text[] as unused_fields,
              ${callback.accountId}::text as account_id
     ), known as (
       select orders.id, kind, method, merchant_id, reference, inquired_at,
              ${callback.isTraced === true ? firstTraceOf : sql`null`} as trace_parent
       from orders, input
       where (orders.id in (${callback.namedOrder}, ${callback.namedOrder.toLowerCase()})
           or ref = ${callback.namedOrder.toUpperCase()})
         and kind = any(${callback.kinds}::text[])
         and ${isOnAccount}
         and (input.sender is null or merchant_id = input.sender)
`;

const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** A fragment without parameters, so that the text of the statement is constant. */
const storing = sql`     ), unknown as (
       select * from input
       where sender is null and reported = 'succeeded' and not exists (select from known)
     ), before as (
       select amount_satang, transaction_id, payer_digest, moved_at from movements
       where order_id is null and named_order = (select named_order from unknown)
         and account = (select account_id from unknown)
         -- Operators report returns of this money.
         and source <> 'operator'
       union all
       -- Those that were assigned to an order since.
       select movements.amount_satang, movements.transaction_id, movements.payer_digest, moved_at
       from callbacks as earlier join movements on movements.id = earlier.movement_id
       where earlier.order_id is null and movements.order_id is not null
         and earlier.named_order = (select named_order from unknown)
         and account = (select account_id from unknown)
       limit ${raw(MOVEMENTS_MAX)}
     ), recorded as (
       insert into movements (account, id, direction, transaction_id, amount_satang, moved_at,
                              payer_digest, named_order, source, callback_id)
       select account_id, movement_id,
              case when route in (${raw(kindsIn)}) then 'in' else 'out' end,
              transaction_id, amount_satang, paid_at, payer_digest, named_order, 'callback', id
       from unknown
       where amount_satang is not null and (select count(*) from before) < ${raw(MOVEMENTS_MAX)}
         and not exists (
           select from before where before.amount_satang = unknown.amount_satang
             and (before.transaction_id is null or unknown.transaction_id is null)
             and ${mayReport('unknown', 'before')})
       on conflict do nothing
       returning id, direction, amount_satang, callback_id, account, moved_at, created_at
     ), stored as (
       insert into callbacks (id, route, order_id, named_order, reported, amount_satang,
                              transaction_id, paid_at, payer_digest, payer, failure_code,
                              failure_message, body_sealed, payer_matches, unused_fields,
                              applied_at, outcome, movement_id, provider_account_id)
       select input.id, coalesce(known.kind, input.route), known.id, input.named_order, reported,
              input.amount_satang, transaction_id, paid_at, payer_digest, payer, failure_code,
              failure_message, body_sealed, payer_matches, unused_fields,
              case when known.id is null then now() end,
              case when known.id is null then 'unknown_order' end, recorded.id, account_id
       from input left join known on true left join recorded on true
       where known.id is not null or sender is null
       returning callbacks.id
     ), suspended as (
       insert into transfers (merchant_id, callback_id, movement_id, kind, debit, credit,
                              amount_satang, provider_account, effective_at)
       select null, callback_id, id, 'suspend', 'provider_clearing', 'suspense', amount_satang,
              account, ${effectiveTimeOf('recorded')}
       from recorded where direction = 'in'
     ), opened as (
       insert into exceptions (id, kind, callback_id, amount_satang, movement_id, named_order)
       select exception_id, 'unknown_order', unknown.id, unknown.amount_satang, recorded.id,
              -- One exception per order for evidence that cannot be recorded as a movement.
              case when recorded.id is null then unknown.named_order end
       from unknown join stored on stored.id = unknown.id left join recorded on true
       where recorded.id is not null or (select count(*) from before) = ${raw(MOVEMENTS_MAX)}
          or (unknown.amount_satang is null and not exists (
            select from callbacks as earlier join exceptions on exceptions.callback_id = earlier.id
            where earlier.named_order = unknown.named_order and earlier.order_id is null
              and exceptions.resolved_at is null))
       on conflict (named_order) where named_order is not null and resolved_at is null do nothing
     )
     insert into outbox_messages (topic, subject, detail, trace_parent)
     select 'callback', known.id, ${wakeDetail(sql`input.id`)},
              trace_parent
     from known, input
     returning id, topic, subject, detail, trace_parent`;

/**
 * Writes, in the same statement, the outbox row for the order's workflow, which is returned; null
 * when no such order is known. A callback for an unknown order is kept for operators. Money for it
 * is a movement in suspense with an exception of its own; the same evidence again adds nothing.
 */
export async function storeCallback(db: Db, callback: NewCallback): Promise<OutboxMessage | null> {
  const statement = sql`${inputOf(callback)}${storing}`;
  const name = callback.isTraced === true ? 'store-traced-callback' : 'store-callback';
  const [dispatch] = await run<OutboxMessage>(db, name, statement);
  return dispatch ?? null;
}

/** Answered 400, stored for operators and never applied. */
export interface RefusedCallback {
  readonly id: string;
  readonly accountId: string;
  readonly route: OrderKind;
  readonly kinds: readonly OrderKind[];
  readonly namedOrder: string;
  /** Null for the provider. */
  readonly merchantId: string | null;
  /** Null when the status cannot be read. */
  readonly reported: ProviderOutcome | null;
  readonly transactionId: string | null;
  readonly refusal: Failure;
  readonly bodySealed: string;
}

/** A merchant's callback is stored only for an order of that merchant. */
export async function storeRefusedCallback(db: Db, callback: RefusedCallback): Promise<void> {
  const { namedOrder } = callback;
  await run(
    db,
    'store-refused-callback',
    sql`with input as (
       select ${callback.id}::text as id, ${callback.route}::text as route,
              ${namedOrder}::text as named_order, ${callback.merchantId}::text as sender,
              ${callback.reported}::text as reported,
              ${callback.transactionId}::text as transaction_id,
              ${callback.refusal.code}::text as failure_code,
              ${callback.refusal.message}::text as failure_message,
              ${callback.bodySealed}::text as body_sealed,
              ${callback.accountId}::text as account_id
     ), known as (
       select orders.id from orders, input
       where (orders.id in (${namedOrder}, ${namedOrder.toLowerCase()})
              or ref = ${namedOrder.toUpperCase()})
         and kind = any(${callback.kinds}::text[])
         and ${isOnAccount}
         and (input.sender is null or merchant_id = input.sender)
     )
     insert into callbacks (id, route, order_id, named_order, reported, transaction_id,
                            failure_code, failure_message, body_sealed, applied_at, outcome,
                            provider_account_id)
     select input.id, route, known.id, named_order, reported, transaction_id, failure_code,
            failure_message, body_sealed, now(), 'refused', account_id
     from input left join known on true where known.id is not null or sender is null`,
  );
}

/** Uninterpreted events kept per order. */
const NOTED_MAX = 100;

/** Signed and about a known order, but not interpreted by its connector. */
export interface NotedCallback {
  readonly id: string;
  readonly accountId: string;
  readonly orderId: string;
  /** As the provider names it. */
  readonly event: string;
  readonly bodySealed: string;
}

/** For operators. Never applied. */
export async function storeNotedCallback(db: Db, noted: NotedCallback): Promise<void> {
  const { id, accountId, orderId, event, bodySealed } = noted;
  await run(
    db,
    'store-noted-callback',
    sql`insert into callbacks (id, route, order_id, named_order, reported, failure_code,
                               body_sealed, applied_at, outcome, provider_account_id)
     select ${id}, kind, id, id, 'other', left(${event}::text, 64), ${bodySealed}, now(), 'noted',
            ${accountId}
     from orders
     where id = ${orderId} and (
       select count(*) from callbacks where order_id = ${orderId} and outcome = 'noted'
     ) < ${raw(NOTED_MAX)}`,
  );
}

/** The answer to an inquiry: one movement, or a failure. */
export interface NewAnswer {
  readonly id: string;
  readonly orderId: string;
  /** Null for the order's account. */
  readonly accountId: string | null;
  readonly reported: ProviderOutcome;
  readonly amountSatang: number | null;
  readonly transactionId: string | null;
  readonly movedAt: Date | null;
  /** Keyed digest of the account; null when the answer names no payer. */
  readonly payerDigest: string | null;
  readonly payer: MaskedPayer | null;
  /** Null if unknown, and for other orders than deposits. */
  readonly payerMatches: boolean | null;
  readonly failure: Failure | null;
  /** The provider's id of a return; null for none. */
  readonly returnId?: string | null;
  /** Of a success: the answer shows that some of the movement's money has been returned. */
  readonly isPartlyReturned?: boolean;
  /** What the provider keeps for it, with VAT. Absent and null: unknown. */
  readonly costSatang?: number | null;
  readonly bodySealed: string;
}

/** Reads `input` and `earlier`: whether the newest evidence contradicts the answer. */
const contradictions = sql`about as (
       select received_at as at, earlier.reported = input.reported as agrees,
              (input.reported = 'succeeded') <> (earlier.reported = 'succeeded') as denies
       from earlier, input
       where earlier.reported <> 'other' and not is_partly_returned
         and (input.reported <> 'reversed' or earlier.route = input.route)
         and (earlier.transaction_id is null or input.transaction_id is null
           or earlier.transaction_id = input.transaction_id)
     ), newest as (
       select coalesce(max(at) filter (where denies)
                       > coalesce(max(at) filter (where agrees), '-infinity'), false) as denies
       from about
     )`;

/** Reads `input` and `earlier`. A provider may name the cost of a movement later. */
const namesNoNewCost = sql`(input.cost_satang is null or exists (
  select from earlier as naming where naming.cost_satang is not null
    and naming.transaction_id is not distinct from input.transaction_id))`;

/**
 * Stored like a callback: the next transition applies it. An answer is not stored again while the
 * exception that it opened is open. About incoming money, and about a request that has ended, it is
 * not stored again unless later evidence contradicted it: a dispute was won, or a transfer that had
 * succeeded was returned. Returns whether it was stored.
 */
export async function storeAnswer(db: Db, answer: NewAnswer): Promise<boolean> {
  const rows = await run(
    db,
    'store-answer',
    sql`with input as (
       select ${answer.id}::text as id, ${'answer' satisfies CallbackRoute}::text as route,
              ${answer.orderId}::text as order_id, ${answer.reported}::text as reported,
              ${answer.amountSatang}::bigint as amount_satang,
              ${answer.transactionId}::text as transaction_id,
              ${answer.movedAt}::timestamptz as paid_at,
              ${answer.payerDigest}::text as payer_digest,
              ${asJson(answer.payer)}::json as payer,
              ${answer.payerMatches}::boolean as payer_matches,
              ${answer.failure?.code ?? null}::text as failure_code,
              ${answer.failure?.message ?? null}::text as failure_message,
              ${answer.bodySealed}::text as body_sealed,
              ${answer.accountId}::text as account_id,
              ${answer.returnId ?? null}::text as return_id,
              ${answer.costSatang ?? null}::bigint as cost_satang,
              ${answer.isPartlyReturned ?? false}::boolean as is_partly_returned
     ), earlier as (
       select callbacks.id, callbacks.route, callbacks.reported, callbacks.amount_satang,
              callbacks.transaction_id, callbacks.paid_at, callbacks.payer_digest,
              callbacks.return_id, callbacks.cost_satang, callbacks.received_at,
              callbacks.provider_account_id as account_id
       from callbacks
       where callbacks.order_id = ${answer.orderId}
         and callbacks.outcome is distinct from 'refused'
     ), ${contradictions}, ended as (
       select coalesce(bool_or(is_over), false) as is_over
       from provider_requests where provider_requests.order_id = ${answer.orderId}
     )
     insert into callbacks (id, route, order_id, named_order, reported, amount_satang,
                            transaction_id, paid_at, payer_digest, payer, payer_matches,
                            failure_code, failure_message, body_sealed, return_id, cost_satang,
                            provider_account_id)
     select input.id, route, order_id, order_id, reported, input.amount_satang, transaction_id,
            paid_at, payer_digest, input.payer, input.payer_matches, input.failure_code,
            input.failure_message, body_sealed, input.return_id, cost_satang,
            coalesce(input.account_id, provider_account_id)
     from input join orders on orders.id = input.order_id, newest, ended
     where not exists (
       select from earlier
       left join exceptions on exceptions.callback_id = earlier.id
         and exceptions.resolved_at is null
       where earlier.route = input.route and earlier.reported = input.reported
         and earlier.account_id = coalesce(input.account_id, provider_account_id)
         and earlier.amount_satang is not distinct from input.amount_satang
         and earlier.transaction_id is not distinct from input.transaction_id
         and earlier.return_id is not distinct from input.return_id
         and ${namesNoNewCost}
         and (exceptions.id is not null
           or (orders.inquired_at is not null or ended.is_over or input.reported = 'reversed')
           and not newest.denies
           and earlier.paid_at is not distinct from input.paid_at
           and earlier.payer_digest is not distinct from input.payer_digest))
       and not exists (
         select from movements
         where (orders.inquired_at is not null or ended.is_over)
           and movements.account = coalesce(input.account_id, provider_account_id)
           and input.reported = 'succeeded' and not newest.denies
           and movements.order_id = input.order_id
           and movements.transaction_id = input.transaction_id
           and movements.amount_satang = input.amount_satang
           and ${namesNoNewCost})
     returning 1`,
  );
  return rows.length > 0;
}

/** Returns those of the given callbacks that have been applied. */
export async function appliedAmong(db: Db, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await run<{ id: string }>(
    db,
    'applied-among',
    // Built in the statement, so that the array's length causes no replanning (decision 19).
    sql`select id from callbacks
     where id = any(array(select unnest(${ids}::text[]))) and applied_at is not null`,
  );
  return rows.map(({ id }) => id);
}

/** The account's connector reads the body. */
export interface CallbackBody {
  readonly bodySealed: string;
  readonly accountId: string;
  /** The answer to an inquiry, in the gateway's own format. */
  readonly isAnswer: boolean;
}

const bodyColumns = sql`body_sealed, provider_account_id as account_id,
            route = ${raw(`'${'answer' satisfies CallbackRoute}'`)} as is_answer`;

/** Throws when there is no such callback. */
export async function findCallbackBody(db: Db, callbackId: string): Promise<CallbackBody> {
  const [row] = await run<CallbackBody>(
    db,
    'find-callback-body',
    sql`select ${bodyColumns}
     from callbacks where id = ${callbackId}`,
  );
  if (row === undefined) throw new Error(`there is no callback ${callbackId}`);
  return row;
}
