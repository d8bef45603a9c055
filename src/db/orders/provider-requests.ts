import type { OrderKind, OrderState } from '../../domain/orders';
import { CALL_MAX_MS } from '../../domain/payout-plan';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';
import type { Db, Runner } from '../postgres/connect';

/** The request to the provider for an order, and its progress. */
export interface RequestProgress {
  /** The order's kind. */
  readonly kind: OrderKind;
  readonly status: OrderState;
  readonly amountSatang: number;
  /** The provider account of the order. */
  readonly accountId: string;
  /** Whether a callback is pending, or a delivery of the order has no workflow yet. */
  readonly hasNews: boolean;
  readonly subjectSealed: string;
  /** Milliseconds since the last claim of a submission; null without one. */
  readonly claimedForMs: number | null;
  /** The number of claims. A new claim makes earlier results outdated. */
  readonly sends: number;
  /** Resubmissions after the provider answered that the request does not exist. */
  readonly denials: number;
  readonly inquiries: number;
  /** Failed calls since the provider's last answer. */
  readonly unreached: number;
  /** Milliseconds until the next action; 0 or less when due; null when none is planned. */
  readonly lookInMs: number | null;
}

/**
 * A condition on `orders`, written so that only the index of pending callbacks fits (decision 19).
 */
const callbackWaits = sql`exists (
  select from callbacks where callbacks.order_id = orders.id
    and (applied_at is null or booked_satang is not null) and num_nulls(applied_at) = 1)`;

/** Null for an order without a request. */
export async function findRequestProgress(
  db: Db,
  orderId: string,
): Promise<RequestProgress | null> {
  const [row] = await run<RequestProgress>(
    db,
    'request-progress',
    sql`select kind, status, amount_satang as "amountSatang", subject_sealed as "subjectSealed",
            provider_account_id as "accountId", sends, denials, inquiries, unreached,
            ${callbackWaits} or exists (
              select from deliveries where deliveries.order_id = orders.id
                and deliveries.status = 'pending' and not deliveries.handed_over
            ) as "hasNews",
            (extract(epoch from now() - claimed_at) * 1000)::bigint as "claimedForMs",
            ceil(extract(epoch from next_look_at - now()) * 1000)::bigint as "lookInMs"
     from provider_requests join orders on orders.id = provider_requests.order_id
     where provider_requests.order_id = ${orderId}`,
  );
  return row ?? null;
}

/**
 * Claims the submission of a request. False when another process holds the claim and may have
 * submitted it, when the order has ended, or when a pending callback may end it. `seen` is the
 * progress that the caller has read: of several callers with the same progress one wins. Locks the
 * order, so that its hold cannot be released meanwhile.
 */
export async function claimRequest(
  db: Db,
  orderId: string,
  seen: Pick<RequestProgress, 'sends'>,
  isDenied: boolean,
): Promise<boolean> {
  const rows = await run(
    db,
    'claim-request',
    sql`with wanted as (
       select id from orders
       where id = ${orderId} and status in ('pending', 'processing')
         and not ${callbackWaits}
       for no key update
     )
     update provider_requests set claimed_at = now(), next_look_at = null, sends = sends + 1,
                                  denials = denials + ${isDenied ? 1 : 0}
     from wanted where provider_requests.order_id = wanted.id and sends = ${seen.sends}
     returning 1`,
  );
  return rows.length > 0;
}

/** Whether a process may be submitting the request at this moment. */
export async function isBeingSent(trx: Db, orderId: string): Promise<boolean> {
  const rows = await run(
    trx,
    'is-being-sent',
    sql`select 1 from provider_requests
     where order_id = ${orderId} and next_look_at is null
       and claimed_at > now() - ${CALL_MAX_MS} * interval '1 millisecond'`,
  );
  return rows.length > 0;
}

/** The result of a submission or inquiry. */
export interface RequestNote {
  readonly orderId: string;
  /** The number of claims when the result was obtained. */
  readonly sends: number;
  readonly lookInMs: number;
  readonly inquiries: number;
  readonly unreached: number;
  /** The request did not reach the provider: the claim is released. */
  readonly unclaimed: boolean;
}

/**
 * Stores the result of a call; ignored when there is a newer claim. In a pipeline the answer need
 * not be awaited.
 */
export function noteRequest(runner: Runner, note: RequestNote): Promise<unknown> {
  return run(
    runner,
    'note-request',
    sql`with input as (
       select ${note.orderId}::text as order_id, ${note.lookInMs}::bigint as look_in_ms,
              ${note.inquiries}::integer as inquiries,
              ${note.unreached}::integer as unreached, ${note.unclaimed}::boolean as unclaimed,
              ${note.sends}::integer as sends
     )
     update provider_requests set
       next_look_at = now() + look_in_ms * interval '1 millisecond',
       inquiries = input.inquiries, unreached = input.unreached,
       claimed_at = case when unclaimed then null else claimed_at end
     from input
     where provider_requests.order_id = input.order_id and provider_requests.sends = input.sends`,
  );
}

/** Ends the request of an order that has ended. */
export async function closeRequest(db: Db, orderId: string): Promise<void> {
  await run(
    db,
    'close-request',
    sql`update provider_requests set is_over = true where order_id = ${orderId}`,
  );
}
