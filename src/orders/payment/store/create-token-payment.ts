import { run, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import {
  checkoutColumns,
  checkoutRow,
  newCheckouts,
  type NewCheckout,
} from '../../store/checkouts';
import { createOrders, creationOf, type Created, type NewOrder } from '../../store/create-orders';

export interface NewTokenPayment extends NewOrder, NewCheckout {
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  /** The token is the subject of the request to the provider. */
  readonly subjectSealed: string;
}

const creation = {
  name: 'create-token-payment',
  statement: creationOf({
    kind: 'payment',
    method: 'token',
    columns: sql`subject_sealed text, ${checkoutColumns}`,
    details: sql`new_requests as (
      insert into provider_requests (order_id, subject_sealed)
      select order_id, subject_sealed from allowed
    ), ${newCheckouts}`,
  }),
};

export async function createTokenPayment(db: Db, payment: NewTokenPayment): Promise<Created> {
  return createOrders(db, creation, [payment], () => ({
    reference: payment.reference,
    metadata: payment.metadata,
    subject_sealed: payment.subjectSealed,
    ...checkoutRow(payment),
  }));
}

interface CreatedTokenPayment extends Pick<
  NewTokenPayment,
  'accountId' | 'amountSatang' | 'reference' | 'metadata' | 'createdAt'
> {
  /** Null for a payment that was created before token payments had pages. */
  readonly pageToken: string | null;
  readonly previousId: string | null;
}

/** Throws when there is no such order. */
export async function findCreatedTokenPayment(
  db: Db,
  orderId: string,
): Promise<CreatedTokenPayment> {
  const [row] = await run<CreatedTokenPayment>(
    db,
    'find-created-token-payment',
    sql`select provider_account_id as account_id, amount_satang, reference, metadata, created_at,
            page_token, previous_id
     from orders left join checkouts on checkouts.order_id = orders.id
     where orders.id = ${orderId}`,
  );
  if (row === undefined) throw new Error(`there is no order ${orderId}`);
  return row;
}
