import type { AuditContext } from '../../src/kernel/audit/record-audit-event';
import type { Deps } from '../../src/deps';
import type { Merchant } from '../../src/kernel/merchants/store';
import { setApprovalRules } from '../../src/kernel/approvals/store/approval-rules';
import { noApprovalRules } from '../../src/kernel/approvals/rules/approval';
import type { Db } from '../../src/platform/postgres/connect';
import { newId } from '../../src/platform/new-id';
import { asOwner } from './database';
import { testWithdrawal } from './gateway';
import { sealedPerson } from './sealed-person';

/** A withdrawal of a merchant that waits for an approval; by default a command's. */
export async function testApproval(
  deps: Deps,
  merchant: Merchant,
  personId: string | null = null,
): Promise<{ readonly approvalId: string; readonly orderId: string }> {
  await setApprovalRules(deps.db, deps.vault, merchant.id, { ...noApprovalRules, fromSatang: 1 });
  const orderId = await testWithdrawal(deps, merchant);
  await setApprovalRules(deps.db, deps.vault, merchant.id, noApprovalRules);
  const row = await deps.db('approvals').where('subject', orderId).first<{ id: string }>('id');
  if (row === undefined) throw new Error(`${orderId} needs no approval`);
  await setProposer(
    deps.db,
    row.id,
    personId === null ? ['command', 'root', null] : ['user', personId, personId],
  );
  return { approvalId: row.id, orderId };
}

/** Changes who proposed an approval, which the role of the processes may not. */
export const setProposer = (
  db: Db,
  approvalId: string,
  proposer: readonly [kind: string, id: string, personId: string | null],
): Promise<void> =>
  asOwner(
    db,
    'update approvals set proposer_kind = ?, proposer_id = ?, person_id = ? where id = ?',
    [...proposer, approvalId],
  );

/** A member of a merchant's team, without an account. */
export async function testDecider(
  deps: Pick<Deps, 'db' | 'vault'>,
  { id: merchantId }: Pick<Merchant, 'id'>,
  role = 'approver',
): Promise<{ readonly id: string; readonly audit: AuditContext }> {
  const { db } = deps;
  const id = newId('usr_');
  await db('users').insert({
    id,
    ...(await sealedPerson(deps, 'users', { email: `${id}@example.com`, name: `Test ${role}` })),
    password_hash: 'none',
    language: 'en',
  });
  await db('memberships').insert({ merchant_id: merchantId, user_id: id, role });
  return { id, audit: { actor: { kind: 'user', id, address: null }, scope: merchantId } };
}
