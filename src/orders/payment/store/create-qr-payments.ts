import type { Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import {
  checkoutColumns,
  checkoutRow,
  newCheckouts,
  type NewCheckout,
} from '../../store/checkouts';
import { createOrders, creationOf, type Created, type NewOrder } from '../../store/create-orders';

export interface NewQrPayment extends NewOrder, NewCheckout {
  readonly qrCodeId: string;
  readonly ref: string;
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly clientSealed: string | null;
  /** Null for a code that the provider issues. */
  readonly payload: string | null;
  readonly expiresAt: Date;
}

const creation = {
  name: 'create-qr-payments',
  statement: creationOf({
    kind: 'payment',
    method: 'qr',
    columns: sql`qr_code_id text, client_sealed text, payload text, ${checkoutColumns}`,
    details: sql`new_qr_codes as (
      insert into qr_codes (id, order_id, payload, client_sealed)
      select qr_code_id, order_id, payload, client_sealed from allowed
    ), ${newCheckouts}`,
  }),
};

export function createQrPayments(db: Db, payments: readonly NewQrPayment[]): Promise<Created> {
  return createOrders(db, creation, payments, (payment) => ({
    qr_code_id: payment.qrCodeId,
    ref: payment.ref,
    reference: payment.reference,
    metadata: payment.metadata,
    client_sealed: payment.clientSealed,
    payload: payment.payload,
    expires_at: payment.expiresAt,
    ...checkoutRow(payment),
  }));
}
