import { lockRole } from '../store/memberships';
import type { Db } from '../../platform/postgres/connect';
import { mayActAs, operatorTeam } from '../../kernel/rules/realm';
import { withoutMoves } from '../../platform/observe/metrics';
import type { AuditContext } from '../../kernel/audit/record-audit-event';
import { requestApproval } from '../../kernel/approvals/request-approval';
import type { ActDeps } from '../../deps';
import { inTransaction } from '../../ledger/in-transaction';
import { acts, type ActName, type InputOf, type ResultOf } from '../../acts';
import type { Act } from '../../kernel/acts/act';

/** `isUnapproved`: of a command, whose user can write to the database, no approval is demanded. */
export type Performed<Result = unknown> =
  | { readonly result: Result; readonly isUnapproved: boolean }
  | 'proposed';

/**
 * Carries an act out, or requests the approval that it needs. A proposal is rehearsed: it throws
 * what the act would throw now, and Problem `state_conflict` while the same act on the same object
 * is pending.
 */
export async function performAct<A extends ActName>(
  deps: ActDeps,
  audit: AuditContext,
  name: A,
  input: InputOf<A>,
): Promise<Performed<ResultOf<A>>> {
  const act = acts[name] as unknown as Act<InputOf<A>, ResultOf<A>>;
  const { before } = act;
  const perform = (within: ActDeps) => runOrPropose(within, audit, name, act, input);
  if (before === undefined) return perform(deps);
  return inTransaction(deps, async (within) => {
    await before(within, input);
    return perform(within);
  });
}

async function runOrPropose<Input, Result>(
  deps: ActDeps,
  audit: AuditContext,
  name: ActName,
  act: Act<Input, Result>,
  input: Input,
): Promise<Performed<Result>> {
  const isAdmin = await isAdminNow(deps.db, audit);
  const isCommand = audit.actor.kind === 'command';
  const needsApproval = (await act.needsApproval?.(deps, audit, input)) === true;
  if (act.facts === undefined || isCommand || !needsApproval) {
    // While approvals are on, an act that none was requested for must not need an admin.
    const isAdminAlone = isAdmin && (isCommand || !deps.config.operators.approvals);
    const result = await act.run(deps, audit, input, isAdminAlone);
    return { result, isUnapproved: needsApproval };
  }
  const { pinned, ...facts } = await act.facts(deps, input);
  const proposal = { ...input, ...pinned };
  await deps.db.transaction(async (db) => {
    await rehearse({ ...deps, db }, (within) => act.run(within, audit, proposal, isAdmin));
    const asked = { ...facts, realm: act.realm, act: name, proposal };
    await requestApproval(deps, db, audit, asked);
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
async function rehearse(deps: ActDeps, work: (within: ActDeps) => Promise<unknown>): Promise<void> {
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
