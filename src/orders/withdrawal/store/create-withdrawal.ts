import type { Db } from '../../../platform/postgres/connect';
import { sql, type Sql } from '../../../platform/postgres/sql';
import { createOrders, creationOf, type Created, type NewOrder } from '../../store/create-orders';

export interface NewWithdrawal extends NewOrder {
  readonly username: string;
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
  /** The payee is the subject of the request to the provider. */
  readonly subjectSealed: string;
  /** Another person has to approve the withdrawal before it is submitted. */
  readonly awaitsApproval: boolean;
  readonly payeeDigest: string;
}

/** A hold counts towards the limit of its day in Bangkok, even after it is released. */
const askedBefore = sql`case when payouts_day >= today.day then payouts_satang else 0 end`;

const feeHeld = sql`coalesce(keyed.fee_held_satang, 0)`;
/** Taken from what is pending of the refunded payment. */
const recalled = sql`coalesce(keyed.recalled_satang, 0)`;

/** The additional rows of a payout are a hold and a request to the provider. */
export const takeHold = {
  gate: {
    expressions: sql`today as (select (now() at time zone 'Asia/Bangkok')::date as day), held as (
      update balances set
        available_satang = available_satang - keyed.amount_satang - ${feeHeld} + ${recalled},
        held_satang = held_satang + keyed.amount_satang + ${feeHeld},
        pending_satang = pending_satang - ${recalled},
        payouts_day = greatest(payouts_day, today.day),
        payouts_satang = ${askedBefore} + keyed.amount_satang
      from keyed, today where balances.merchant_id = keyed.merchant_id
        and available_satang + ${recalled} >= keyed.amount_satang + ${feeHeld}
        and (payouts_held_until is null or payouts_held_until <= now())
        and (day_limit_satang is null
             or ${askedBefore} + keyed.amount_satang <= day_limit_satang)
        -- A process whose accounts are outdated must not pay the credit of a merchant's own account
        -- from an account of the platform (decision 31).
        and (not exists (select from provider_accounts as own
                         where own.merchant_id = keyed.merchant_id)
          or exists (select from provider_accounts as own
                     where own.merchant_id = keyed.merchant_id and own.id = keyed.account_id))
      returning 1
    ),`,
    condition: sql`exists (select from held)`,
  },
  /** Input columns. */
  columns: sql`recalled json, recalled_satang bigint`,
  /** `isManual`: an operator carries the request out. */
  details: (isManual: Sql) => sql`new_requests as (
      insert into provider_requests (order_id, subject_sealed, is_manual, awaits_approval,
                                     payee_digest)
      select order_id, subject_sealed, ${isManual}, awaits_approval, payee_digest from allowed
    ), new_holds as (
      insert into transfers (merchant_id, order_id, kind, debit, credit, amount_satang,
                             provider_account, pending_day, pending_days)
      select merchant_id, order_id, 'recall', 'pending', 'available', satang, account_id, day, days
      from allowed, json_to_recordset(recalled) as lots (satang bigint, day date, days smallint)
      union all
      select merchant_id, order_id, 'hold', 'available', 'held', amount_satang, account_id,
             null, null
      from allowed
      union all
      select merchant_id, order_id, 'hold_fee', 'available', 'held', fee_held_satang, account_id,
             null, null
      from allowed where fee_held_satang > 0
    )`,
} as const;

const creation = {
  name: 'create-withdrawal',
  statement: creationOf({
    kind: 'withdrawal',
    method: null,
    columns: sql`username text, bank_name text, bank_code text, account_mask text,
      subject_sealed text, awaits_approval boolean, payee_digest text, ${takeHold.columns}`,
    gate: takeHold.gate,
    details: sql`new_withdrawals as (
      insert into withdrawals (order_id, username, bank_name, bank_code, account_mask)
      select order_id, username, bank_name, bank_code, account_mask from allowed
    ), ${takeHold.details(sql`false`)}`,
  }),
};

/**
 * Holds the amount. Creates nothing when the idempotency key is in use, the balance is too low or
 * the daily limit is reached: the transaction must then be rolled back, because a free key is
 * bound. Locks the balance's row: concurrent withdrawals serialize.
 */
export async function createWithdrawal(trx: Db, withdrawal: NewWithdrawal): Promise<Created> {
  return createOrders(trx, creation, [withdrawal], () => ({
    username: withdrawal.username,
    bank_name: withdrawal.bankName,
    bank_code: withdrawal.bankCode,
    account_mask: withdrawal.accountMask,
    subject_sealed: withdrawal.subjectSealed,
    awaits_approval: withdrawal.awaitsApproval,
    payee_digest: withdrawal.payeeDigest,
  }));
}
