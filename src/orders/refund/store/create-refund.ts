import { firstFee, type OrderFee } from '../../../fees/rules/order-fee';
import { changes, type Transfer } from '../../../ledger/rules/ledger';
import type { Band } from '../../../fees/rules/price';
import type { RefundMethod } from '../rules/refund-method';
import { run, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import { createOrders, creationOf, type Created, type NewOrder } from '../../store/create-orders';
import { takeHold } from '../../withdrawal/store/create-withdrawal';
import { detailColumns, detailsFromRow, type DetailsRow, type RefundDetails } from './refunds';

export interface NewRefund extends Omit<NewOrder, 'event' | 'claim'> {
  readonly paymentId: string;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly refundMethod: RefundMethod;
  /** Null for a `native` refund. */
  readonly destination: {
    readonly bankName: string;
    readonly bankCode: string | null;
    readonly accountMask: string;
  } | null;
  /** The subject of the request to the provider. */
  readonly subjectSealed: string;
  /** Another person has to approve the refund before it is paid. */
  readonly awaitsApproval: boolean;
  /** Null for a refund to the account that paid. */
  readonly payeeDigest: string | null;
  /** Taken from what is pending of the payment. */
  readonly recalled: readonly Transfer[];
}

const creation = {
  name: 'create-refund',
  statement: creationOf({
    kind: 'refund',
    method: null,
    columns: sql`payment_id text, reason text, bank_name text, bank_code text, account_mask text,
      subject_sealed text, is_manual boolean, awaits_approval boolean,
      payee_digest text, ${takeHold.columns}`,
    gate: takeHold.gate,
    details: sql`new_refunds as (
      insert into refunds (order_id, payment_id, reason, bank_name, bank_code, account_mask)
      select order_id, payment_id, reason, bank_name, bank_code, account_mask from allowed
    ), taken as (
      update orders set refunding_satang = refunding_satang + allowed.amount_satang
      from allowed where orders.id = allowed.payment_id
    ), ${takeHold.details(sql`is_manual`)}`,
  }),
};

const recalledColumns = (recalled: readonly Transfer[]) =>
  recalled.length === 0
    ? {}
    : {
        recalled: recalled.map(({ lot, amountSatang }) => ({ ...lot, satang: amountSatang })),
        recalled_satang: -changes(recalled).pending,
      };

/**
 * Holds the amount from the balance and reserves the part of the payment, whose row the caller has
 * locked. Creates nothing when the balance is too low or the daily limit is reached. Throws when
 * the remainder of the payment is smaller. Runs in the transaction that binds the idempotency key.
 */
export async function createRefund(trx: Db, refund: NewRefund): Promise<Created> {
  const { destination } = refund;
  return createOrders(trx, creation, [{ ...refund, event: null, claim: null }], () => ({
    payment_id: refund.paymentId,
    reason: refund.reason,
    metadata: refund.metadata,
    bank_name: destination?.bankName,
    bank_code: destination?.bankCode,
    account_mask: destination?.accountMask,
    subject_sealed: refund.subjectSealed,
    is_manual: refund.refundMethod === 'manual',
    awaits_approval: refund.awaitsApproval,
    payee_digest: refund.payeeDigest ?? undefined,
    ...recalledColumns(refund.recalled),
  }));
}

export interface CreatedRefund extends RefundDetails {
  readonly id: string;
  readonly amountSatang: number;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly fee: OrderFee | null;
  readonly createdAt: Date;
}

/** Without what a later decision or failover has changed. Throws when there is no such refund. */
export async function findCreatedRefund(db: Db, id: string): Promise<CreatedRefund> {
  const [row] = await run<
    Omit<CreatedRefund, keyof RefundDetails | 'fee'> &
      DetailsRow & {
        wasClaimed: boolean;
        priceId: string | null;
        feeVatRate: number | null;
        bands: readonly Band[] | null;
      }
  >(
    db,
    'find-created-refund',
    sql`select orders.id, amount_satang, metadata, created_at,
            (select claims > 0 from provider_requests where order_id = orders.id) as was_claimed,
            price_id, fee_vat_rate,
            (select bands from prices where prices.id = orders.price_id), ${detailColumns}
     from orders join refunds on refunds.order_id = orders.id
     where orders.id = ${id}`,
  );
  if (row === undefined) throw new Error(`${id} is no refund`);
  // A request that was claimed and is manual now became so after a refusal.
  const details = detailsFromRow({ ...row, isManual: row.isManual && !row.wasClaimed });
  const { amountSatang, metadata, createdAt } = row;
  const approval = details.approval && { ...details.approval, status: 'pending' as const };
  // The fee of a refund that failed is released.
  const fee =
    row.priceId === null || row.bands === null
      ? null
      : firstFee({ id: row.priceId, bands: row.bands }, amountSatang, row.feeVatRate ?? 0);
  return { id, amountSatang, metadata, createdAt, fee, ...details, approval };
}
