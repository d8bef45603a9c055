import type { Db } from '../postgres/connect';
import { createOrders, creationOf } from './create-orders';
import type { Created, NewOrder } from './create-orders';

export interface NewQrPayment extends NewOrder {
  readonly qrCodeId: string;
  readonly ref: string;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly clientSealed: string | null;
  readonly payload: string;
  readonly expiresAt: Date;
}

const creation = {
  name: 'create-qr-payments',
  statement: creationOf({
    kind: 'payment',
    method: 'qr',
    httpStatus: 200,
    columns: 'qr_code_id text, client_sealed text, payload text',
    details: `new_qr_codes as (
      insert into qr_codes (id, order_id, payload, client_sealed)
      select qr_code_id, order_id, payload, client_sealed from allowed
    )`,
  }),
};

/** Creates payments with their QR codes, as createOrders does. */
export async function createQrPayments(
  db: Db,
  payments: readonly NewQrPayment[],
): Promise<Created> {
  return createOrders(db, creation, payments, (payment) => ({
    qr_code_id: payment.qrCodeId,
    ref: payment.ref,
    reference: payment.reference,
    metadata: payment.metadata,
    client_sealed: payment.clientSealed,
    payload: payment.payload,
    expires_at: payment.expiresAt,
  }));
}
