import type { Db } from '../postgres/connect';
import { sql } from '../postgres/sql';
import { createOrders, creationOf, type Created, type NewOrder } from './create-orders';

export interface NewDeposit extends NewOrder {
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
  /** Null when the gateway does not inquire about the deposit. */
  readonly nextInquiryAt: Date | null;
}

const columns = sql`page_token text, payload text, user_name text, bank_name text, bank_code text,
      account_mask text, customer_sealed text`;
const kind = {
  kind: 'deposit',
  method: null,
  httpStatus: 201,
  details: sql`new_deposits as (
      insert into deposits (order_id, page_token, payload, user_name, bank_name, bank_code,
                            account_mask, customer_sealed)
      select order_id, page_token, payload, user_name, bank_name, bank_code, account_mask,
             customer_sealed
      from allowed
    )`,
} as const;
const creation = { name: 'create-deposit', statement: creationOf({ ...kind, columns }) };
const inquiredCreation = {
  name: 'create-inquired-deposit',
  statement: creationOf({
    ...kind,
    columns: sql`${columns}, next_inquiry_at timestamptz`,
    isInquired: true,
  }),
};

/** The response is rendered when the code is known (application/orders/open-qr.ts). */
const providerCreation = {
  name: 'create-provider-qr-deposit',
  statement: creationOf({
    ...kind,
    httpStatus: 202,
    columns: sql`${columns}, next_inquiry_at timestamptz`,
    isInquired: true,
  }),
};

/** Includes the checkout page. Throws as `createOrders`. */
export async function createDeposit(db: Db, deposit: NewDeposit): Promise<Created> {
  const own = deposit.nextInquiryAt === null ? creation : inquiredCreation;
  const used = deposit.payload === null ? providerCreation : own;
  return createOrders(db, used, [deposit], () => ({
    ref: deposit.ref,
    page_token: deposit.pageToken,
    payload: deposit.payload,
    user_name: deposit.userName,
    bank_name: deposit.bankName,
    bank_code: deposit.bankCode,
    account_mask: deposit.accountMask,
    customer_sealed: deposit.customerSealed,
    expires_at: deposit.expiresAt,
    next_inquiry_at: deposit.nextInquiryAt,
  }));
}
