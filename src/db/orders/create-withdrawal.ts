import type { Db } from '../postgres/connect';
import { createOrders, creationOf } from './create-orders';
import type { Created, NewOrder } from './create-orders';

export interface NewWithdrawal extends NewOrder {
  readonly username: string;
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
  /** The payee, as the subject of the request to the provider. */
  readonly subjectSealed: string;
}

/** A hold counts towards the limit of its day in Bangkok, even after it is released. */
const askedBefore = 'case when asked_on >= today.day then asked_satang else 0 end';

/** The additional rows of a payout: a hold and a request to the provider. */
export const takeHold = {
  gate: {
    expressions: `today as (select (now() at time zone 'Asia/Bangkok')::date as day), held as (
      update balances set available_satang = available_satang - input.amount_satang,
                          held_satang = held_satang + input.amount_satang,
                          asked_on = greatest(asked_on, today.day),
                          asked_satang = ${askedBefore} + input.amount_satang
      from input, today where balances.merchant_id = input.merchant_id
        and available_satang >= input.amount_satang
        and (payouts_held_until is null or payouts_held_until <= now())
        and (day_limit_satang is null
             or ${askedBefore} + input.amount_satang <= day_limit_satang)
      returning 1
    )`,
    condition: 'exists (select from held)',
  },
  details: `new_requests as (
      insert into provider_requests (order_id, subject_sealed)
      select order_id, subject_sealed from allowed
    ), new_holds as (
      insert into transfers (merchant_id, order_id, kind, debit, credit, amount_satang)
      select merchant_id, order_id, 'hold', 'available', 'held', amount_satang from allowed
    )`,
} as const;

const creation = {
  name: 'create-withdrawal',
  statement: creationOf({
    kind: 'withdrawal',
    method: null,
    httpStatus: 201,
    columns: `username text, bank_name text, bank_code text, account_mask text,
      subject_sealed text`,
    gate: takeHold.gate,
    details: `new_withdrawals as (
      insert into withdrawals (order_id, username, bank_name, bank_code, account_mask)
      select order_id, username, bank_name, bank_code, account_mask from allowed
    ), ${takeHold.details}`,
  }),
};

/**
 * Creates a withdrawal and holds its amount. Creates nothing when the balance is too low or the
 * daily limit is reached. Locks the balance's row: concurrent withdrawals serialize. Runs in the
 * transaction that binds the idempotency key.
 */
export async function createWithdrawal(
  trx: Db,
  withdrawal: Omit<NewWithdrawal, 'claim'>,
): Promise<Created> {
  return createOrders(trx, creation, [{ ...withdrawal, claim: null }], () => ({
    username: withdrawal.username,
    bank_name: withdrawal.bankName,
    bank_code: withdrawal.bankCode,
    account_mask: withdrawal.accountMask,
    subject_sealed: withdrawal.subjectSealed,
  }));
}
