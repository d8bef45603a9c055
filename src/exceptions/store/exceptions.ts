import type { ProviderOutcome } from '../../ledger/rules/movement';
import type { ExceptionKind } from '../rules/exception';
import type { MaskedPayer } from '../../orders/deposit/rules/payer-match';
import type { OrderKind, OrderState } from '../../orders/rules/kinds';
import type { ResolvedException } from '../rules/resolution';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import { arrivedOf, chargedOf, leftOf } from '../../ledger/store/charges';
import { bookedOf, mayReport, netOf, takesBack } from '../../ledger/store/movements';
import { creditedOf } from '../../orders/store/orders';
import { metBySearch } from './exception-search';

/** Evidence that no rule can settle, with its context. */
export interface Exception extends ResolvedException {
  readonly id: string;
  readonly merchantId: string | null;
  readonly merchantName: string | null;
  /** The merchant's reference of the order. */
  readonly reference: string | null;
  readonly payer: MaskedPayer | null;
  /** Null without a callback of the provider. */
  readonly callback:
    | (NonNullable<ResolvedException['callback']> & {
        readonly id: string;
        readonly namedOrder: string;
      })
    | null;
  readonly openedAt: Date;
  /** The operator who works on it; null for nobody. */
  readonly ownerId: string | null;
  /** Null while it is open. */
  readonly resolved: {
    readonly at: Date;
    readonly by: string;
    /** The resolution's parts, joined: `accept+return`. */
    readonly resolution: string;
    readonly reason: string;
  } | null;
  /** The approval that a decision about the exception waits for; null without one. */
  readonly waitingApprovalId: string | null;
}

interface ExceptionRow {
  id: string;
  kind: ExceptionKind;
  merchantId: string | null;
  merchantName: string | null;
  reference: string | null;
  payer: MaskedPayer | null;
  orderId: string | null;
  orderKind: OrderKind;
  orderStatus: OrderState;
  orderSatang: number;
  creditedSatang: number | null;
  reversedSatang: number;
  chargedSatang: number;
  leftSatang: number;
  arrivedSatang: number;
  callbackId: string | null;
  namedOrder: string;
  reported: ProviderOutcome;
  reportedSatang: number | null;
  transactionId: string | null;
  callbackMovement: string | null;
  movementId: string | null;
  direction: 'in' | 'out';
  movementTransaction: string | null;
  movementSatang: number;
  bookedSatang: number;
  movementBooked: boolean;
  movementCredited: number;
  returnedSatang: number;
  takenSatang: number;
  returnedSince: number;
  waitsFor: string | null;
  suspendedSatang: number;
  openedAt: Date;
  ownerId: string | null;
  waitingApproval: string | null;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  resolution: string | null;
  reason: string | null;
}

function exceptionFromRow(row: ExceptionRow): Exception {
  const { callbackId, movementId, resolvedAt: at } = row;
  const { resolution, resolvedBy: by, reason } = row;
  return {
    id: row.id,
    kind: row.kind,
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    reference: row.reference,
    payer: row.payer,
    order: exceptedOrderFromRow(row),
    callback:
      callbackId === null
        ? null
        : {
            id: callbackId,
            namedOrder: row.namedOrder,
            reported: row.reported,
            amountSatang: row.reportedSatang,
            transactionId: row.transactionId,
            movementId: row.callbackMovement,
          },
    movement:
      movementId === null
        ? null
        : {
            id: movementId,
            direction: row.direction,
            transactionId: row.movementTransaction,
            amountSatang: row.movementSatang,
            bookedSatang: row.bookedSatang,
            isBooked: row.movementBooked,
            creditedSatang: row.movementCredited,
            returnedSatang: row.returnedSatang,
            takenSatang: row.takenSatang,
            returnedSinceSatang: row.returnedSince,
          },
    waitsFor: row.waitsFor,
    suspendedSatang: row.suspendedSatang,
    openedAt: row.openedAt,
    ownerId: row.ownerId,
    waitingApprovalId: row.waitingApproval,
    resolved:
      at === null || resolution === null || by === null || reason === null
        ? null
        : { at, by, resolution, reason },
  };
}

function exceptedOrderFromRow(row: ExceptionRow): Exception['order'] {
  if (row.orderId === null) return null;
  const { orderKind: kind, orderStatus: status, orderSatang: amountSatang } = row;
  const { creditedSatang } = row;
  return {
    id: row.orderId,
    kind,
    status,
    amountSatang,
    creditedSatang: creditedOf({ kind, status, amountSatang, creditedSatang }),
    reversedSatang: row.reversedSatang,
    chargedSatang: row.chargedSatang,
    leftSatang: row.leftSatang,
    arrivedSatang: row.arrivedSatang,
  };
}

/**
 * Satang that uncorrected resolutions returned from suspense, before or since the exception's
 * report.
 */
const returned = (isAt: Sql): Sql => sql`coalesce((
  select sum(returned.amount_satang)
  from exceptions as cause join transfers as returned on returned.exception_id = cause.id
  where cause.movement_id = movements.id and cause.movement_id is not null
    and returned.exception_id is not null and returned.kind = 'return'
    and returned.created_at ${isAt} callbacks.received_at
    and not exists (
      select from resolutions as later where later.corrects = returned.resolution_id)), 0)::bigint`;

/** Before the report, less those lost since. */
const returnedBefore = sql`(${returned(sql`<`)} - coalesce((
  select sum(case lost.kind when 'lose' then lost.amount_satang else -lost.amount_satang end)
  from exceptions as cause join transfers as lost on lost.exception_id = cause.id
  where cause.movement_id = movements.id and cause.movement_id is not null
    and lost.exception_id is not null and lost.kind in ('lose', 'undo_lose')), 0))::bigint`;

/**
 * Resolutions of the movement's exceptions may have booked other movements. Money of an unknown
 * order is not part of the order's credited amount.
 */
const creditedBy = sql`case when movements.order_id = exceptions.order_id then coalesce((
  select sum(case when credit = 'available' then booked.amount_satang
                  when debit = 'available' then -booked.amount_satang
                  -- The loss of a reversal that the gateway bears.
                  when booked.kind = 'absorb' then -booked.amount_satang
                  when booked.kind = 'undo_absorb' then booked.amount_satang
                  else 0 end)
  from (
    select transfers.kind, debit, credit, transfers.amount_satang from transfers
    where transfers.movement_id = movements.id and transfers.movement_id is not null
    union all
    select transfers.kind, debit, credit, transfers.amount_satang
    from exceptions as cause join transfers on transfers.exception_id = cause.id
    where cause.order_id = movements.order_id and cause.movement_id = movements.id
      and transfers.exception_id is not null
      and transfers.movement_id is distinct from movements.id
  ) as booked), 0)::bigint else 0 end`;

/**
 * Satang that the bank has taken back of the movement by the reports since the last success: parts
 * add up, and a repeated one counts once. `reports` selects `reported`, `amount_satang`,
 * `return_id`, `at` and `id`. Null without reports.
 */
const sumOfTaken = (reports: Sql): Sql => sql`(
  select least(coalesce(sum(satang) filter (where not is_denied), 0), movements.amount_satang)
  from (
    select distinct coalesce(amount_satang, movements.amount_satang) as satang, return_id,
           bool_or(reported = 'succeeded') over (
             order by at, id rows between current row and unbounded following) as is_denied
    from (${reports}) as reports
  ) as told having count(*) > 0)`;

/**
 * Of an incoming movement: by the reports that opened an exception and were not dismissed, or else
 * by those under the name of an unknown order.
 */
const takenOf = sql`coalesce(
  ${sumOfTaken(sql`
    select told.reported, told.amount_satang, told.return_id, told.received_at as at, doubt.id
    from exceptions as doubt join callbacks as told on told.id = doubt.callback_id
    where doubt.movement_id = movements.id and doubt.movement_id is not null
      and doubt.amount_satang is null and coalesce(doubt.resolution, '') <> 'dismiss'`)},
  case when movements.order_id is null then ${sumOfTaken(sql`
    select told.reported, told.amount_satang, told.return_id, told.received_at as at, told.id
    from callbacks as told
    where told.order_id is null and told.named_order = movements.named_order
      and told.provider_account_id = movements.account
      and (${takesBack('told', 'movements')}
        or told.reported = 'succeeded'
          and told.transaction_id is not distinct from movements.transaction_id
          and told.amount_satang = movements.amount_satang
          and ${mayReport('told', 'movements')})`)} end,
  0)::bigint`;

/** Money in suspense waits for no other exception. */
const waitsFor = sql`(
  select earlier.id
  from exceptions as earlier join callbacks as reports on reports.id = earlier.callback_id
  where earlier.movement_id = exceptions.movement_id and earlier.movement_id is not null
    and earlier.resolved_at is null
    and (reports.received_at, earlier.id) < (callbacks.received_at, exceptions.id)
    and exceptions.resolved_at is null and exceptions.amount_satang is null
  order by reports.received_at, earlier.id limit 1)`;

const selection = sql`
  select exceptions.id, exceptions.kind, exceptions.merchant_id, exceptions.order_id,
         merchants.name as merchant_name, orders.reference, callbacks.payer,
         orders.kind as order_kind, orders.status as order_status,
         orders.amount_satang as order_satang, orders.credited_satang, orders.reversed_satang,
         ${chargedOf('orders.id')} as charged_satang, ${leftOf('orders')} as left_satang,
         ${arrivedOf('orders')} as arrived_satang,
         exceptions.callback_id, callbacks.named_order, callbacks.reported,
         callbacks.amount_satang as reported_satang, callbacks.transaction_id,
         callbacks.movement_id as callback_movement, movements.id as movement_id,
         movements.direction, movements.transaction_id as movement_transaction,
         movements.amount_satang as movement_satang,
         ${netOf('movements.id')} as booked_satang,
         ${bookedOf('movements.id')} >= movements.amount_satang as movement_booked,
         ${creditedBy} as movement_credited, ${returnedBefore} as returned_satang,
         ${takenOf} as taken_satang,
         ${returned(sql`>=`)} as returned_since, ${waitsFor} as waits_for,
         opened_at, owner_id, resolved_at, resolved_by, resolution, reason,
         (select min(approvals.id) from approvals
          where approvals.act in ('resolution', 'correction')
            and approvals.subject = exceptions.id and approvals.status = 'pending')
           as waiting_approval,
         case when exceptions.amount_satang is null then 0 else
           coalesce((select amount_satang from transfers
                     where transfers.callback_id = exceptions.callback_id
                       and transfers.kind = 'suspend'), 0) end as suspended_satang
  from exceptions
  left join orders on orders.id = exceptions.order_id
  left join merchants on merchants.id = exceptions.merchant_id
  left join callbacks on callbacks.id = exceptions.callback_id
  left join movements on movements.id = exceptions.movement_id`;

/** Oldest first. */
export async function listExceptions(
  db: Db,
  { open, limit }: { readonly open: boolean; readonly limit: number },
): Promise<readonly Exception[]> {
  const rows = await run<ExceptionRow>(
    db,
    open ? 'list-open-exceptions' : 'list-exceptions',
    sql`${selection} ${raw(open ? 'where resolved_at is null' : '')} order by opened_at, id
     limit ${limit}`,
  );
  return rows.map(exceptionFromRow);
}

export interface ExceptionPage {
  readonly state: 'open' | 'resolved';
  readonly kind: ExceptionKind | null;
  /** The cursor: the id of the last exception of the page before. */
  readonly after: string | null;
  readonly limit: number;
  /** Null: all. Empty: those without an owner. */
  readonly ownerId?: string | null;
  /** As typed: what the search of orders takes, or the id of an exception. */
  readonly word?: string | null;
}

/** Open exceptions, oldest first, or resolved ones, newest first. Ids sort by creation time. */
export async function pageOfExceptions(
  db: Db,
  { state, kind, after, limit, ownerId = null, word = null }: ExceptionPage,
): Promise<{ readonly items: readonly Exception[]; readonly hasMore: boolean }> {
  const isOpen = state === 'open';
  const rows = await run<ExceptionRow>(
    db,
    word === null ? (isOpen ? 'page-open-exceptions' : 'page-resolved-exceptions') : null,
    sql`${selection} where resolved_at is ${raw(isOpen ? '' : 'not')} null
       and (${kind}::text is null or exceptions.kind = ${kind})
       and (${ownerId}::text is null or coalesce(owner_id, '') = ${ownerId})
       and (${word === null ? sql`true` : metBySearch(word)})
       and (${after}::text is null or exceptions.id ${raw(isOpen ? '>' : '<')} ${after})
     order by exceptions.id ${raw(isOpen ? '' : 'desc')} limit ${limit + 1}`,
  );
  return { items: rows.slice(0, limit).map(exceptionFromRow), hasMore: rows.length > limit };
}

/** Null: nobody. */
export async function setOwner(
  trx: Db,
  exceptionId: string,
  ownerId: string | null,
): Promise<void> {
  await run(
    trx,
    'set-exception-owner',
    sql`update exceptions set owner_id = ${ownerId} where id = ${exceptionId}`,
  );
}

/** Returns those of the given orders that have an open exception. */
export async function findUnderReview(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await run<{ id: string }>(
    db,
    'find-under-review',
    sql`select distinct order_id as id from exceptions
     where order_id = any(array(select unnest(${orderIds}::text[]))) and resolved_at is null`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Oldest first. */
export async function listExceptionsOf(db: Db, orderId: string): Promise<readonly Exception[]> {
  const rows = await run<ExceptionRow>(
    db,
    'list-exceptions-of',
    sql`${selection} where exceptions.order_id = ${orderId} order by exceptions.id limit 50`,
  );
  return rows.map(exceptionFromRow);
}

/** The ids of the open exceptions of an order, or under the name of an unknown order. */
export async function findOpenAbout(
  db: Db,
  orderId: string | null,
  name: string,
): Promise<readonly string[]> {
  const rows = await run<{ id: string }>(
    db,
    'find-open-about',
    sql`select exceptions.id from exceptions
     left join callbacks on callbacks.id = exceptions.callback_id
     where resolved_at is null
       and case when ${orderId}::text is null
         then exceptions.order_id is null and upper(callbacks.named_order) = upper(${name})
         else exceptions.order_id = ${orderId} end
     order by exceptions.id`,
  );
  return rows.map(({ id }) => id);
}

export async function findException(db: Db, exceptionId: string): Promise<Exception | null> {
  const [row] = await run<ExceptionRow>(
    db,
    'find-exception',
    sql`${selection} where exceptions.id = ${exceptionId}`,
  );
  return row === undefined ? null : exceptionFromRow(row);
}

/**
 * Locked until the transaction ends, so that only one operator resolves the exception. Its order is
 * locked first, as by transitions, so that its amounts are those of the order's last transition.
 */
export async function lockException(trx: Db, exceptionId: string): Promise<Exception | null> {
  await run(
    trx,
    'lock-excepted-order',
    sql`select 1 from orders
     where id = (select order_id from exceptions where id = ${exceptionId}) for no key update`,
  );
  await run(
    trx,
    'lock-exception',
    sql`select 1 from exceptions where id = ${exceptionId} for update`,
  );
  return findException(trx, exceptionId);
}

/** Does nothing while one is open or, with `once`, when there was one before. */
export async function openUnknownOutcome(
  db: Db,
  exceptionId: string,
  orderId: string,
  once = false,
): Promise<void> {
  await run(
    db,
    'open-unknown-outcome',
    sql`insert into exceptions (id, kind, merchant_id, order_id)
     select ${exceptionId}, 'unknown_outcome', merchant_id, id from orders where id = ${orderId}
       and not (${once} and exists (select from exceptions as earlier
         where earlier.order_id = orders.id and earlier.kind = 'unknown_outcome'))
     on conflict (order_id) where kind = 'unknown_outcome' and resolved_at is null do nothing`,
  );
}

export interface ExceptionCount {
  readonly kind: ExceptionKind;
  readonly count: number;
}

export async function countOpenExceptions(db: Db): Promise<readonly ExceptionCount[]> {
  return run<ExceptionCount>(
    db,
    'count-exceptions',
    sql`select kind, count(*) as count from exceptions where resolved_at is null group by kind`,
  );
}
