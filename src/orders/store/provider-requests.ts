import type { OrderKind, OrderState } from '../rules/kinds';
import { CALL_MAX_MS } from '../rules/payout-plan';
import { run, transact, type Db, type Runner } from '../../platform/postgres/connect';
import { sql, type Sql } from '../../platform/postgres/sql';
import type { RoutingStep } from '../../providers/rules/routing';

export interface RequestProgress {
  readonly kind: OrderKind;
  readonly status: OrderState;
  readonly amountSatang: number;
  readonly accountId: string;
  readonly merchantId: string;
  readonly routing: readonly RoutingStep[] | null;
  /** The provider's id of the order; null while none is known. */
  readonly providerRef: string | null;
  /**
   * The provider's reference of the payment of a refund. Without one, because the provider's answer
   * was lost, the transaction id of the money that was credited.
   */
  readonly paymentRef: string | null;
  /** A callback is pending, or a delivery of the order has no workflow yet. */
  readonly hasNews: boolean;
  /** Money of the order has moved: it is not submitted. */
  readonly hasMoved: boolean;
  /** An operator carries the request out: it is never submitted. */
  readonly isManual: boolean;
  /** Another person has to approve the request: it is not submitted. */
  readonly awaitsApproval: boolean;
  readonly subjectSealed: string;
  readonly createdAt: Date;
  /** Since the creation of the order. */
  readonly ageMs: number;
  /**
   * Since the last call that may have been made; null when there was none. In a restored database
   * the time of the restore counts: the claim of a later call may be lost.
   */
  readonly sentForMs: number | null;
  /** Since the last claim of a submission; null without one. */
  readonly claimedForMs: number | null;
  /** Null when the request was claimed since, or the database was never restored. */
  readonly restoredAt: Date | null;
  readonly claims: number;
  /** Since the last submission the provider has answered that it has the request. */
  readonly isAccepted: boolean;
  /** Resubmissions after the provider answered that the request does not exist. */
  readonly denials: number;
  readonly inquiries: number;
  /** Since the provider's last answer. */
  readonly failedCalls: number;
  /** Until the next action; 0 or less when due; null when none is planned. */
  readonly inquiryInMs: number | null;
  /** Of the action that was planned before a hint caused an earlier one; null without a hint. */
  readonly plannedInMs: number | null;
  /** The order has ended, and only a hint causes an inquiry. */
  readonly isOver: boolean;
  /** Until the inquiry that a hint has caused after the end; null when none is planned. */
  readonly endedInquiryInMs: number | null;
  /** By the database's clock. */
  readonly now: Date;
}

/** A condition on `orders`. */
const callbackWaits = sql`exists (
  select from callbacks where callbacks.order_id = orders.id
    and applied_at is null)`;

/** A condition on `orders`. */
const hasMoved = sql`exists (
  select from movements where movements.order_id = orders.id and dismissed_at is null)`;

/** A callback of the order is pending, or a delivery has no workflow yet. */
export const hasPendingWork = sql`(${callbackWaits} or exists (
  select from deliveries where deliveries.order_id = orders.id
    and deliveries.status = 'pending' and not deliveries.handed_over))`;

export interface OrderProgress {
  /** Null for an order that needs no request to a provider. */
  readonly request: RequestProgress | null;
  /** The gateway inquires about the order's money. */
  readonly isInquired: boolean;
}

/** One statement for all kinds. Null when there is no such order. */
export async function findOrderProgress(db: Db, orderId: string): Promise<OrderProgress | null> {
  type Row = RequestProgress & { readonly isInquired: boolean; readonly hasRequest: boolean };
  const [row] = await run<Row>(
    db,
    'order-progress',
    sql`select inquired_at is not null as is_inquired,
            provider_requests.order_id is not null as has_request,
            kind, status, amount_satang, subject_sealed,
            provider_account_id as account_id, orders.created_at,
            merchant_id, routing,
            provider_ref,
            (select coalesce(payment.provider_ref, (
                select transaction_id from movements
                where movements.order_id = payment.id and direction = 'in'
                  and account = orders.provider_account_id and dismissed_at is null
                  and transaction_id is not null
                order by movements.id limit 1))
             from refunds join orders as payment on payment.id = refunds.payment_id
             where refunds.order_id = orders.id) as payment_ref,
            is_manual, awaits_approval,
            restored_at,
            accepted_at is not null or provider_ref is not null as is_accepted,
            claims, denials, inquiries, failed_calls,
            is_over, now() as now,
            ceil(extract(epoch from ended_inquiry_at - now()) * 1000)::bigint
              as ended_inquiry_in_ms,
            ${hasPendingWork} as has_news, ${hasMoved} as has_moved,
            (extract(epoch from now() - claimed_at) * 1000)::bigint as claimed_for_ms,
            (extract(epoch from now() - coalesce(restored_at, claimed_at)) * 1000)::bigint
              as sent_for_ms,
            (extract(epoch from now() - orders.created_at) * 1000)::bigint as age_ms,
            ceil(extract(epoch from next_inquiry_at - now()) * 1000)::bigint as inquiry_in_ms,
            ceil(extract(epoch from planned_inquiry_at - now()) * 1000)::bigint as planned_in_ms
     from orders left join provider_requests on provider_requests.order_id = orders.id
     where orders.id = ${orderId}`,
  );
  if (row === undefined) return null;
  const { isInquired, hasRequest, ...request } = row;
  return { isInquired, request: hasRequest ? request : null };
}

export const findRequestProgress = async (
  db: Db,
  orderId: string,
): Promise<RequestProgress | null> => (await findOrderProgress(db, orderId))?.request ?? null;

/**
 * In one transaction. The lock is a statement of its own, so that `statement` sees the movements
 * and callbacks that were committed while it waited for the lock. Within a single statement the
 * snapshot is older than the lock.
 */
function withOrderLocked<Row>(
  db: Db,
  orderId: string,
  name: string,
  statement: Sql,
): Promise<Row[]> {
  return transact(db, (pipeline) => {
    void run(
      pipeline,
      'lock-order-of-request',
      sql`select from orders where id = ${orderId} for no key update`,
    );
    return run<Row>(pipeline, name, statement);
  });
}

/**
 * False when another process holds the claim and may have submitted the request, when the order has
 * ended, awaits an approval or an operator carries it out, when money of the order has moved, or
 * when a pending callback may end it. False, too, for a restored request without a denial since
 * (`noteRestore`), and while the server's timeline is not the recorded one (`noteTimeline`). `seen`
 * is the progress that the caller has read: of several callers with the same progress one wins.
 * Locks the order, so that its hold cannot be released meanwhile. A result that is recorded before
 * the claim plans the next action, and so prevents the claim.
 */
export async function claimRequest(
  db: Db,
  orderId: string,
  seen: Pick<RequestProgress, 'claims' | 'restoredAt'>,
  isDenied: boolean,
): Promise<boolean> {
  const rows = await withOrderLocked(
    db,
    orderId,
    'claim-request',
    sql`with wanted as (
       select id from orders
       where id = ${orderId} and status in ('pending', 'processing')
         and not ${hasMoved}
         and not ${callbackWaits}
     )
     update provider_requests set claimed_at = clock_timestamp(), next_inquiry_at = null,
                                  planned_inquiry_at = null,
                                  claims = claims + 1, denied_at = null, restored_at = null,
                                  accepted_at = null, next_action_sealed = null,
                                  denials = denials + ${isDenied ? 1 : 0}
     from wanted where provider_requests.order_id = wanted.id and claims = ${seen.claims}
       and not is_manual and not awaits_approval
       and (next_inquiry_at is null or next_inquiry_at <= now())
       and (restored_at is null or ${isDenied && seen.restoredAt !== null})
       and not exists (select from noted_timeline where timeline <> server_timeline())
     returning 1`,
  );
  return rows.length > 0;
}

type Claimed = Pick<RequestProgress, 'claims' | 'accountId'>;

/**
 * Releases a request whose submission has failed definitely, before any account may have accepted
 * it. `claimed` is the claim of that submission: it becomes outdated. Selects no row when the
 * request was claimed again, was denied after an unknown outcome, or when the order has been
 * submitted, has ended, has a pending callback, or its money has moved.
 */
const release = (orderId: string, { claims, accountId }: Claimed, isManual: boolean) => sql`
     with wanted as (
       select id from orders
       where id = ${orderId} and status = 'pending' and provider_ref is null
         and provider_account_id = ${accountId} and not ${callbackWaits} and not ${hasMoved}
     ), released as (
       update provider_requests set claimed_at = null, next_inquiry_at = null, failed_calls = 0,
                                    claims = claims + 1, is_manual = ${isManual}
       from wanted where provider_requests.order_id = wanted.id
         and claims = ${claims} and claimed_at is not null and denials = 0
       returning order_id
     )`;

/** Requires a row of `release`; false when that selects none. */
export async function moveRequest(
  db: Db,
  orderId: string,
  claimed: Claimed,
  toAccountId: string,
  step: RoutingStep,
): Promise<boolean> {
  const rows = await withOrderLocked(
    db,
    orderId,
    'move-request',
    sql`${release(orderId, claimed, false)}
     update orders set provider_account_id = ${toAccountId},
                       routing = coalesce(routing, '[]') || ${JSON.stringify(step)}::jsonb
     from released where orders.id = released.order_id
     returning 1`,
  );
  return rows.length > 0;
}

/** Open, and without evidence that it was paid. */
const openAt = (orderId: string, accountId: string) => sql`
     with wanted as (
       select id, status from orders
       where id = ${orderId} and provider_account_id = ${accountId}
         and status in ('pending', 'processing') and not ${callbackWaits}
         and not ${hasMoved}
     )`;

/** Changes the order of `released`. Removes the former account's provider reference. */
const movedTo = (step: RoutingStep & { readonly accountId: string }) => sql`
     update orders set provider_account_id = ${step.accountId}, provider_ref = null,
                       routing = coalesce(routing, '[]') || ${JSON.stringify(step)}::jsonb
     from released where orders.id = released.order_id
     returning 1`;

/**
 * By an operator's decision. Selects no row when the account may have made the payout: while a call
 * is running or evidence is pending, when money has moved, and unless the account's last answer
 * since the last submission denied the request and none before accepted it, or no submission has
 * reached it. The new account is inquired about the request before it gets it.
 */
export async function moveDenied(
  trx: Db,
  orderId: string,
  { accountId }: Pick<RequestProgress, 'accountId'>,
  step: RoutingStep & { readonly accountId: string },
): Promise<boolean> {
  const rows = await withOrderLocked(
    trx,
    orderId,
    'move-denied-request',
    sql`${openAt(orderId, accountId)}, released as (
       update provider_requests set claimed_at = null, next_inquiry_at = null, failed_calls = 0,
                                    inquiries = 0, denials = 0, claims = claims + 1,
                                    denied_at = null
       from wanted where provider_requests.order_id = wanted.id and not is_manual and not is_over
         and accepted_at is null and (denied_at is not null
           or (claimed_at is null and denials = 0 and wanted.status = 'pending'
             and restored_at is null))
       returning order_id
     )
     ${movedTo(step)}`,
  );
  return rows.length > 0;
}

/**
 * To the account that has the request, which stays restored. False when another process has claimed
 * or moved it, when a callback is pending or money of the order has moved.
 */
export async function moveRestored(
  db: Db,
  orderId: string,
  { claims, accountId }: Claimed,
  step: RoutingStep & { readonly accountId: string },
): Promise<boolean> {
  const rows = await withOrderLocked(
    db,
    orderId,
    'move-restored-request',
    sql`${openAt(orderId, accountId)}, released as (
       update provider_requests set next_inquiry_at = now(), inquiries = 0, failed_calls = 0,
                                    claims = claims + 1
       from wanted where provider_requests.order_id = wanted.id
         and claims = ${claims} and restored_at is not null
       returning order_id
     )
     ${movedTo(step)}`,
  );
  return rows.length > 0;
}

/** Requires a row of `release`; false when that selects none. */
export async function makeManual(db: Db, orderId: string, claimed: Claimed): Promise<boolean> {
  const rows = await withOrderLocked(
    db,
    orderId,
    'make-request-manual',
    sql`${release(orderId, claimed, true)} select 1 from released`,
  );
  return rows.length > 0;
}

/** A process may be submitting the request at this moment. */
export async function isBeingSent(trx: Db, orderId: string): Promise<boolean> {
  const rows = await run(
    trx,
    'is-being-sent',
    sql`select 1 from provider_requests
     where order_id = ${orderId} and next_inquiry_at is null
       and claimed_at > now() - ${CALL_MAX_MS} * interval '1 millisecond'`,
  );
  return rows.length > 0;
}

export interface RequestResult {
  readonly orderId: string;
  /** As of the time when the result was obtained. */
  readonly claims: number;
  readonly inquiryInMs: number;
  readonly inquiries: number;
  readonly failedCalls: number;
  /** The provider does not know the request; null for no answer. */
  readonly isDenied: boolean | null;
  /** The provider answered that it has the request. */
  readonly isAccepted: boolean;
  /** The request did not reach the provider: the claim is released. */
  readonly unclaimed: boolean;
  /** Null leaves it unchanged. */
  readonly providerRef: string | null;
}

/**
 * Returns a row; stores nothing and returns none when there is a newer claim. A provider's id that
 * another order of the account has is not stored. In a pipeline the answer need not be awaited.
 */
export function recordRequestResult(runner: Runner, note: RequestResult): Promise<unknown[]> {
  return run(
    runner,
    'note-request',
    sql`with input as (
       select ${note.orderId}::text as order_id, ${note.inquiryInMs}::bigint as inquiry_in_ms,
              ${note.inquiries}::integer as inquiries,
              ${note.failedCalls}::integer as failed_calls, ${note.unclaimed}::boolean as unclaimed,
              ${note.isDenied}::boolean as is_denied,
              ${note.isAccepted}::boolean as is_accepted,
              ${note.claims}::integer as claims, ${note.providerRef}::text as provider_ref
     ), noted as (
       update provider_requests set
         next_inquiry_at = least(now() + inquiry_in_ms * interval '1 millisecond',
                              case when planned_inquiry_at > now() then planned_inquiry_at end),
         planned_inquiry_at = null,
         inquiries = input.inquiries, failed_calls = input.failed_calls,
         claimed_at = case when unclaimed then null else claimed_at end,
         denied_at = case when is_denied then now() when is_denied is null then denied_at end,
         accepted_at = case when is_accepted then now() else accepted_at end
       from input
       where provider_requests.order_id = input.order_id
         and provider_requests.claims = input.claims
       returning 1
     ), named as (
       update orders set provider_ref = input.provider_ref
       from input, noted
       where orders.id = input.order_id and input.provider_ref is not null
         and not exists (
           select from orders as other
           where other.provider_account_id = orders.provider_account_id
             and other.provider_ref = input.provider_ref)
     )
     select 1 from noted`,
  );
}

/** The request may then be submitted. False when its order has ended. */
export async function approveRequest(trx: Db, orderId: string): Promise<boolean> {
  const rows = await withOrderLocked(
    trx,
    orderId,
    'approve-request',
    sql`update provider_requests set awaits_approval = false from orders
     where provider_requests.order_id = ${orderId} and orders.id = ${orderId}
       and orders.status = 'pending' and awaits_approval returning 1`,
  );
  return rows.length > 0;
}

/**
 * For an order that has ended. A hint that arrived after `seenAt`, by the clock of the database,
 * still causes an inquiry. `is_over` is compared as decision 19 demands.
 */
export const closeRequest = (
  runner: Runner,
  orderId: string,
  seenAt: Date,
): Promise<readonly unknown[]> =>
  // The promise of `run` itself: a pipeline reports the failure of an unawaited one.
  run(
    runner,
    'close-request',
    sql`update provider_requests set is_over = true, next_action_sealed = null, inquiries = 0,
       failed_calls = 0, ended_inquiry_at = case when hinted_at > ${seenAt} then hinted_at end
     where order_id = ${orderId} and is_over = (select false)`,
  );

interface EndedInquiry {
  readonly orderId: string;
  /** By the database's clock. */
  readonly startedAt: Date;
  readonly isAnswered: boolean;
  /** Since the last answer. */
  readonly failedCalls: number;
  /** Null when no inquiry is planned. */
  readonly inquiryInMs: number | null;
}

/**
 * A hint that arrived meanwhile causes another inquiry. Returns the milliseconds until the next
 * one; null when none is planned.
 */
export async function recordEndedInquiry(db: Db, result: EndedInquiry): Promise<number | null> {
  const { orderId, startedAt, isAnswered, failedCalls, inquiryInMs } = result;
  const [row] = await run<{ inMs: number | null }>(
    db,
    'record-ended-inquiry',
    sql`update provider_requests set failed_calls = ${failedCalls},
       inquiries = inquiries + ${isAnswered}::boolean::integer,
       ended_inquiry_at = case
         when ${isAnswered}::boolean and hinted_at > ${startedAt} then hinted_at
         else now() + ${inquiryInMs}::bigint * interval '1 millisecond' end
     where order_id = ${orderId} and is_over
     returning ceil(extract(epoch from ended_inquiry_at - now()) * 1000)::bigint as in_ms`,
  );
  return row?.inMs ?? null;
}
