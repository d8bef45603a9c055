import type { Deps } from '../deps';
import { recordAuditEvent, type AuditContext } from '../kernel/audit/record-audit-event';
import { orProblem, Problem } from '../kernel/rules/problem';
import { lockException, setOwner } from './store/exceptions';

export interface Ownership {
  readonly exceptionId: string;
  /** The actor becomes the owner; false: nobody is. */
  readonly isTaken: boolean;
  /** The owner that the form showed; null for nobody. */
  readonly before: string | null;
}

/**
 * Records who works on an open exception. It excludes nobody from a decision. Throws Problem
 * `exception_not_found`, or `state_conflict` when the exception is resolved or has another owner
 * than the form showed.
 */
export async function changeOwner(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  audit: AuditContext,
  { exceptionId, isTaken, before }: Ownership,
): Promise<void> {
  await db.transaction(async (trx) => {
    const exception = orProblem(await lockException(trx, exceptionId), 'exception_not_found');
    if (exception.resolved !== null || exception.ownerId !== before) {
      throw new Problem('state_conflict');
    }
    await setOwner(trx, exceptionId, isTaken ? audit.actor.id : null);
    const event = isTaken ? 'exception.taken' : 'exception.given_back';
    await recordAuditEvent({ vault }, trx, audit, event, { subject: exceptionId });
  });
}
