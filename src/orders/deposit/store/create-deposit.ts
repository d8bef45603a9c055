import type { Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import {
  checkoutColumns,
  checkoutRow,
  newCheckouts,
  type NewCheckout,
} from '../../store/checkouts';
import { createOrders, creationOf, type Created, type NewOrder } from '../../store/create-orders';

export interface NewDeposit extends NewOrder, NewCheckout {
  readonly ref: string;
  readonly pageToken: string;
  /** Null for a code that the provider issues. */
  readonly payload: string | null;
  readonly userName: string;
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
  readonly customerSealed: string;
  readonly expiresAt: Date;
}

const creation = {
  name: 'create-deposit',
  statement: creationOf({
    kind: 'deposit',
    method: null,
    columns: sql`page_token text, payload text, user_name text, bank_name text, bank_code text,
      account_mask text, customer_sealed text, ${checkoutColumns}`,
    details: sql`new_deposits as (
      insert into deposits (order_id, page_token, payload, user_name, bank_name, bank_code,
                            account_mask, customer_sealed)
      select order_id, page_token, payload, user_name, bank_name, bank_code, account_mask,
             customer_sealed
      from allowed
    ), ${newCheckouts}`,
  }),
};

/** Includes the checkout page. Throws as `createOrders`. */
export async function createDeposit(db: Db, deposit: NewDeposit): Promise<Created> {
  return createOrders(db, creation, [deposit], () => ({
    ref: deposit.ref,
    page_token: deposit.pageToken,
    payload: deposit.payload,
    user_name: deposit.userName,
    bank_name: deposit.bankName,
    bank_code: deposit.bankCode,
    account_mask: deposit.accountMask,
    customer_sealed: deposit.customerSealed,
    expires_at: deposit.expiresAt,
    ...checkoutRow(deposit),
  }));
}
