import { noApprovalRules } from '../../domain/approval';
import type { ApprovalRules } from '../../domain/approval';
import type { Db } from '../postgres/connect';
import { run } from '../postgres/connect';
import { sql } from '../postgres/sql';

/** The rules of a merchant; by default nothing needs an approval. */
export async function findApprovalRules(db: Db, merchantId: string): Promise<ApprovalRules> {
  const [row] = await run<ApprovalRules>(
    db,
    'find-approval-rules',
    sql`select from_satang as "fromSatang", new_payees as "newPayees",
            withdraw_keys as "withdrawKeys"
     from approval_rules where merchant_id = ${merchantId}`,
  );
  return row ?? noApprovalRules;
}

/** Sets the rules of a merchant. */
export async function setApprovalRules(
  trx: Db,
  merchantId: string,
  { fromSatang, newPayees, withdrawKeys }: ApprovalRules,
): Promise<void> {
  await run(
    trx,
    'set-approval-rules',
    sql`insert into approval_rules (merchant_id, from_satang, new_payees, withdraw_keys)
     values (${merchantId}, ${fromSatang}, ${newPayees}, ${withdrawKeys})
     on conflict (merchant_id) do update set
       from_satang = excluded.from_satang, new_payees = excluded.new_payees,
       withdraw_keys = excluded.withdraw_keys`,
  );
}
