import * as refunds from './store/manual-refunds';
import { orProblem } from '../../kernel/rules/problem';
import { openSubject, type BankAccount } from '../../platform/observe/request-subject';
import { recordAuditEvent, type AuditContext } from '../../kernel/audit/record-audit-event';
import type { Deps } from '../../deps';

export type { BankAccount };
export type { ManualRefund } from './store/manual-refunds';

/** Open ones of all merchants, oldest first. */
export async function pageOfManualRefunds(
  { db }: Pick<Deps, 'db'>,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly items: readonly refunds.ManualRefund[]; readonly hasMore: boolean }> {
  const found = await refunds.listManualRefunds(db, { after, limit: limit + 1 });
  return { items: found.slice(0, limit), hasMore: found.length > limit };
}

/** Of any merchant, in any status. Throws Problem `refund_not_found`. */
export async function findManualRefund(
  { db }: Pick<Deps, 'db'>,
  refundId: string,
): Promise<refunds.ManualRefund> {
  return orProblem(await refunds.findManualRefund(db, refundId), 'refund_not_found');
}

/** Locked until the transaction ends; otherwise as `findManualRefund`. */
export async function lockManualRefund(
  { db }: Pick<Deps, 'db'>,
  refundId: string,
): Promise<refunds.ManualRefund> {
  return orProblem(await refunds.lockManualRefund(db, refundId), 'refund_not_found');
}

/** As `destinationOf`, recorded in the audit log. */
export async function viewDestination(
  deps: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  refund: Pick<refunds.ManualRefund, 'id' | 'subjectSealed'>,
): Promise<BankAccount> {
  const account = destinationOf(deps, refund);
  await deps.db.transaction((trx) =>
    recordAuditEvent(deps, trx, audit, 'refund.account_viewed', { subject: refund.id }),
  );
  return account;
}

/** The account is not masked. */
export function destinationOf(
  { vault }: Pick<Deps, 'vault'>,
  { id, subjectSealed }: Pick<refunds.ManualRefund, 'id' | 'subjectSealed'>,
): BankAccount {
  const subject = openSubject(vault, subjectSealed);
  const account = 'account' in subject ? subject.account : null;
  if (account === null) throw new Error(`the manual refund ${id} has no destination`);
  return account;
}
