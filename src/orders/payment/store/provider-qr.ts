import type { OrderState } from '../../rules/kinds';
import type { Failure } from '../../rules/kinds/definition';
import { run, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import type { RoutingStep } from '../../../providers/rules/routing';

export interface IssuedQr {
  readonly orderId: string;
  readonly accountId: string;
  readonly providerRef: string;
  readonly payload: string;
  /** Null when the code does not expire. */
  readonly expiresAt: Date | null;
}

/** A code of the gateway has no `provider_ref`, and an order whose provider issued one has. */
const isUnopened = sql`orders.provider_ref is null
         and not exists (
           select from qr_codes where qr_codes.order_id = orders.id and payload is not null)
         and not exists (
           select from deposits where deposits.order_id = orders.id and payload is not null)`;

/**
 * For an order without a code. An earlier end of the code becomes the order's deadline. False when
 * the order has a code or another account, or when another order of the account has the reference.
 */
export async function recordQr(db: Db, issued: IssuedQr): Promise<boolean> {
  const rows = await run(
    db,
    'record-qr',
    sql`with input as (
       select ${issued.orderId}::text as order_id, ${issued.providerRef}::text as provider_ref,
              ${issued.payload}::text as payload, ${issued.expiresAt}::timestamptz as expires_at,
              ${issued.accountId}::text as account_id
     ), issued as (
       update orders set provider_ref = input.provider_ref,
                         expires_at = least(orders.expires_at, input.expires_at)
       from input
       where orders.id = input.order_id and provider_account_id = input.account_id
         and ${isUnopened}
         and not exists (
           select from orders as other
           where other.provider_account_id = orders.provider_account_id
             and other.provider_ref = input.provider_ref)
       returning orders.id, orders.expires_at, input.payload
     ), shown as (
       update qr_codes set payload = issued.payload from issued where order_id = issued.id
     ), hosted as (
       update deposits set payload = issued.payload from issued where order_id = issued.id
     ), planned as (
       update order_inquiries set next_at = issued.expires_at, unanswered = 0
       from issued where order_id = issued.id
     )
     select 1 from issued`,
  );
  return rows.length > 0;
}

/**
 * For a pending order without a QR code, from an account that certainly issued none. A payload is
 * the new account's code, which the gateway encodes: its money is inquired about from the deadline
 * on. False when the order has a code, has ended, or has another account.
 */
export async function moveUnopened(
  db: Db,
  moved: {
    readonly orderId: string;
    readonly accountId: string;
    readonly step: RoutingStep;
    readonly payload: string | null;
  },
): Promise<boolean> {
  const { orderId, accountId, step, payload } = moved;
  const rows = await run(
    db,
    'move-unopened-order',
    sql`with moved as (
       update orders set provider_account_id = ${step.accountId},
                         routing = coalesce(routing, '[]') || ${JSON.stringify(step)}::jsonb
       where orders.id = ${orderId} and provider_account_id = ${accountId} and status = 'pending'
         and ${isUnopened}
       returning orders.id, orders.expires_at
     ), shown as (
       update qr_codes set payload = ${payload} from moved where order_id = moved.id
     ), hosted as (
       update deposits set payload = ${payload} from moved where order_id = moved.id
     ), planned as (
       update order_inquiries set next_at = moved.expires_at
       from moved where order_id = moved.id and ${payload}::text is not null
     )
     select 1 from moved`,
  );
  return rows.length > 0;
}

/** A payment by QR code, or a deposit, as its creation is answered. */
export interface CreatedQrOrder {
  readonly id: string;
  readonly status: OrderState;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly expiresAt: Date;
  /** The reference in the QR code. */
  readonly ref: string;
  /** Null until the provider has issued the code. */
  readonly payload: string | null;
  /** Null for a deposit. */
  readonly qrCodeId: string | null;
  readonly clientSealed: string | null;
  /** The secret in the URL of a deposit's page; null for a payment. */
  readonly pageToken: string | null;
  readonly failure: Failure | null;
}

/** Throws when there is no such order. */
export async function findCreatedQrOrder(db: Db, orderId: string): Promise<CreatedQrOrder> {
  const [row] = await run<
    Omit<CreatedQrOrder, 'failure'> & { code: string | null; message: string }
  >(
    db,
    'find-created-qr-order',
    sql`select orders.id, status, amount_satang, reference, metadata,
            expires_at, ref, coalesce(qr_codes.payload, deposits.payload) as payload,
            qr_codes.id as qr_code_id, client_sealed, page_token, failure_code as code,
            coalesce(failure_message, '') as message
     from orders left join qr_codes on qr_codes.order_id = orders.id
     left join deposits on deposits.order_id = orders.id
     where orders.id = ${orderId}`,
  );
  if (row === undefined) throw new Error(`there is no order ${orderId}`);
  const { code, message, ...order } = row;
  return { ...order, failure: code === null ? null : { code, message } };
}

/** The provider was asked to close the code of an ended order. */
export async function recordQrClosed(db: Db, orderId: string): Promise<void> {
  await run(
    db,
    'record-qr-closed',
    sql`update order_inquiries set qr_closed = true where order_id = ${orderId}`,
  );
}
