import type { CallbackOutcome } from '../rules/callback';
import type { ProviderOutcome } from '../../ledger/rules/movement';
import type { RoutingStep } from '../../providers/rules/routing';
import type { Account, TransferKind } from '../../ledger/rules/ledger';
import type { CallbackRoute } from '../callbacks/store/callbacks';
import { run, type Db } from '../../platform/postgres/connect';
import { raw, sql } from '../../platform/postgres/sql';
import { transfersOfSubject } from '../../ledger/store/order-transfers';
import type { Origin } from '../../kernel/origin';
import { orderColumns, orderFromRow, type Order, type OrderRow } from './orders';

/** Of any merchant, for operators: account numbers are masked. */
export interface DetailedOrder extends Order {
  readonly merchantName: string;
  readonly accountId: string;
  readonly routing: readonly RoutingStep[] | null;
  /** By account id; covers the accounts of `routing`. */
  readonly accountLabels: Readonly<Record<string, string>>;
  /** Null for a payout. */
  readonly ref: string | null;
  readonly expiresAt: Date | null;
  readonly bankName: string | null;
  readonly accountMask: string | null;
  readonly paymentId: string | null;
  /** Null if unknown. */
  readonly origin: (Origin & { readonly apiKeyName: string | null }) | null;
}

type DetailedRow = OrderRow &
  Omit<DetailedOrder, keyof Order | 'origin'> & {
    apiKeyId: string | null;
    apiKeyName: string | null;
    clientAddress: string | null;
    requestId: string | null;
  };

export async function findDetailedOrder(db: Db, orderId: string): Promise<DetailedOrder | null> {
  const [row] = await run<DetailedRow>(
    db,
    'find-detail-order',
    sql`select ${orderColumns},
            merchants.name as merchant_name, refunds.payment_id, orders.api_key_id,
            orders.routing,
            (select json_object_agg(id, label) from provider_accounts
             where id = orders.provider_account_id or id in (
               select jsonb_path_query(routing, '$[*].others[*].accountId') #>> '{}'))
              as account_labels,
            orders.client_address, orders.request_id, api_keys.name as api_key_name,
            coalesce(deposits.bank_name, withdrawals.bank_name, refunds.bank_name) as bank_name,
            coalesce(deposits.account_mask, withdrawals.account_mask, refunds.account_mask)
              as account_mask
     from orders join merchants on merchants.id = orders.merchant_id
     left join api_keys on api_keys.id = orders.api_key_id
     left join deposits on deposits.order_id = orders.id
     left join withdrawals on withdrawals.order_id = orders.id
     left join refunds on refunds.order_id = orders.id
     where orders.id = ${orderId}`,
  );
  if (row === undefined) return null;
  const { apiKeyId, apiKeyName, clientAddress, requestId, ...columns } = row;
  const address = clientAddress ?? '';
  return {
    ...orderFromRow(columns),
    ref: row.ref,
    expiresAt: row.expiresAt,
    origin: requestId === null ? null : { apiKeyId, apiKeyName, address, requestId },
  };
}

export interface ReceivedCallback {
  readonly id: string;
  readonly route: CallbackRoute;
  /** Null when the status could not be read. */
  readonly reported: ProviderOutcome | 'other' | null;
  readonly amountSatang: number | null;
  readonly transactionId: string | null;
  readonly receivedAt: Date;
  /** Paths of unreadable fields, and of a time days away. */
  readonly unusedFields: readonly string[];
  /** Null until the callback is applied. */
  readonly outcome: CallbackOutcome | 'unknown_order' | 'noted' | null;
  /** The provider's name of an event that no connector interprets. */
  readonly event: string | null;
  readonly bodySealed: string;
}

const select = sql`select id, route, reported, amount_satang,
  transaction_id, received_at, outcome,
  case when outcome = 'noted' then failure_code end as event,
  unused_fields, body_sealed from callbacks where`;

/** Newest first. */
export const listReceivedCallbacks = (
  db: Db,
  orderId: string,
  limit: number,
): Promise<readonly ReceivedCallback[]> =>
  run<ReceivedCallback>(
    db,
    'list-received-callbacks',
    sql`${select} order_id = ${orderId} order by received_at desc, id desc limit ${limit}`,
  );

/** By the provider's reference. */
export const listUnknownCallbacks = (
  db: Db,
  namedOrder: string,
  limit: number,
): Promise<readonly ReceivedCallback[]> =>
  run<ReceivedCallback>(
    db,
    'list-unknown-callbacks',
    sql`${select} named_order = ${namedOrder} and order_id is null
     order by received_at desc, id desc limit ${limit}`,
  );

export interface DetailedPosting {
  readonly id: number;
  readonly kind: TransferKind;
  readonly debit: Account;
  readonly credit: Account;
  readonly amountSatang: number;
  readonly createdAt: Date;
}

/** Oldest first. */
export async function listDetailedPostings(
  db: Db,
  orderId: string,
): Promise<readonly DetailedPosting[]> {
  return run<DetailedPosting>(
    db,
    'list-detail-postings',
    sql`with subject as (select ${orderId}::text as id)
     ${postings}
     order by id limit 100`,
  );
}

const postings = raw(
  transfersOfSubject(`select transfers.id, transfers.kind, debit, credit,
    transfers.amount_satang, transfers.created_at`),
);

/** The state of an order's request to the provider. */
export interface DetailedRequest {
  readonly claims: number;
  readonly denials: number;
  readonly inquiries: number;
  readonly failedCalls: number;
  readonly claimedAt: Date | null;
  readonly nextInquiryAt: Date | null;
  readonly isOver: boolean;
  /** An operator carries the request out. */
  readonly isManual: boolean;
}

/** Failovers, and the change to a manual request: each counts as a claim. */
const moves = sql`(coalesce(jsonb_array_length(
  jsonb_path_query_array(orders.routing, '$[*] ? (@.after != null)')), 0)
  + (is_manual and claims > 0)::integer)`;

/** Null for an order without a request. */
export async function findDetailedRequest(
  db: Db,
  orderId: string,
): Promise<DetailedRequest | null> {
  const [row] = await run<DetailedRequest>(
    db,
    'find-detail-request',
    sql`select claims - ${moves} as claims, denials, inquiries,
            failed_calls, claimed_at,
            next_inquiry_at, is_over, is_manual
     from provider_requests join orders on orders.id = order_id
     where order_id = ${orderId}`,
  );
  return row ?? null;
}

export interface DetailedTransition {
  readonly transition: string;
  readonly from: string;
  readonly to: string;
  readonly cause: string;
  readonly at: Date;
}

export const listTransitions = (db: Db, orderId: string): Promise<readonly DetailedTransition[]> =>
  run<DetailedTransition>(
    db,
    'list-detail-transitions',
    sql`select transition, from_status as "from", to_status as "to", cause, at
     from status_changes where order_id = ${orderId} order by id limit 100`,
  );
