import type { InquiryProgress } from '../rules/inquiry-plan';
import type { IncomingKind } from '../rules/kinds';
import type { PaymentState } from '../rules/kinds/payment';
import type { RoutingStep } from '../../providers/rules/routing';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import { HINTS_APART } from '../callbacks/store/hints';
import { hasPendingWork } from './provider-requests';

/** `InquiryProgress` is that of the order's inquiries. */
export interface InquiredOrder extends Omit<InquiryProgress, 'isReusable'> {
  readonly kind: IncomingKind;
  readonly status: PaymentState;
  readonly amountSatang: number;
  readonly accountId: string;
  readonly routing: readonly RoutingStep[] | null;
  /** The reference in the order's QR code. */
  readonly ref: string;
  /** The provider's id of the order; null while none is known. */
  readonly providerRef: string | null;
  readonly createdAt: Date;
  /** The provider was asked to make the QR code of the ended order unpayable. */
  readonly isQrClosed: boolean;
  /** A callback is pending, a delivery has no workflow, or the order is to expire. */
  readonly hasNews: boolean;
}

/** A hint has had no answer since, whatever the number of failed calls. */
const isHinted = sql`coalesce(hinted_at >= coalesce(answered_at, '-infinity'), false)`;

/** Null for an order that is not inquired about. */
export async function findInquiredOrder(db: Db, orderId: string): Promise<InquiredOrder | null> {
  const [row] = await run<InquiredOrder>(
    db,
    'find-inquired-order',
    sql`select kind, status, amount_satang, provider_account_id as account_id,
            routing, ref, provider_ref, created_at,
            expires_at, now() as now,
            ${hasPendingWork}
              or (status = 'pending' and expires_at <= now() and inquired_at >= expires_at)
              as has_news,
            ceil(extract(epoch from next_at - now()) * 1000)::bigint as due_in_ms,
            ${isHinted} as is_hinted,
            unanswered, qr_closed as is_qr_closed,
            coalesce(qr_codes.payload, deposits.payload) is not null as is_opened
     from order_inquiries join orders on orders.id = order_inquiries.order_id
     left join qr_codes on qr_codes.order_id = orders.id
     left join deposits on deposits.order_id = orders.id
     where order_inquiries.order_id = ${orderId}`,
  );
  return row ?? null;
}

/**
 * Claims the calls of one inquiry and records its start. False when the account's limit allows none
 * now. Calls that are not urgent get half of the limit. The limit holds for all processes.
 */
export async function claimInquiry(
  db: Db,
  order: {
    readonly orderId: string;
    readonly accountId: string;
    /** The number of HTTP calls. */
    readonly calls: number;
    readonly isUrgent: boolean;
  },
  callsPerSecond: number,
): Promise<boolean> {
  const spacingMs = (order.calls * 1000) / callsPerSecond;
  const rows = await run(
    db,
    'claim-inquiry',
    sql`with input as (
       select ${order.orderId}::text as order_id, ${order.accountId}::text as account_id,
              ${spacingMs}::float8 * interval '1 millisecond' as spacing,
              ${order.isUrgent ? 0 : spacingMs}::float8 * interval '1 millisecond' as idle
     ), allowed as (
       insert into inquiry_limits as limits (account_id, busy_until)
       select account_id, now() + spacing from input
       on conflict (account_id) do update
         set busy_until = clock_timestamp() + (select spacing from input)
         where limits.busy_until <= clock_timestamp() - (select idle from input)
       returning 1
     )
     update order_inquiries set called_at = now()
     from input, allowed where order_inquiries.order_id = input.order_id
     returning 1`,
  );
  return rows.length > 0;
}

/** Also recorded for an attempt that the account's limit did not allow. */
export interface InquiryRecord {
  readonly orderId: string;
  /** Null: no inquiry is planned. */
  readonly nextInMs: number | null;
  readonly isAnswered: boolean;
  /** A hint caused the inquiry. Those are counted when they are answered. */
  readonly isHinted: boolean;
  readonly unanswered: number;
  /** From now on the order expires when its deadline had passed at the start of the call. */
  readonly settles: boolean;
}

/** A hint that arrived during the call causes another inquiry. */
export async function recordInquiry(db: Db, result: InquiryRecord): Promise<void> {
  await run(
    db,
    'record-inquiry',
    sql`with input as (
       select ${result.orderId}::text as order_id, ${result.nextInMs}::bigint as next_in_ms,
              ${result.unanswered}::integer as unanswered,
              ${result.isAnswered}::boolean as is_answered, ${result.settles}::boolean as settles,
              ${result.isHinted}::boolean as is_hinted
     ), recorded as (
       update order_inquiries set unanswered = input.unanswered,
         answered_at = case when is_answered then called_at else answered_at end,
         calls = calls + (is_answered and is_hinted)::integer,
         next_at = case when is_answered and hinted_at >= called_at
           then called_at + interval '${raw(HINTS_APART)}'
           else now() + next_in_ms * interval '1 millisecond' end
       from input where order_inquiries.order_id = input.order_id
       returning order_inquiries.order_id, called_at
     )
     update orders set inquired_at = case when is_answered then called_at else now() end
     from input, recorded
     where input.settles and orders.id = recorded.order_id`,
  );
}

/** Null plans none. The inquiry of a hint that arrived meanwhile stays. */
export async function planInquiry(db: Db, orderId: string, inMs: number | null): Promise<void> {
  await run(
    db,
    'plan-inquiry',
    sql`update order_inquiries
     set next_at = now() + ${inMs}::bigint * interval '1 millisecond'
     where order_id = ${orderId} and not ${isHinted}`,
  );
}
