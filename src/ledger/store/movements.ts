import { REPORTED_AFTER_DAYS, REPORTED_BEFORE_DAYS, movementTime } from '../../kernel/rules/moment';
import type { KnownMovement } from '../rules/movement';
import { newId } from '../../platform/new-id';
import { run, type Db, type Runner } from '../../platform/postgres/connect';
import { raw, sql, type Sql } from '../../platform/postgres/sql';
import { kindsIn } from '../../orders/rules/kinds/lists';

/**
 * In the order's direction, oldest first. A credit without evidence that was corrected is omitted:
 * evidence of the same amount is about other money.
 */
export function findMovements(runner: Runner, orderId: string): Promise<readonly KnownMovement[]> {
  return run<KnownMovement>(
    runner,
    'find-movements',
    sql`select id, account as account_id, callback_id,
            transaction_id, amount_satang,
            payer_digest as payer, moved_at,
            dismissed_at is not null as is_dismissed, ${netOf('movements.id')} as booked_satang,
            ${isReversed('movements')} as is_reversed,
            exists (
              select from exceptions
              where exceptions.order_id = movements.order_id
                and exceptions.movement_id = movements.id
                and exceptions.resolved_at is null and exceptions.amount_satang is null)
              as is_in_question
     from movements where order_id = ${orderId}
       -- Operators report returns too, and credits, which they may have corrected.
       and case when source = 'operator'
         then follows is null
           and direction = (select case when kind in (${raw(kindsIn)}) then 'in' else 'out' end
                            from orders where id = ${orderId})
           and (direction = 'out' or ${bookedOf('movements.id')} > 0) else true end
     order by created_at, id`,
  );
}

/**
 * SQL of whether payer and time of a callback allow a movement. What is unknown does not
 * distinguish them (orders/deposit/rules/payer-match.ts).
 */
export const mayReport = (callback: string, movement: string): Sql =>
  raw(`(not payers_differ(${movement}.payer_digest, ${callback}.payer_digest)
      and coalesce(${movement}.moved_at = ${callback}.paid_at, true))`);

/**
 * SQL of whether a report under the name of an unknown order says that the bank took a movement of
 * it back, by the transaction id, or without one by payer, time and amount.
 */
export const takesBack = (report: string, movement: string): Sql =>
  sql`(${raw(report)}.reported in ('failed', 'reversed')
      and (${raw(report)}.transaction_id = ${raw(movement)}.transaction_id
        or ${raw(report)}.reported = 'reversed' and ${raw(report)}.transaction_id is null
          and coalesce(${raw(report)}.amount_satang, 0) <= ${raw(movement)}.amount_satang
          and ${mayReport(report, movement)}))`;

/** SQL of the time of a movement: `movementTime` of kernel/rules/moment.ts. */
export const movementTimeOf = (movement: string): Sql =>
  raw(`case when ${movement}.moved_at
              between ${movement}.created_at - interval '${REPORTED_BEFORE_DAYS} days'
                  and ${movement}.created_at + interval '${REPORTED_AFTER_DAYS} days'
            then ${movement}.moved_at else ${movement}.created_at end`);

/** SQL of the time at which a transfer of a movement takes effect: not after its posting. */
export const effectiveTimeOf = (movement: string): Sql =>
  sql`least(${movementTimeOf(movement)}, now())`;

/**
 * The time of the movement that a resolution books; without one, that of the evidence of its
 * exception. Null when neither exists.
 */
export async function resolvedMovementTime(
  runner: Runner,
  { exceptionId, movement }: { readonly exceptionId: string; readonly movement: unknown },
): Promise<Date | null> {
  const movementId = typeof movement === 'string' ? movement : null;
  const [row] = await run<{ movedAt: Date | null; arrivedAt: Date | null }>(
    runner,
    'resolved-movement-time',
    sql`select coalesce(movements.moved_at, callbacks.paid_at) as moved_at,
            coalesce(movements.created_at, callbacks.received_at) as arrived_at
     from exceptions
     left join movements on movements.id = coalesce(${movementId}, exceptions.movement_id)
     left join callbacks on callbacks.id = exceptions.callback_id
     where exceptions.id = ${exceptionId}`,
  );
  const { movedAt = null, arrivedAt = null } = row ?? {};
  return arrivedAt === null ? null : movementTime(movedAt, arrivedAt);
}

/** SQL of the net satang that the transfers of a movement have booked, for either direction. */
export const bookedOf = (movementId: string): Sql => sql`coalesce((
  select abs(sum(case when debit = 'provider_clearing' then amount_satang
                      when credit = 'provider_clearing' then -amount_satang else 0 end))
  from transfers where transfers.movement_id = ${raw(movementId)}
    and transfers.movement_id is not null), 0)::bigint`;

/** SQL of the ids of a movement and of those that follow it. */
const withFollowing = (movementId: string): Sql => sql`any(array(
    select ${raw(movementId)} union all
    select following.id from movements as following where following.follows = ${raw(movementId)}
  ))`;

/**
 * SQL of the net satang of a movement by the ledger: booked for it, less what has moved back by the
 * movements that follow it.
 */
export const netOf = (movementId: string): Sql => sql`coalesce((
  select abs(sum(case when debit = 'provider_clearing' then amount_satang
                      when credit = 'provider_clearing' then -amount_satang else 0 end))
  from transfers where transfers.movement_id is not null
    and transfers.movement_id = ${withFollowing(movementId)}), 0)::bigint`;

/** SQL of whether resolutions have booked that the bank took a movement back, also in part. */
const isReversed = (movement: string): Sql => sql`coalesce((
  select sum(case when ${raw(movement)}.direction = 'in' then
      case when transfers.kind in ('charge', 'absorb', 'lose') then amount_satang
        when transfers.kind in ('undo_charge', 'undo_absorb', 'undo_lose') then -amount_satang
        else 0 end
    else case transfers.kind when 'credit' then amount_satang
      when 'undo_credit' then -amount_satang else 0 end end) > 0
  from transfers where transfers.movement_id is not null and transfers.resolution_id is not null
    and transfers.movement_id = ${withFollowing(`${movement}.id`)}), false)`;

/**
 * Repeats the transaction once when a concurrent one recorded the same bank transaction id: the
 * repetition sees that movement.
 */
export async function retryTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as { constraint?: unknown }).constraint !== 'movements_transaction') throw error;
    return work();
  }
}

interface Assignee {
  readonly id: string;
  readonly merchantId: string;
  /** The callback that named the order. */
  readonly cause: string;
}

/**
 * From suspense to an order, which books the movement. Its exception counts as resolved by the
 * provider. Fails when an operator has decided otherwise since the movement was read: the order
 * must not book it then.
 */
export async function assignMovement(
  runner: Runner,
  movementId: string,
  { id, merchantId, cause }: Assignee,
): Promise<void> {
  await run(
    runner,
    'assign-movement',
    sql`with assigned as (
       update movements set order_id = ${id}, merchant_id = ${merchantId}
       where id = ${movementId} and order_id is null and merchant_id is null
       returning id, amount_satang, account, moved_at, created_at
     ), resolved as (
       update exceptions set resolved_at = now(), resolved_by = 'provider', resolution = 'assign',
         order_id = ${id}, merchant_id = ${merchantId},
         reason = 'The provider reported it again for this order.'
       from assigned where exceptions.movement_id = assigned.id
         and exceptions.kind = 'unknown_order' and exceptions.resolved_at is null
       returning exceptions.id
     ), noted as (
       insert into resolutions (id, exception_id, order_id, parts, reason, decided_by)
       select ${newId('rsn_')}, id, ${id},
              json_build_array(json_build_object('as', 'assign', 'amountSatang',
                (select amount_satang from assigned))),
                ${`The callback ${cause} names this order.`}, 'provider'
       from resolved
       returning id, exception_id
     ), posted as (
       insert into transfers (merchant_id, exception_id, resolution_id, movement_id, kind, debit,
                              credit, amount_satang, provider_account, effective_at)
       select null, noted.exception_id, noted.id, assigned.id, 'assign', 'suspense',
              'provider_clearing', amount_satang, account,
              ${effectiveTimeOf('assigned')}
       from assigned, noted
     )
     -- The cast of a text that is not a number is an error: see write-transition.ts.
     select case when movements.n = 1 and exceptions.n = 1 then 0
       else concat('assigned ', movements.n, ' movements of ', exceptions.n,
                   ' open exceptions')::integer end
     from (select count(*) as n from assigned) as movements,
          (select count(*) as n from resolved) as exceptions`,
  );
}

type Ids = readonly (string | null | undefined)[];
const present = (ids: Ids): string[] => ids.filter((id): id is string => typeof id === 'string');

/** Marks unbooked movements as never having taken place. */
export async function dismissMovements(trx: Db, ids: Ids): Promise<void> {
  await run(
    trx,
    'dismiss-movements',
    sql`update movements set dismissed_at = now()
     where id = any(${present(ids)}::text[]) and dismissed_at is null and not exists (
       select from transfers where transfers.movement_id = movements.id
         and transfers.movement_id is not null)`,
  );
}

export async function restoreMovements(trx: Db, ids: Ids): Promise<void> {
  await run(
    trx,
    'restore-movements',
    sql`update movements set dismissed_at = null where id = any(${present(ids)}::text[])`,
  );
}

/**
 * For an exception without a movement, because its order had `MOVEMENTS_MAX` of them. False when
 * another movement has its transaction id.
 */
export async function recordUnknown(
  trx: Db,
  movementId: string,
  callbackId: string,
  exceptionId: string,
): Promise<boolean> {
  const rows = await run(
    trx,
    'record-unknown',
    sql`with recorded as (
       insert into movements (account, id, direction, transaction_id, amount_satang, moved_at,
                              named_order, source, callback_id)
       select provider_account_id, ${movementId},
              case when route in (${raw(kindsIn)}) then 'in' else 'out' end,
              nullif(transaction_id, ''), amount_satang, paid_at, named_order, 'callback', id
       from callbacks where id = ${callbackId} and amount_satang > 0
       on conflict do nothing returning id
     )
     update exceptions set movement_id = recorded.id
     from recorded where exceptions.id = ${exceptionId} returning 1`,
  );
  return rows.length > 0;
}

/**
 * A movement of its own, which an operator reports. Its time distinguishes it from others of the
 * same amount.
 */
export async function recordReturn(
  trx: Db,
  returned: {
    readonly id: string;
    readonly exceptionId: string;
    readonly namedOrder: string;
    readonly amountSatang: number;
  },
): Promise<void> {
  await run(
    trx,
    'record-return',
    sql`insert into movements (account, id, direction, amount_satang, moved_at, named_order, source)
     select provider_account_id, ${returned.id}, 'out', ${returned.amountSatang}, now(),
            ${returned.namedOrder}, 'operator'
     from exceptions join callbacks on callbacks.id = exceptions.callback_id
     where exceptions.id = ${returned.exceptionId}`,
  );
}

/** The movement is one of an unknown order. */
export async function assignToMerchant(
  trx: Db,
  { movementId, merchantId }: { readonly movementId: string; readonly merchantId: string },
): Promise<void> {
  await run(
    trx,
    'give-movement',
    sql`update movements set merchant_id = ${merchantId} where id = ${movementId}`,
  );
}

/** For a movement of an unknown order. Applying the callback, which names the order, books it. */
export async function assignToOrder(
  trx: Db,
  target: {
    readonly movementId: string;
    readonly orderId: string;
    readonly callbackId: string;
    readonly payerMatches: boolean | null;
  },
): Promise<void> {
  const { movementId, orderId, callbackId, payerMatches } = target;
  await run(
    trx,
    'assign-to-order',
    sql`with moved as (
       update movements set order_id = orders.id, merchant_id = orders.merchant_id
       from orders where movements.id = ${movementId} and orders.id = ${orderId}
       returning movements.*
     )
     insert into callbacks (id, route, order_id, named_order, reported, amount_satang,
                            transaction_id, paid_at, payer_digest, payer, body_sealed, movement_id,
                            payer_matches, provider_account_id)
     select ${callbackId}, 'operator', moved.order_id, moved.order_id, 'succeeded',
            moved.amount_satang, moved.transaction_id, moved.moved_at, moved.payer_digest,
            reporting.payer, reporting.body_sealed, moved.id, ${payerMatches}::boolean,
            moved.account
     from moved join callbacks as reporting on reporting.id = moved.callback_id`,
  );
}

/** Where the movement of an unknown order went. */
export interface Assigned {
  readonly merchantId: string | null;
  /** Null when the movement was assigned to the merchant alone. */
  readonly order: {
    readonly id: string;
    /** The sum of the `receive` transfers of this movement. */
    readonly settledSatang: number;
    /** The exceptions of the order that this movement caused. */
    readonly causedExceptions: number;
  } | null;
}

export async function findAssigned(trx: Db, movementId: string): Promise<Assigned> {
  const [row] = await run<{
    merchantId: string | null;
    orderId: string | null;
    settled: number;
    opened: number;
  }>(
    trx,
    'find-assigned',
    sql`select merchant_id, order_id,
            coalesce((select sum(amount_satang) from transfers
                      where transfers.movement_id = movements.id
                        and transfers.movement_id is not null and kind = 'receive'), 0)::bigint
              as settled,
            (select count(*) from exceptions where exceptions.order_id = movements.order_id
               and exceptions.movement_id = movements.id
               -- Its own has the order to which the provider assigned the movement.
               and exceptions.kind <> 'unknown_order') as opened
     from movements where id = ${movementId}`,
  );
  const { merchantId = null, orderId: id = null, settled = 0, opened = 0 } = row ?? {};
  return {
    merchantId,
    order: id === null ? null : { id, settledSatang: settled, causedExceptions: opened },
  };
}

/** Reverses an assignment: the movement belongs to the unknown order `namedOrder` again. */
export async function revertAssignment(
  trx: Db,
  movementId: string,
  namedOrder: string,
): Promise<void> {
  await run(
    trx,
    'take-movement-back',
    sql`with reverted as (
       update movements set order_id = null, merchant_id = null, named_order = ${namedOrder}
       where id = ${movementId} returning id
     )
     update exceptions set order_id = null, merchant_id = null from reverted
     where exceptions.movement_id = reverted.id and kind = 'unknown_order'`,
  );
}
