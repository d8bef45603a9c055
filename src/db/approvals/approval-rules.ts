import { noApprovalRules } from '../../domain/approval';
import type { ApprovalRules } from '../../domain/approval';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';

/** All of them, so that the primary key of `order_states` finds the last 24 hours. */
const payoutStates = ['pending', 'processing', 'succeeded', 'failed'];

/** The rules of a merchant; by default nothing needs an approval. */
export async function findApprovalRules(db: Db, merchantId: string): Promise<ApprovalRules> {
  const [row] = await run<ApprovalRules>(
    db,
    'find-approval-rules',
    sql`select from_satang as "fromSatang", day_satang as "daySatang", new_payees as "newPayees",
            withdraw_keys as "withdrawKeys"
     from approval_rules where merchant_id = ${merchantId}`,
  );
  return row ?? noApprovalRules;
}

/** Sets the rules of a merchant. */
export async function setApprovalRules(
  trx: Db,
  merchantId: string,
  { fromSatang, daySatang, newPayees, withdrawKeys }: ApprovalRules,
): Promise<void> {
  await run(
    trx,
    'set-approval-rules',
    sql`insert into approval_rules (merchant_id, from_satang, day_satang, new_payees, withdraw_keys)
     values (${merchantId}, ${fromSatang}, ${daySatang}, ${newPayees}, ${withdrawKeys})
     on conflict (merchant_id) do update set
       from_satang = excluded.from_satang, day_satang = excluded.day_satang,
       new_payees = excluded.new_payees,
       withdraw_keys = excluded.withdraw_keys`,
  );
}

/**
 * Whether a payout without an approval lifts the sum of those of the last 24 hours above the rule.
 * Failed payouts count. Locks the rules: of two concurrent payouts, the second counts the first.
 */
export async function isBeyondDayRule(
  trx: Db,
  merchantId: string,
  amountSatang: number,
): Promise<boolean> {
  const [rules] = await run<{ daySatang: number | null }>(
    trx,
    'lock-approval-rules',
    sql`select day_satang as "daySatang" from approval_rules
     where merchant_id = ${merchantId} for no key update`,
  );
  if (rules === undefined || rules.daySatang === null) return false;
  // A statement of its own: it sees what committed while the lock was awaited.
  const [sum] = await run<{ satang: number }>(
    trx,
    'sum-unapproved-payouts',
    sql`select coalesce(sum(orders.amount_satang), 0)::bigint as satang
     from order_states join orders on orders.id = order_states.order_id
     where order_states.merchant_id = ${merchantId}
       and order_states.kind in ('withdrawal', 'refund')
       and order_states.status = any(${payoutStates}::text[])
       and order_states.created_at > now() - interval '24 hours'
       and not exists (select from approvals where subject = order_states.order_id
                       and act in ('withdrawal', 'refund'))`,
  );
  return (sum?.satang ?? 0) + amountSatang > rules.daySatang;
}
