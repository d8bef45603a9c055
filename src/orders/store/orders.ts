import { allDisplayStatuses } from '../rules/display-status';
import type { Failure } from '../rules/kinds/definition';
import {
  definitionOf,
  directionOf,
  type IncomingKind,
  type OrderKind,
  type OrderState,
  type PaymentMethod,
} from '../rules/kinds';
import type { OrderFee } from '../../fees/rules/order-fee';
import type { PaymentState } from '../rules/kinds/payment';
import { run, type Db } from '../../platform/postgres/connect';
import { sql } from '../../platform/postgres/sql';
import {
  listByDisplayStatus,
  listOfOrders,
  type ListFilter,
  type OrderFilter,
  type OrderList,
} from './order-page';
import { ofPaymentLink } from './order-search';
import { creditedCallback, type CreditedCallback } from '../callbacks/store/credited-callbacks';

export interface Order {
  readonly id: string;
  readonly kind: OrderKind;
  /** Payments only. */
  readonly method: PaymentMethod | null;
  readonly merchantId: string;
  readonly accountId: string;
  readonly status: OrderState;
  readonly amountSatang: number;
  readonly receivedSatang: number;
  /** Credited to the merchant; 0 for a payout. */
  readonly creditedSatang: number;
  /** The part of the outcome that resolutions have reversed. */
  readonly reversedSatang: number;
  /** Payments only: refunds that have not failed, and those that succeeded. */
  readonly refundingSatang: number;
  readonly refundedSatang: number;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly late: boolean;
  /** Deposits only; null if unknown. */
  readonly payerMatches: boolean | null;
  readonly failure: Failure | null;
  readonly sequence: number;
  /** Null unless the order is a payment of a payment link. */
  readonly paymentLinkId: string | null;
  /** The first of the payments under one link; null: there is one. */
  readonly chainId: string | null;
  /** Null: it costs nothing. */
  readonly fee: OrderFee | null;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
}

/** Awaits money under a payment reference until its deadline. */
export interface AwaitedOrder extends Order {
  readonly kind: IncomingKind;
  readonly status: PaymentState;
  readonly ref: string;
  readonly expiresAt: Date;
}

export interface Payment extends Order {
  readonly kind: 'payment';
  readonly method: PaymentMethod;
  readonly status: PaymentState;
  /** Null for a token payment, which has neither a reference nor a deadline. */
  readonly qrCodeId: string | null;
  /** Of the checkout: the id of the QR code, or that of a token payment. */
  readonly pageToken: string | null;
  readonly ref: string | null;
  readonly expiresAt: Date | null;
  /** The expired payment that this one replaces under the same link. */
  readonly previousId: string | null;
  /** Required of the payer; null when the provider requires nothing. */
  readonly nextActionSealed: string | null;
  /** May name the payer; null before money was credited. */
  readonly creditedCallback: CreditedCallback | null;
}

/** The columns `orderColumns` as `run` names them. */
export type OrderRow = Omit<Order, 'accountId' | 'creditedSatang' | 'failure' | 'fee'> & {
  readonly priceId: string | null;
  readonly feeBaseSatang: number | null;
  readonly feeSatang: number | null;
  readonly feeVatSatang: number | null;
  readonly feeVatRate: number | null;
  readonly feeRefundedSatang: number | null;
  readonly feeDisputes: number | null;
  readonly feeTakenSatang: number | null;
  readonly feeUndoneSatang: number | null;
  readonly providerAccountId: string;
  readonly creditedSatang: number | null;
  readonly ref: string | null;
  readonly expiresAt: Date | null;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
};

/**
 * By name: the result of `*` changes with a migration, and Postgres then rejects the prepared
 * statement on every open connection.
 */
export const orderColumns = sql`orders.id, orders.kind, orders.method, orders.merchant_id,
  orders.provider_account_id, orders.status, orders.amount_satang, orders.received_satang,
  orders.credited_satang, orders.reversed_satang, orders.refunding_satang, orders.refunded_satang,
  orders.ref, orders.reference, orders.metadata, orders.late, orders.payer_matches,
  orders.failure_code, orders.failure_message, orders.sequence, orders.payment_link_id,
  orders.chain_id, orders.created_at, orders.expires_at, orders.completed_at, orders.price_id,
  orders.fee_base_satang, orders.fee_satang, orders.fee_vat_satang, orders.fee_vat_rate,
  orders.fee_refunded_satang, orders.fee_disputes, orders.fee_taken_satang,
  orders.fee_undone_satang`;

/** Null in the column means the amount of a succeeded order. */
export function creditedOf(
  row: Pick<OrderRow, 'kind' | 'status' | 'amountSatang' | 'creditedSatang'>,
): number {
  if (directionOf(row.kind) === 'out') return 0;
  return row.creditedSatang ?? (row.status === 'succeeded' ? row.amountSatang : 0);
}

/** Further columns of the row stay, except `ref` and `expiresAt`. */
export function orderFromRow<Row extends OrderRow>(row: Row) {
  const { providerAccountId, failureCode, failureMessage, ref: _, expiresAt: __, ...others } = row;
  const { priceId, feeBaseSatang, feeSatang, feeVatSatang, feeVatRate, ...more } = others;
  const { feeRefundedSatang, feeDisputes, feeTakenSatang, feeUndoneSatang, ...columns } = more;
  return {
    ...columns,
    fee:
      priceId === null
        ? null
        : {
            priceId,
            baseSatang: feeBaseSatang ?? 0,
            feeSatang: feeSatang ?? 0,
            vatSatang: feeVatSatang ?? 0,
            vatRate: feeVatRate ?? 0,
            ...(feeRefundedSatang !== null && { refundedSatang: feeRefundedSatang }),
            ...(feeDisputes !== null && { disputes: feeDisputes }),
            ...(feeTakenSatang !== null && { takenSatang: feeTakenSatang }),
            ...(feeUndoneSatang !== null && { undoneSatang: feeUndoneSatang }),
          },
    accountId: providerAccountId,
    method: row.method ?? definitionOf(row.kind).defaultMethod,
    creditedSatang: creditedOf(row),
    failure: failureCode === null ? null : { code: failureCode, message: failureMessage ?? '' },
  };
}

type PaymentRow = OrderRow & Omit<Payment, keyof Order> & Pick<Payment, 'kind' | 'status'>;
const paymentFromRow = (row: PaymentRow): Payment => ({
  ...orderFromRow(row),
  method: row.method ?? 'qr',
  ref: row.ref,
  expiresAt: row.expiresAt,
});

const selection = {
  columns: sql`${orderColumns}, qr_codes.id as qr_code_id,
    coalesce(qr_codes.id, checkouts.page_token) as page_token, checkouts.previous_id,
    (select next_action_sealed from provider_requests where order_id = orders.id),
    ${creditedCallback}`,
  join: sql`left join qr_codes on qr_codes.order_id = orders.id
    left join checkouts on checkouts.order_id = orders.id`,
};

/** Null for an unknown payment and for another merchant's. */
export async function findPayment(
  db: Db,
  merchantId: string,
  paymentId: string,
): Promise<Payment | null> {
  const [row] = await run<PaymentRow>(
    db,
    'find-payment',
    sql`select ${selection.columns} from orders ${selection.join}
     where orders.id = ${paymentId} and orders.merchant_id = ${merchantId}
       and orders.kind = 'payment'`,
  );
  return row === undefined ? null : paymentFromRow(row);
}

/** By the unguessable id of its page, which grants access. */
export async function findTokenPayment(db: Db, pageToken: string): Promise<Payment | null> {
  const [row] = await run<PaymentRow>(
    db,
    'find-token-payment',
    sql`select ${selection.columns} from orders ${selection.join}
     where orders.id = (select order_id from checkouts where page_token = ${pageToken})`,
  );
  return row === undefined ? null : paymentFromRow(row);
}

export interface PaymentFilter extends OrderFilter {
  readonly paymentLinkId?: string;
}

/** Newest first, ties by id. */
export function listPayments(db: Db, filter: PaymentFilter): OrderList<Payment> {
  const { paymentLinkId } = filter;
  return listOfOrders<PaymentRow, Payment>(db, 'payment', filter, {
    selection,
    read: paymentFromRow,
    narrow: paymentLinkId === undefined ? [] : [ofPaymentLink(paymentLinkId)],
  });
}

/** Of every kind, newest first, ties by id. */
export const listOrders = (db: Db, filter: ListFilter): OrderList<Order> =>
  listByDisplayStatus<OrderRow, Order>(db, allDisplayStatuses, filter, {
    selection: { columns: orderColumns, join: sql`` },
    read: orderFromRow,
  });

/** Of any merchant, for operators only; null for an unknown id. */
export async function findOrderKind(
  db: Db,
  orderId: string,
): Promise<{ readonly kind: OrderKind } | null> {
  const [row] = await run<{ kind: OrderKind }>(
    db,
    'find-order-kind',
    sql`select kind from orders where id = ${orderId}`,
  );
  return row ?? null;
}

export interface QrCode {
  readonly payload: string;
  readonly status: PaymentState;
  readonly expiresAt: Date;
}

/** The id is unguessable and grants access. */
export async function findQrCode(db: Db, qrCodeId: string): Promise<QrCode | null> {
  const [row] = await run<QrCode>(
    db,
    'find-qr-code',
    sql`select payload, orders.status, orders.expires_at
     from qr_codes join orders on orders.id = qr_codes.order_id
     where qr_codes.id = ${qrCodeId} and payload is not null`,
  );
  return row ?? null;
}

/** A payment with its QR code, for its checkout. */
export interface QrPayment extends AwaitedOrder {
  readonly kind: 'payment';
  readonly payload: string;
  /** The gateway inquires about the money. */
  readonly isInquired: boolean;
  /** Null for a payment without a link. */
  readonly isLinkClosed: boolean | null;
  /** How money beyond the link was resolved, or `open`; null without such money. */
  readonly beyondLink: string | null;
}

/** What a checkout says of a payment link. Nothing is read for a payment without one. */
const linkStanding = sql`
  case when orders.payment_link_id is not null then (
    select stopped_at is not null or coalesce(paid >= payments_max, false)
    from payment_links where payment_links.id = orders.payment_link_id) end as is_link_closed,
  case when orders.payment_link_id is not null then (
    select case when bool_or(resolution is null) then 'open' else max(resolution) end
    from exceptions where exceptions.order_id = orders.id and exceptions.kind = 'beyond_link'
  ) end as beyond_link`;

type QrPaymentRow = OrderRow & Omit<QrPayment, keyof Order> & Pick<QrPayment, 'kind' | 'status'>;

/** The id is unguessable and grants access. Null while its provider has not issued the code. */
export async function findQrPayment(db: Db, qrCodeId: string): Promise<QrPayment | null> {
  const [row] = await run<QrPaymentRow>(
    db,
    'find-qr-payment',
    sql`select ${orderColumns}, payload, orders.inquired_at is not null as is_inquired,
            ${linkStanding}
     from qr_codes join orders on orders.id = qr_codes.order_id
     where qr_codes.id = ${qrCodeId} and payload is not null`,
  );
  if (row === undefined) return null;
  return { ...orderFromRow(row), ref: row.ref, expiresAt: row.expiresAt };
}

/** Can be paid by the sandbox bank. */
export interface SandboxPayment {
  readonly id: string;
  readonly kind: AwaitedOrder['kind'];
  readonly status: PaymentState;
  readonly amountSatang: number;
  readonly reference: string | null;
  readonly expiresAt: Date;
  /** In the QR code. */
  readonly payload: string;
  readonly merchantName: string;
}

/** Orders that await money, or have recently ended without it, for the sandbox bank's page. */
export async function listPayableInSandbox(db: Db, limit: number): Promise<SandboxPayment[]> {
  return run<SandboxPayment>(
    db,
    'list-payable-in-sandbox',
    sql`select orders.id, orders.kind, orders.status, orders.amount_satang,
            orders.reference, orders.expires_at,
            coalesce(qr_codes.payload, deposits.payload) as payload,
            merchants.name as merchant_name
     from orders join merchants on merchants.id = orders.merchant_id
     left join qr_codes on qr_codes.order_id = orders.id
     left join deposits on deposits.order_id = orders.id
     where coalesce(qr_codes.payload, deposits.payload) is not null
       and orders.created_at > now() - interval '25 hours' and orders.status <> 'succeeded'
     order by orders.created_at desc limit ${limit}`,
  );
}
