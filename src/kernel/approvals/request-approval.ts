import { insertApproval, type NewApproval } from './store/approvals';
import type { Db } from '../../platform/postgres/connect';
import type { Approval } from './rules/approval';
import { Problem } from '../rules/problem';
import { newId } from '../../platform/new-id';
import { recordAuditEvent, type AuditContext } from '../audit/record-audit-event';
import type { Deps } from '../../deps';

export type Proposal = Pick<NewApproval, 'realm' | 'merchantId' | 'act' | 'subject' | 'detail'> & {
  /** Absent when the object exists and only waits. */
  readonly proposal?: unknown;
  /** The number of people who have to approve; by default one. */
  readonly needs?: 1 | 2;
};

export const SEALED_AS = 'approvals.proposal';

export const sameRequestWaits = (): Problem =>
  new Problem('state_conflict', { message: 'The same request is waiting for approval.' });

/**
 * Writes the audit event too. Throws Problem `state_conflict` when the same act on the same object
 * is pending.
 */
export async function requestApproval(
  deps: Pick<Deps, 'vault'>,
  trx: Db,
  audit: AuditContext,
  { proposal, needs = 1, ...proposed }: Proposal,
): Promise<Approval> {
  const { kind, id } = audit.actor;
  const approval = await insertApproval(trx, {
    ...proposed,
    needs,
    id: newId('apr_'),
    proposer: { kind, id },
    proposalSealed:
      proposal === undefined ? null : deps.vault.seal(JSON.stringify(proposal), SEALED_AS),
  });
  if (approval === null) {
    throw sameRequestWaits();
  }
  const { act, subject: object, detail } = proposed;
  await recordAuditEvent(deps, trx, audit, 'approval.requested', {
    subject: approval.id,
    detail: { act, object, ...detail },
  });
  return approval;
}
