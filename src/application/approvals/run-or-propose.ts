import { lockRole } from '../../db/accounts/memberships';
import type { Db } from '../../db/postgres/connect';
import { mayActAs, operatorTeam } from '../../domain/realm';
import { withoutMoves } from '../../lib/metrics';
import type { AuditContext } from '../accounts/record-audit-event';
import type { Deps } from '../deps';
import { runs, type Proposals, type ProposedAct } from './acts';
import { requestApproval, type Proposal } from './request-approval';

export type Outcome = 'done' | 'proposed';

/**
 * Acts, or requests the approval that `needsApproval` demands. A proposal is rehearsed: it throws
 * what the act would throw now, and `state_conflict` while the same act on the same object is
 * pending.
 */
export async function runOrPropose<A extends ProposedAct>(
  deps: Deps,
  audit: AuditContext,
  needsApproval: boolean,
  act: A,
  proposal: Proposals[A],
  facts: Omit<Proposal, 'act' | 'proposal'>,
): Promise<Outcome> {
  const isAdmin = await isAdminNow(deps.db, audit);
  if (!needsApproval) {
    // While approvals are on, an act that none was requested for must not need an admin.
    await runs[act](deps, audit, proposal, isAdmin && !deps.config.operators.approvals);
    return 'done';
  }
  await deps.db.transaction(async (db) => {
    await rehearse({ ...deps, db }, (within) => runs[act](within, audit, proposal, isAdmin));
    await requestApproval(deps, db, audit, { ...facts, act, proposal });
  });
  return 'proposed';
}

/** A command has the permissions of an admin of the console. */
export async function isAdminNow(db: Db, { actor }: AuditContext): Promise<boolean> {
  if (actor.kind === 'command') return true;
  if (actor.kind !== 'operator') return false;
  const role = await lockRole(db, operatorTeam, actor.id);
  return role !== null && mayActAs({ realm: 'operator', role }, 'admin');
}

/** Rejects the transaction of a rehearsal: the only way to roll back a savepoint of Knex. */
class Rehearsed extends Error {}

/**
 * Runs work in a savepoint, and rolls it back and discards its messages and counts. Throws the
 * errors of the work.
 */
async function rehearse(deps: Deps, work: (within: Deps) => Promise<unknown>): Promise<void> {
  try {
    await deps.db.transaction(async (db) => {
      const metrics = withoutMoves(deps.metrics);
      await work({ ...deps, db, metrics, outbox: { enqueue() {} } });
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
}
