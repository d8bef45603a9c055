import { wakeDetail, type OutboxMessage } from '../../../kernel/outbox/store/messages';
import { run, type Db } from '../../../platform/postgres/connect';
import { raw, sql } from '../../../platform/postgres/sql';
import { firstTraceOf } from '../../../kernel/events/store/events';

/** Minimum time between two inquiries about one order, caused by hints or by a payer's page. */
export const HINTS_APART = '10 seconds';
const PAGE_APART = '1 minute';
/**
 * Answered inquiries per order after which further hints cause none. For a request, only those
 * after its end count.
 */
const CALLS_MAX = 100;
/** Lower for a payer's page, so that it leaves calls for hints. */
const PAGE_CALLS_MAX = 50;

export interface StoredHint {
  /** Null when the account has no such order. */
  readonly orderId: string | null;
  /** Enqueue after the commit; null when the hint causes no further inquiry. */
  readonly message: OutboxMessage | null;
}

/**
 * Writes the outbox row that wakes the order's workflow, which then inquires. Stores nothing that
 * the hint says. A hint adds nothing while the inquiry of an earlier one is due. `named` is the
 * order's id or the reference in its QR code; the other names are null.
 */
export async function storeHint(
  db: Db,
  hint: {
    readonly accountId: string;
    readonly named: string | null;
    readonly providerRef: string | null;
    /** Tracing is on: `message` gets the trace of the order. */
    readonly isTraced: boolean;
  },
): Promise<StoredHint> {
  const { accountId, named, providerRef, isTraced } = hint;
  const [row] = await run<StoredHint>(
    db,
    isTraced ? 'store-traced-hint' : 'store-hint',
    sql`with known as (
       select id, kind, method, merchant_id, reference, inquired_at, expires_at,
              ${isTraced ? firstTraceOf : sql`null`} as trace_parent
       from orders
       where (id in (${named}, ${named?.toLowerCase() ?? null})
           or ref = ${named?.toUpperCase() ?? null}
           or (provider_account_id = ${accountId} and provider_ref = ${providerRef}))
         and (provider_account_id = ${accountId}
           or routing @> jsonb_build_array(jsonb_build_object(
             'after', jsonb_build_object('accountId', ${accountId}::text))))
     ), inquired as (
       update order_inquiries set hinted_at = now(),
         next_at = least(next_at, greatest(now(), called_at + interval '${raw(HINTS_APART)}'))
       from known
       where order_id = known.id and calls < ${raw(CALLS_MAX)}
         and (next_at is null or hinted_at is null or hinted_at < called_at)
       returning order_id
     ), requested as (
       update provider_requests set
         hinted_at = greatest(now(), hinted_at + interval '${raw(HINTS_APART)}'),
         planned_inquiry_at =
           case when is_over then planned_inquiry_at
             else greatest(planned_inquiry_at, next_inquiry_at) end,
         next_inquiry_at = case when is_over then next_inquiry_at else
           least(next_inquiry_at, greatest(now(), hinted_at + interval '${raw(HINTS_APART)}')) end,
         ended_inquiry_at = case when is_over then
           least(ended_inquiry_at, greatest(now(), hinted_at + interval '${raw(HINTS_APART)}')) end
       from known
       -- Without a planned inquiry a call is running. After the end only hints plan one.
       where order_id = known.id
         and case when is_over then not is_manual and claims > 0 and inquiries < ${raw(CALLS_MAX)}
             else next_inquiry_at is not null end
         and (hinted_at is null or hinted_at < now())
       returning order_id
     ), woken as (
       insert into outbox_messages (topic, subject, detail, trace_parent)
       select 'callback', id, ${wakeDetail(sql`'hint'`)},
              trace_parent
       from known
       where id in (select order_id from inquired union all select order_id from requested)
       returning id, topic, subject, detail, trace_parent
     )
     select (select id from known limit 1) as order_id, (
       select json_build_object('id', id, 'topic', topic, 'subject', subject, 'detail', detail,
                                'traceParent', trace_parent)
       from woken limit 1
     ) as message`,
  );
  return row ?? { orderId: null, message: null };
}

/**
 * The payer of a pending order waits on its page. Null when the last inquiry is too recent, when
 * hints and the page have caused 50, or when there are no inquiries about the order.
 */
export async function storePayerWaits(db: Db, orderId: string): Promise<OutboxMessage | null> {
  const [message] = await run<OutboxMessage>(
    db,
    'store-payer-waits',
    sql`with inquired as (
       update order_inquiries set hinted_at = now(), next_at = least(next_at, now())
       from orders
       where order_id = ${orderId} and orders.id = ${orderId}
         and calls < ${raw(PAGE_CALLS_MAX)}
         and status = (select 'pending')
         and (called_at is null or called_at < now() - interval '${raw(PAGE_APART)}')
         and (next_at is null or hinted_at is null or hinted_at < called_at)
       returning orders.id, kind, method, inquired_at, merchant_id, reference
     )
     insert into outbox_messages (topic, subject, detail)
     select 'callback', id, ${wakeDetail(sql`'page'`)}
     from inquired
     returning id, topic, subject, detail`,
  );
  return message ?? null;
}
