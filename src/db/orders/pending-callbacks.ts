import type { CallbackDecision, IncomingCallback } from '../../domain/callback';
import type { KnownMovement } from '../../domain/movement';
import { findMovements } from '../ledger/movements';
import { run } from '../postgres/connect';
import type { Pipeline } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import type { CallbackRoute } from './callbacks';
import { kindsIn } from './kinds';

/** A stored callback that has not been applied. */
export interface PendingCallback extends IncomingCallback {
  readonly id: string;
  readonly route: CallbackRoute;
  readonly payerMatches: boolean | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
}

/** The movements of an order, and the callbacks about it that have not been applied. */
export interface OrderEvidence {
  readonly movements: readonly KnownMovement[];
  readonly pending: readonly PendingCallback[];
}

/** The most callbacks of one order that one transaction applies. */
export const CALLBACKS_MAX = 200;

export async function findEvidence(trx: Pipeline, orderId: string): Promise<OrderEvidence> {
  const [movements, pending] = await Promise.all([
    findMovements(trx, orderId),
    findPending(trx, orderId),
  ]);
  return { movements, pending };
}

/**
 * The pending callbacks in the order of their arrival, each with the movement that has its bank
 * transaction id: one of another order, or one of an unknown order that the callback names.
 */
function findPending(trx: Pipeline, orderId: string): Promise<readonly PendingCallback[]> {
  return run<PendingCallback>(
    trx,
    'waiting-callbacks',
    sql`with told as materialized (
       select id, route, heard, transaction_id, amount_satang, payer_digest, paid_at, named_order,
              failure_code, failure_message, movement_id, received_at, payer_matches,
              provider_account_id as account,
              case when (select kind from orders where id = ${orderId}) in (${raw(kindsIn)})
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

/** Whether the same contradiction has been applied before: repeating it adds nothing. */
export async function wasApplied(
  trx: Pipeline,
  orderId: string,
  { heard, transactionId, amountSatang }: PendingCallback,
  { outcome }: CallbackDecision,
): Promise<boolean> {
  const rows = await run(
    trx,
    'told-before',
    sql`select 1 from callbacks
     where order_id = ${orderId} and applied_at is not null and booked_satang is null
       and outcome = ${outcome} and heard = ${heard}
       and transaction_id is not distinct from ${transactionId}
              and amount_satang is not distinct from ${amountSatang} limit 1`,
  );
  return rows.length > 0;
}
