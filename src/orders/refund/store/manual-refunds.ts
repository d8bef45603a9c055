import type { Approval } from '../../../kernel/approvals/rules/approval';
import type { OrderState } from '../../rules/kinds';
import type { Failure } from '../../rules/kinds/definition';
import { run, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';
import type { CallbackRoute } from '../../callbacks/store/callbacks';

/** An operator pays it by a bank transfer. */
export interface ManualRefund {
  readonly id: string;
  readonly status: OrderState;
  readonly amountSatang: number;
  readonly paymentId: string;
  readonly reason: string | null;
  readonly merchantId: string;
  readonly merchantName: string;
  readonly bankName: string;
  readonly bankCode: string | null;
  readonly accountMask: string;
  /** Has the complete account. */
  readonly subjectSealed: string;
  readonly createdAt: Date;
  /** The last proposal to record the refund as paid; null without one. */
  readonly proposal: Pick<Approval, 'id' | 'status'> | null;
}

const selection = sql`select orders.id, orders.status, orders.amount_satang,
       payment_id, reason, orders.merchant_id,
       merchants.name as merchant_name, bank_name, bank_code,
       account_mask, subject_sealed,
       orders.created_at,
       (select json_build_object('id', approvals.id, 'status', approvals.status) from approvals
        where act = 'refund_paid' and subject = orders.id
        order by approvals.created_at desc limit 1) as proposal
     from provider_requests
     join orders on orders.id = provider_requests.order_id
     join refunds on refunds.order_id = provider_requests.order_id
     join merchants on merchants.id = orders.merchant_id`;

/** Null for other refunds, for one that awaits an approval, and when there is no such refund. */
export async function findManualRefund(db: Db, refundId: string): Promise<ManualRefund | null> {
  const [row] = await run<ManualRefund>(
    db,
    'find-manual-refund',
    sql`${selection} where provider_requests.order_id = ${refundId} and is_manual
       and not awaits_approval`,
  );
  return row ?? null;
}

/**
 * Locks the refund's order. A decision on a manual refund and a proposal to record it as paid lock
 * it first, so they run one after the other.
 */
export async function lockManualRefund(trx: Db, refundId: string): Promise<ManualRefund | null> {
  // A statement of its own: one that waits for a lock reads other tables as of before the wait.
  await run(
    trx,
    'lock-manual-refund',
    sql`select from orders where id = ${refundId} for no key update`,
  );
  return findManualRefund(trx, refundId);
}

/** The caller has locked the refund. */
export async function isProposedAsPaid(trx: Db, refundId: string): Promise<boolean> {
  const rows = await run(
    trx,
    'is-proposed-as-paid',
    sql`select 1 from approvals
     where act = 'refund_paid' and subject = ${refundId} and status = 'pending'`,
  );
  return rows.length > 0;
}

/** Those of all merchants that are open and await no approval, oldest first, after an id. */
export async function listManualRefunds(
  db: Db,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly ManualRefund[]> {
  return run<ManualRefund>(
    db,
    'list-manual-refunds',
    sql`${selection} where is_manual and not is_over and not awaits_approval
       and orders.status in ('pending', 'processing')
       and provider_requests.order_id > ${after ?? ''}
     order by provider_requests.order_id limit ${limit}`,
  );
}

export interface NewReport {
  readonly id: string;
  readonly refundId: string;
  readonly outcome:
    | { readonly reported: 'succeeded'; readonly transactionId: string }
    | { readonly reported: 'failed'; readonly failure: Failure };
  readonly bodySealed: string;
}

/**
 * Stored like a callback: the next transition applies it. False when the transaction id belongs to
 * another transfer of the account, or to another manual refund of any account. Reports with the
 * same transaction id wait for each other until the transaction ends.
 */
export async function storeReport(trx: Db, report: NewReport): Promise<boolean> {
  const { id, refundId, outcome, bodySealed } = report;
  const isPaid = outcome.reported === 'succeeded';
  const transactionId = isPaid ? outcome.transactionId : null;
  const failure = isPaid ? null : outcome.failure;
  if (transactionId !== null) {
    await run(
      trx,
      'lock-reports-of-transfer',
      sql`select pg_advisory_xact_lock(hashtextextended(${transactionId}, 2))`,
    );
  }
  const rows = await run(
    trx,
    'store-report',
    sql`insert into callbacks (id, route, order_id, named_order, reported, amount_satang,
                            transaction_id, failure_code, failure_message, body_sealed,
                            provider_account_id)
     select ${id}, ${'operator' satisfies CallbackRoute}, id, id, ${outcome.reported},
            case when ${isPaid}::boolean then amount_satang end,
            ${transactionId}::text,
            ${failure?.code ?? null}::text, ${failure?.message ?? null}::text, ${bodySealed},
            provider_account_id
     from orders where id = ${refundId} and not exists (
       select from movements
       where account = orders.provider_account_id and direction = 'out'
         and transaction_id = ${transactionId}::text and order_id is distinct from orders.id)
       and not exists (
         select from callbacks as earlier
         where earlier.transaction_id = ${transactionId}::text and earlier.order_id is not null
           and earlier.order_id <> orders.id
           and earlier.route = ${'operator' satisfies CallbackRoute}
           and earlier.reported = 'succeeded'
           and exists (select from refunds where refunds.order_id = earlier.order_id))
     returning 1`,
  );
  return rows.length > 0;
}
