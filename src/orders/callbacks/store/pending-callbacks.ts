import type { CallbackDecision, IncomingCallback } from '../../rules/callback';
import type { Doubt } from '../../../exceptions/rules/doubt';
import type { KnownMovement } from '../../../ledger/rules/movement';
import type { MaskedPayer } from '../../deposit/rules/payer-match';
import { directionOf } from '../../rules/kinds';
import { findMovements, mayReport, takesBack } from '../../../ledger/store/movements';
import { run, type Pipeline } from '../../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../../platform/postgres/sql';
import type { CallbackRoute } from './callbacks';
import { kindsIn } from '../../rules/kinds/lists';
import type { Order } from '../../store/orders';

/** Stored and not yet applied. */
export interface PendingCallback extends IncomingCallback {
  readonly id: string;
  readonly route: CallbackRoute;
  readonly payerMatches: boolean | null;
  readonly maskedPayer: MaskedPayer | null;
  /**
   * `assigns` is a movement whose exception about an unknown order is open. Otherwise an operator
   * has assigned it to the order.
   */
  readonly resolvesUnknown: boolean;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  /** When the first evidence of the movement arrived. */
  readonly arrivedAt: Date;
  /** Null for evidence that is no return. */
  readonly returnId: string | null;
  /** Since its receipt. */
  readonly waitedMs: number;
}

/** The callbacks are those that have not been applied. */
export interface OrderEvidence {
  readonly movements: readonly KnownMovement[];
  readonly pending: readonly PendingCallback[];
}

/** Applied by one transaction, for one order. */
export const CALLBACKS_MAX = 200;

export async function findEvidence(trx: Pipeline, orderId: string): Promise<OrderEvidence> {
  const [movements, pending] = await Promise.all([
    findMovements(trx, orderId),
    findPending(trx, orderId),
  ]);
  return { movements, pending };
}

const isWhole = (movement: string): Sql =>
  raw(`(denial.amount_satang is null
    or denial.amount_satang >= ${movement}.amount_satang)`);

/**
 * SQL of whether a movement of an unknown order was reported as taken back as a whole: under its
 * name while the order was unknown, or by an exception of the order that has appeared since. A part
 * is charged to the order that gets the movement.
 */
const isDenied = (movement: string): Sql => sql`(
  exists (select from callbacks as denial
          where denial.order_id is null and denial.named_order = ${raw(movement)}.named_order
            and denial.provider_account_id = ${raw(movement)}.account
            and ${takesBack('denial', movement)} and ${isWhole(movement)})
  or exists (select from exceptions as doubt join callbacks as denial on denial.id = callback_id
             where doubt.movement_id = ${raw(movement)}.id and doubt.movement_id is not null
               and denial.reported <> 'succeeded' and ${isWhole(movement)}))`;

/** Money of an unknown order that a row of `pending` reports or, by a denial, is about. */
const unassigned = sql`
  select movements.id, movements.callback_id, movements.transaction_id,
         movements.amount_satang, movements.payer_digest,
         denied.is_denied, undecided.is_open
  from movements
  cross join lateral (select ${isDenied('movements')} as is_denied) as denied
  cross join lateral (select exists (
    select from exceptions where exceptions.movement_id = movements.id
      and exceptions.kind = 'unknown_order' and exceptions.resolved_at is null) as is_open
  ) as undecided
  where movements.order_id is null and movements.named_order = pending.named_order
    and movements.direction = pending.direction and movements.direction = 'in'
    and movements.account = pending.account and pending.movement_id is null
    and case when pending.reported = 'succeeded'
      then movements.transaction_id is not distinct from pending.transaction_id
        and movements.amount_satang = pending.amount_satang
        and movements.merchant_id is null
        and (pending.transaction_id is not null or ${mayReport('pending', 'movements')})
        and (undecided.is_open or denied.is_denied)
      else ${takesBack('pending', 'movements')} end
  order by movements.amount_satang = pending.amount_satang desc nulls last, movements.id
  limit 1`;

/**
 * In the order of their arrival, each with the movement that has its bank transaction id: one of
 * another order, or one of an unknown order that the callback names. Without an id, amount, payer
 * and time identify a movement of an unknown order. One that was taken back is not assigned.
 */
function findPending(trx: Pipeline, orderId: string): Promise<readonly PendingCallback[]> {
  return run<PendingCallback>(
    trx,
    'pending-callbacks',
    sql`with pending as materialized (
       select id, route, reported, transaction_id, amount_satang, payer_digest, payer, paid_at,
              named_order,
              failure_code, failure_message, movement_id, received_at, payer_matches, return_id,
              provider_account_id as account,
              case when (select kind from orders where id = ${orderId}) in (${raw(kindsIn)})
                then 'in' else 'out' end as direction
       from callbacks
       where order_id = ${orderId} and applied_at is null
     )
     select pending.id, pending.route, pending.account as account_id,
            pending.reported,
            pending.transaction_id,
            pending.amount_satang, pending.payer_digest as payer,
            pending.payer as masked_payer,
            pending.paid_at as moved_at, pending.failure_code,
            pending.failure_message, pending.return_id,
            pending.payer_matches,
            floor(extract(epoch from clock_timestamp() - pending.received_at) * 1000)::bigint
              as waited_ms,
            coalesce((select created_at from movements
                      where id = coalesce(pending.movement_id, unassigned.id)),
                     pending.received_at) as arrived_at,
            coalesce(pending.movement_id, case when pending.reported = 'succeeded'
              and unassigned.is_open and not unassigned.is_denied then unassigned.id end)
              as assigns,
            case when unassigned.id is not null then json_build_object(
              'id', unassigned.id, 'accountId', pending.account,
              'callbackId', unassigned.callback_id, 'transactionId', unassigned.transaction_id,
              'amountSatang', unassigned.amount_satang, 'payer', unassigned.payer_digest,
              'movedAt', null, 'isDismissed', false, 'bookedSatang', unassigned.amount_satang,
              'isReversed', false, 'isInQuestion', true) end as unassigned,
            pending.movement_id is null and unassigned.id is not null as resolves_unknown,
            holder.id is not null and holder.order_id is distinct from ${orderId}
            or decided.id is not null as is_elsewhere
     from pending
     left join movements as holder
       on holder.account = pending.account and holder.direction = pending.direction
      and holder.transaction_id = pending.transaction_id
     left join lateral (${unassigned}
     ) as unassigned on true
     -- Money without a transaction id for which an operator has decided otherwise.
     left join lateral (
       select movements.id
       from callbacks as earlier join movements on movements.id = earlier.movement_id
       where pending.transaction_id is null and pending.movement_id is null
         and unassigned.id is null
         and earlier.order_id is null and earlier.named_order = pending.named_order
         and movements.order_id is distinct from ${orderId}
         and movements.direction = pending.direction and movements.direction = 'in'
         and movements.account = pending.account and movements.transaction_id is null
         and movements.amount_satang = pending.amount_satang
         and ${mayReport('pending', 'movements')}
       limit 1
     ) as decided on true
     order by pending.received_at, pending.id limit ${CALLBACKS_MAX}`,
  );
}

/** The order's open exceptions, by the arrival of the reports that they show. */
export function findDoubts(trx: Pipeline, orderId: string): Promise<readonly Doubt[]> {
  return run<Doubt>(
    trx,
    'open-doubts',
    sql`select exceptions.id as exception_id, kind, exceptions.movement_id,
            reported, provider_account_id as account_id,
            transaction_id, callbacks.amount_satang,
            return_id,
            coalesce(callbacks.movement_id <> exceptions.movement_id, false) as is_of_another
     from exceptions join callbacks on callbacks.id = exceptions.callback_id
     where exceptions.order_id = ${orderId} and exceptions.resolved_at is null
       and exceptions.amount_satang is null
     order by received_at, exceptions.id`,
  );
}

/**
 * A repeated contradicting callback adds nothing, unless money of its movement has been booked the
 * other way since, or for a success in any way: it may be about that money. Without a movement it
 * may be about any money of the order.
 */
export async function wasDecided(
  trx: Pipeline,
  { id: orderId, kind }: Pick<Order, 'id' | 'kind'>,
  { reported, accountId, transactionId, amountSatang, returnId }: PendingCallback,
  { about }: CallbackDecision,
): Promise<boolean> {
  const isReceipt = (directionOf(kind) === 'in') === (reported === 'succeeded');
  const aboutId = about?.id ?? null;
  const isAnyWay = aboutId !== null && reported === 'succeeded';
  const rows = await run(
    trx,
    'was-decided',
    sql`select 1 from callbacks
     where order_id = ${orderId} and applied_at is not null and booked_satang is null
       and outcome in ('conflict', 'mismatch', 'duplicate', 'overflow')
       and reported = ${reported} and provider_account_id = ${accountId}
       and transaction_id is not distinct from ${transactionId}
       and amount_satang is not distinct from ${amountSatang}
       and return_id is not distinct from ${returnId}
       and not exists (
         select from movements
         join transfers on transfers.movement_id = movements.id
           and transfers.movement_id is not null
         where movements.order_id = ${orderId}
           and (${aboutId}::text is null or movements.id = ${aboutId}
             or movements.follows = ${aboutId})
           and (${isAnyWay}::boolean
             or 'provider_clearing' = case when ${isReceipt}::boolean then credit else debit end)
           and transfers.kind not like 'undo\\_%'
           and transfers.created_at > coalesce(
             (select max(resolved_at) from exceptions where exceptions.callback_id = callbacks.id),
             callbacks.applied_at))
     limit 1`,
  );
  return rows.length > 0;
}
