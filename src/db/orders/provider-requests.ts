import type { OrderKind, OrderState } from '../../domain/orders';
import { CALL_MAX_MS } from '../../domain/payout-plan';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';
import type { Db, Runner } from '../postgres/connect';

/** What the provider is asked to do for an order, and how far that has come. */
export interface RequestProgress {
  /** Of the order. */
  readonly kind: OrderKind;
  readonly status: OrderState;
  readonly amountSatang: number;
  /** The provider account of the order. */
  readonly accountId: string;
  /** Something waits to be applied to the order, or to be told of it. Deadlines it has none. */
  readonly hasNews: boolean;
  readonly subjectSealed: string;
  /** Milliseconds since the provider was last about to be asked to do it; null: it was not. */
  readonly claimedForMs: number | null;
  /** How often somebody set out to ask it: a new one makes what was learnt before out of date. */
  readonly sends: number;
  /** How often it was asked anew, because it had denied to know of it. */
  readonly denials: number;
  readonly inquiries: number;
  /** Calls in vain since the provider last answered. */
  readonly unreached: number;
  /** Milliseconds until there is something to do; 0 or less: now. Null: nothing is planned. */
  readonly lookInMs: number | null;
}

/** Of `orders`. Worded so that only the index of their callbacks can be chosen (decision 19). */
const callbackWaits = sql`exists (
  select from callbacks where callbacks.order_id = orders.id
    and (applied_at is null or booked_satang is not null) and num_nulls(applied_at) = 1)`;

/** Null when nothing is asked of the provider for that order. */
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
 * Takes the right to ask the provider to do it. False when somebody else has it: then it may have
 * been asked already. `seen` is what the caller has seen, so that of several who have seen the same
 * only one gets it. False, too, when the order has ended since the caller looked, or a word of the
 * provider waits that may end it: the order is locked, so that its hold cannot be freed meanwhile.
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

/** Whether somebody may be asking the provider to do it at this very moment. */
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

/** What the next look has to know. */
export interface RequestNote {
  readonly orderId: string;
  /** How often somebody had set out to ask the provider when this was learnt. */
  readonly sends: number;
  readonly lookInMs: number;
  readonly inquiries: number;
  readonly unreached: number;
  /** The provider never heard of it: it may be asked as if for the first time. */
  readonly unclaimed: boolean;
}

/**
 * What was learnt by somebody who has been overtaken, as after a pause, changes nothing. In a
 * pipeline nobody has to wait for it.
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

/** Nothing has to be done any more for an order that has ended. */
export async function closeRequest(db: Db, orderId: string): Promise<void> {
  await run(
    db,
    'close-request',
    sql`update provider_requests set is_over = true where order_id = ${orderId}`,
  );
}
