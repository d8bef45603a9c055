import { noApprovalRules, type ApprovalRules } from '../rules/approval';
import type { Payee } from '../../rules/banks';
import type { Vault } from '../../../platform/crypto/vault';
import { run, type Db } from '../../../platform/postgres/connect';
import { sql } from '../../../platform/postgres/sql';

/** All of them, so that the primary key of `order_states` finds the last 24 hours. */
const payoutStates = ['pending', 'processing', 'succeeded', 'failed'];

const SEALED_AS = 'approval_rules.payees';

/** By default nothing needs an approval. */
export async function findApprovalRules(
  db: Db,
  vault: Vault,
  merchantId: string,
): Promise<ApprovalRules> {
  const [row] = await run<Omit<ApprovalRules, 'payees'> & { readonly payeesSealed: string | null }>(
    db,
    'find-approval-rules',
    sql`select from_satang, day_satang,
            keys_from_satang, keys_waiting_satang,
            new_payees, payees_sealed,
            withdraw_keys
     from approval_rules where merchant_id = ${merchantId}`,
  );
  if (row === undefined) return noApprovalRules;
  const { payeesSealed, ...rules } = row;
  const payees =
    payeesSealed === null
      ? []
      : (JSON.parse(vault.open(payeesSealed, SEALED_AS)) as readonly Payee[]);
  return { ...rules, payees };
}

export async function setApprovalRules(
  trx: Db,
  vault: Vault,
  merchantId: string,
  rules: ApprovalRules,
): Promise<void> {
  const { fromSatang, daySatang, keysFromSatang, keysWaitingSatang, payees } = rules;
  const payeesSealed = payees.length === 0 ? null : vault.seal(JSON.stringify(payees), SEALED_AS);
  await run(
    trx,
    'set-approval-rules',
    sql`insert into approval_rules (merchant_id, from_satang, day_satang, keys_from_satang,
                                keys_waiting_satang, new_payees, payees_sealed, withdraw_keys)
     values (${merchantId}, ${fromSatang}, ${daySatang}, ${keysFromSatang}, ${keysWaitingSatang},
             ${rules.newPayees}, ${payeesSealed}, ${rules.withdrawKeys})
     on conflict (merchant_id) do update set
       from_satang = excluded.from_satang, day_satang = excluded.day_satang,
       keys_from_satang = excluded.keys_from_satang,
       keys_waiting_satang = excluded.keys_waiting_satang,
       new_payees = excluded.new_payees, payees_sealed = excluded.payees_sealed,
       withdraw_keys = excluded.withdraw_keys`,
  );
}

/**
 * Of two concurrent payouts, the second counts the first. The statement that follows is separate:
 * it sees what committed while it waited for the lock.
 */
const lockRules = (trx: Db, merchantId: string): Promise<unknown> =>
  run(
    trx,
    'lock-approval-rules',
    sql`select from approval_rules where merchant_id = ${merchantId} for no key update`,
  );

/**
 * Payouts of the last 24 hours without a requested approval, failed ones included. Locks the rules.
 */
export async function sumUnapproved(trx: Db, merchantId: string): Promise<number> {
  await lockRules(trx, merchantId);
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
  return sum?.satang ?? 0;
}

/** The payouts of API keys that wait for an approval. Locks the rules. */
export async function sumWaitingOfKeys(trx: Db, merchantId: string): Promise<number> {
  await lockRules(trx, merchantId);
  const [sum] = await run<{ satang: number }>(
    trx,
    'sum-waiting-payouts-of-keys',
    sql`select coalesce(sum(orders.amount_satang), 0)::bigint as satang
     from approvals join orders on orders.id = approvals.subject
     where approvals.realm = 'merchant' and approvals.merchant_id = ${merchantId}
       and approvals.status = 'pending' and act in ('withdrawal', 'refund')
       and proposer_kind = 'key'`,
  );
  return sum?.satang ?? 0;
}

/**
 * True when another person has approved a payout of at least this amount to the payee, and it has
 * succeeded. A refund to the original payer has no payee digest and does not count.
 */
export async function isApprovedPayee(
  trx: Db,
  merchantId: string,
  payeeDigest: string,
  amountSatang: number,
): Promise<boolean> {
  const paid = await run(
    trx,
    'is-approved-payee',
    sql`select 1 from provider_requests join orders on orders.id = provider_requests.order_id
     where payee_digest = ${payeeDigest} and orders.merchant_id = ${merchantId}
       and orders.status = 'succeeded' and orders.amount_satang >= ${amountSatang}
       and exists (select from approvals where subject = orders.id and status = 'approved'
                   and act in ('withdrawal', 'refund')) limit 1`,
  );
  return paid.length > 0;
}
