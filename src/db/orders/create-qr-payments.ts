import type { Db } from '../postgres/connect';
import { sql } from '../postgres/sql';
import { createOrders, creationOf, type Created, type NewOrder } from './create-orders';

export interface NewQrPayment extends NewOrder {
  readonly qrCodeId: string;
  readonly ref: string;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly clientSealed: string | null;
  readonly payload: string;
  readonly expiresAt: Date;
}

export interface NewInquiredPayment extends Omit<NewQrPayment, 'payload'> {
  /** Null for a code that the provider issues. */
  readonly payload: string | null;
  readonly nextInquiryAt: Date;
}

const columns = sql`qr_code_id text, client_sealed text, payload text`;
const kind = {
  kind: 'payment',
  method: 'qr',
  httpStatus: 200,
  details: sql`new_qr_codes as (
      insert into qr_codes (id, order_id, payload, client_sealed)
      select qr_code_id, order_id, payload, client_sealed from allowed
    )`,
} as const;
const creation = {
  name: 'create-qr-payments',
  statement: creationOf({ ...kind, columns }),
};
const inquiredCreation = {
  name: 'create-inquired-payments',
  statement: creationOf({
    ...kind,
    columns: sql`${columns}, next_inquiry_at timestamptz`,
    isInquired: true,
  }),
};

/** The response is rendered when the code is known (application/orders/open-qr.ts). */
const providerCreation = {
  name: 'create-provider-qr-payment',
  statement: creationOf({
    ...kind,
    httpStatus: 202,
    columns: sql`${columns}, next_inquiry_at timestamptz`,
    isInquired: true,
  }),
};

export function createQrPayments(db: Db, payments: readonly NewQrPayment[]): Promise<Created> {
  return createOrders(db, creation, payments, detailsOf);
}

export function createInquiredPayments(
  db: Db,
  payments: readonly NewInquiredPayment[],
): Promise<Created> {
  return createOrders(db, inquiredCreation, payments, inquiredDetailsOf);
}

export function createProviderQrPayment(db: Db, payment: NewInquiredPayment): Promise<Created> {
  return createOrders(db, providerCreation, [payment], inquiredDetailsOf);
}

const inquiredDetailsOf = (payment: NewInquiredPayment) => ({
  ...detailsOf(payment),
  next_inquiry_at: payment.nextInquiryAt,
});

function detailsOf(
  payment: Omit<NewInquiredPayment, 'nextInquiryAt'>,
): Readonly<Record<string, unknown>> {
  return {
    qr_code_id: payment.qrCodeId,
    ref: payment.ref,
    reference: payment.reference,
    metadata: payment.metadata,
    client_sealed: payment.clientSealed,
    payload: payment.payload,
    expires_at: payment.expiresAt,
  };
}
