import { allDisplayStatuses } from '../../domain/display-status';
import type { Failure } from '../../domain/orders/definition';
import {
  definitionOf,
  directionOf,
  type IncomingKind,
  type OrderKind,
  type OrderState,
  type PaymentMethod,
} from '../../domain/orders';
import type { PaymentState } from '../../domain/orders/payment';
import { run, type Db } from '../postgres/connect';
import { raw, sql } from '../postgres/sql';
import {
  listByDisplayStatus,
  listOfOrders,
  type ListFilter,
  type OrderFilter,
  type OrderList,
} from './order-page';
import type { CallbackBody } from './callbacks';
import { creditedCallback } from './credited-callbacks';

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
  readonly expiresAt: Date | null;
  /** Required of the payer; null when the provider requires nothing. */
  readonly nextActionSealed: string | null;
  /** May name the payer; null before money was credited. */
  readonly creditedCallback: CallbackBody | null;
}

export interface OrderRow {
  id: string;
  kind: OrderKind;
  method: PaymentMethod | null;
  merchant_id: string;
  provider_account_id: string;
  status: OrderState;
  amount_satang: number;
  received_satang: number;
  credited_satang: number | null;
  reversed_satang: number;
  refunding_satang: number;
  refunded_satang: number;
  ref: string | null;
  reference: string | null;
  metadata: Record<string, unknown> | null;
  late: boolean;
  payer_matches: boolean | null;
  failure_code: string | null;
  failure_message: string | null;
  sequence: number;
  created_at: Date;
  expires_at: Date | null;
  completed_at: Date | null;
}

const columnNames = [
  'id',
  'kind',
  'method',
  'merchant_id',
  'provider_account_id',
  'status',
  'amount_satang',
  'received_satang',
  'credited_satang',
  'reversed_satang',
  'refunding_satang',
  'refunded_satang',
  'ref',
  'reference',
  'metadata',
  'late',
  'payer_matches',
  'failure_code',
  'failure_message',
  'sequence',
  'created_at',
  'expires_at',
  'completed_at',
] as const satisfies readonly (keyof OrderRow)[];

/**
 * By name: the result of `*` changes with a migration, and Postgres then rejects the prepared
 * statement on every open connection.
 */
export const orderColumns = raw(columnNames.map((column) => `orders.${column}`).join(', '));

/** Null in the column means the amount of a succeeded order. */
export function creditedOf(
  row: Pick<OrderRow, 'kind' | 'status' | 'amount_satang' | 'credited_satang'>,
): number {
  if (directionOf(row.kind) === 'out') return 0;
  return row.credited_satang ?? (row.status === 'succeeded' ? row.amount_satang : 0);
}

export function orderFromRow(row: OrderRow): Order {
  return {
    id: row.id,
    kind: row.kind,
    method: row.method ?? definitionOf(row.kind).defaultMethod,
    merchantId: row.merchant_id,
    accountId: row.provider_account_id,
    status: row.status,
    amountSatang: row.amount_satang,
    receivedSatang: row.received_satang,
    creditedSatang: creditedOf(row),
    reversedSatang: row.reversed_satang,
    refundingSatang: row.refunding_satang,
    refundedSatang: row.refunded_satang,
    reference: row.reference,
    metadata: row.metadata,
    late: row.late,
    payerMatches: row.payer_matches,
    failure:
      row.failure_code === null
        ? null
        : { code: row.failure_code, message: row.failure_message ?? '' },
    sequence: row.sequence,
    createdAt: row.created_at,
    completedAt: row.completed_at,
  };
}

/** Has the columns that a check constraint requires for an awaited order. */
export type AwaitedRow = OrderRow & {
  kind: AwaitedOrder['kind'];
  status: PaymentState;
  ref: string;
  expires_at: Date;
};

export const awaitedFromRow = (row: AwaitedRow): AwaitedOrder => ({
  ...orderFromRow(row),
  kind: row.kind,
  status: row.status,
  ref: row.ref,
  expiresAt: row.expires_at,
});

type PaymentRow = OrderRow & {
  kind: 'payment';
  status: PaymentState;
  qr_code_id: string | null;
  next_action_sealed: string | null;
  credited_callback: CallbackBody | null;
};
const paymentFromRow = (row: PaymentRow): Payment => ({
  ...orderFromRow(row),
  kind: row.kind,
  method: row.method ?? 'qr',
  status: row.status,
  qrCodeId: row.qr_code_id,
  nextActionSealed: row.next_action_sealed,
  creditedCallback: row.credited_callback,
  expiresAt: row.expires_at,
});

const selection = {
  columns: sql`${orderColumns}, qr_codes.id as qr_code_id,
    (select next_action_sealed from provider_requests where order_id = orders.id),
    ${creditedCallback}`,
  join: sql`left join qr_codes on qr_codes.order_id = orders.id`,
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

/** Newest first, ties by id. */
export function listPayments(db: Db, filter: OrderFilter): OrderList<Payment> {
  return listOfOrders<PaymentRow, Payment>(db, 'payment', filter, {
    selection,
    read: paymentFromRow,
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
    sql`select payload, orders.status, orders.expires_at as "expiresAt"
     from qr_codes join orders on orders.id = qr_codes.order_id
     where qr_codes.id = ${qrCodeId} and payload is not null`,
  );
  return row ?? null;
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
    sql`select orders.id, orders.kind, orders.status, orders.amount_satang as "amountSatang",
            orders.reference, orders.expires_at as "expiresAt",
            coalesce(qr_codes.payload, deposits.payload) as payload,
            merchants.name as "merchantName"
     from orders join merchants on merchants.id = orders.merchant_id
     left join qr_codes on qr_codes.order_id = orders.id
     left join deposits on deposits.order_id = orders.id
     where coalesce(qr_codes.payload, deposits.payload) is not null
       and orders.created_at > now() - interval '25 hours' and orders.status <> 'succeeded'
     order by orders.created_at desc limit ${limit}`,
  );
}
