import type { PaymentState } from '../domain/payment';
import type { Db } from './connect';

/** An order as it stands in the database: a payment now, every other kind of money later. */
export interface Order {
  readonly id: string;
  readonly kind: 'payment';
  readonly merchantId: string;
  readonly status: PaymentState;
  readonly amountSatang: number;
  readonly receivedSatang: number;
  readonly ref: string;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly late: boolean;
  readonly failure: { readonly code: string; readonly message: string } | null;
  readonly sequence: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly completedAt: Date | null;
}

export interface Payment extends Order {
  readonly qrCodeId: string;
}

export interface OrderRow {
  id: string;
  kind: 'payment';
  merchant_id: string;
  status: PaymentState;
  amount_satang: number;
  received_satang: number;
  ref: string;
  reference: string | null;
  metadata: Record<string, unknown> | null;
  late: boolean;
  failure_code: string | null;
  failure_message: string | null;
  sequence: number;
  created_at: Date;
  expires_at: Date;
  completed_at: Date | null;
}

export function orderFromRow(row: OrderRow): Order {
  return {
    id: row.id,
    kind: row.kind,
    merchantId: row.merchant_id,
    status: row.status,
    amountSatang: row.amount_satang,
    receivedSatang: row.received_satang,
    ref: row.ref,
    reference: row.reference,
    metadata: row.metadata,
    late: row.late,
    failure:
      row.failure_code === null
        ? null
        : { code: row.failure_code, message: row.failure_message ?? '' },
    sequence: row.sequence,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
  };
}

type PaymentRow = OrderRow & { qr_code_id: string };
const paymentFromRow = (row: PaymentRow): Payment => ({
  ...orderFromRow(row),
  qrCodeId: row.qr_code_id,
});

const payments = (db: Db) =>
  db('orders')
    .join('qr_codes', 'qr_codes.order_id', 'orders.id')
    .where('orders.kind', 'payment')
    .select<PaymentRow[]>('orders.*', 'qr_codes.id as qr_code_id');

/** A merchant's own payment; null for another's, as for one that does not exist. */
export async function findPayment(
  db: Db,
  merchantId: string,
  paymentId: string,
): Promise<Payment | null> {
  const row = await payments(db)
    .where({ 'orders.id': paymentId, 'orders.merchant_id': merchantId })
    .first<PaymentRow | undefined>();
  return row === undefined ? null : paymentFromRow(row);
}

/** What the provider may mean by an order id: our id, or the ref that the QR carried. */
export async function findOrderByIdOrRef(db: Db, named: string): Promise<Order | null> {
  const row = await db('orders')
    .where('id', named)
    .orWhere('ref', named.toUpperCase())
    .first<OrderRow | undefined>();
  return row === undefined ? null : orderFromRow(row);
}

export interface PaymentFilter {
  readonly merchantId: string;
  readonly status?: PaymentState;
  readonly reference?: string;
  readonly from?: Date;
  readonly until?: Date;
}

/** The place in a newest-first list after which a page begins. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly hasMore: boolean;
}

/**
 * Payments, newest first, ties by id. One row more than asked for is read to see if more follow.
 */
export async function listPayments(
  db: Db,
  filter: PaymentFilter,
  slice: { readonly limit: number; readonly offset: number; readonly after: Position | null },
): Promise<Page<Payment>> {
  const matching = db('orders').where({
    'orders.kind': 'payment',
    'orders.merchant_id': filter.merchantId,
  });
  if (filter.status !== undefined) matching.where('orders.status', filter.status);
  if (filter.reference !== undefined) matching.where('orders.reference', filter.reference);
  if (filter.from !== undefined) matching.where('orders.created_at', '>=', filter.from);
  if (filter.until !== undefined) matching.where('orders.created_at', '<=', filter.until);

  const page = matching
    .clone()
    .join('qr_codes', 'qr_codes.order_id', 'orders.id')
    .select<PaymentRow[]>('orders.*', 'qr_codes.id as qr_code_id')
    .orderBy([
      { column: 'orders.created_at', order: 'desc' },
      { column: 'orders.id', order: 'desc' },
    ])
    .limit(slice.limit + 1);
  if (slice.after === null) page.offset(slice.offset);
  else {
    const { createdAt, id } = slice.after;
    page.whereRaw('(orders.created_at, orders.id) < (?, ?)', [createdAt, id]);
  }

  const [rows, counted] = await Promise.all([
    page,
    matching.clone().count<{ total: number }[]>('* as total').first(),
  ]);
  return {
    items: rows.slice(0, slice.limit).map(paymentFromRow),
    total: counted?.total ?? 0,
    hasMore: rows.length > slice.limit,
  };
}

export interface QrCode {
  readonly payload: string;
  readonly status: PaymentState;
  readonly expiresAt: Date;
}

/** A QR code by its id, which is unguessable: whoever knows it may see it. */
export async function findQrCode(db: Db, qrCodeId: string): Promise<QrCode | null> {
  const row = await db('qr_codes')
    .join('orders', 'orders.id', 'qr_codes.order_id')
    .where('qr_codes.id', qrCodeId)
    .first<{ payload: string; status: PaymentState; expires_at: Date } | undefined>(
      'qr_codes.payload',
      'orders.status',
      'orders.expires_at',
    );
  if (row === undefined) return null;
  return { payload: row.payload, status: row.status, expiresAt: row.expires_at };
}

export interface SandboxPayment extends Payment {
  readonly payload: string;
  readonly merchantName: string;
}

/**
 * What the sandbox bank's page offers to a person: pending payments and those that ended lately.
 */
export async function listPayableInSandbox(db: Db, limit: number): Promise<SandboxPayment[]> {
  const rows = await payments(db)
    .join('merchants', 'merchants.id', 'orders.merchant_id')
    .select<(PaymentRow & { payload: string; merchant_name: string })[]>(
      'qr_codes.payload',
      'merchants.name as merchant_name',
    )
    .where('orders.created_at', '>', db.raw("now() - interval '25 hours'"))
    .whereNot('orders.status', 'succeeded')
    .orderBy('orders.created_at', 'desc')
    .limit(limit);
  return rows.map((row) => ({
    ...paymentFromRow(row),
    payload: row.payload,
    merchantName: row.merchant_name,
  }));
}
