import { findNames } from '../../db/accounts/people';
import { findApproval, listApprovals } from '../../db/approvals/approvals';
import type { ApprovalFilter } from '../../db/approvals/approvals';
import type { Approval } from '../../domain/approval';
import { Problem } from '../../domain/problem';
import type { Team } from '../../domain/realm';
import type { Deps } from '../deps';

export type { Approval };

/** An approval with the names of the people, where they are known. */
export interface ShownApproval extends Approval {
  /** The proposer, or the maker of the proposing key. */
  readonly personName: string | null;
  readonly deciderName: string | null;
}

type Slice = Parameters<typeof listApprovals>[2];

/** Approvals of a team, newest first. */
export const findApprovals = (
  { db }: Pick<Deps, 'db'>,
  filter: ApprovalFilter,
  slice: Slice,
): ReturnType<typeof listApprovals> => listApprovals(db, filter, slice);

/** As `findApprovals`, with names. */
export async function showApprovals(
  deps: Pick<Deps, 'db' | 'vault'>,
  filter: ApprovalFilter,
  slice: Slice,
): Promise<{ readonly items: readonly ShownApproval[]; readonly hasMore: boolean }> {
  const { items, hasMore } = await listApprovals(deps.db, filter, slice);
  return { items: await withNames(deps, items), hasMore };
}

/** Throws Problem `approval_not_found`, also for one of another team. */
export async function showApproval(
  deps: Pick<Deps, 'db' | 'vault'>,
  team: Team,
  id: string,
): Promise<ShownApproval> {
  const approval = await findApproval(deps.db, team, id);
  const [shown] = await withNames(deps, approval === null ? [] : [approval]);
  if (shown === undefined) throw new Problem('approval_not_found');
  return shown;
}

async function withNames(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  approvals: readonly Approval[],
): Promise<readonly ShownApproval[]> {
  const ids = approvals.flatMap(({ personId, decidedBy }) =>
    [personId, decidedBy].filter((id) => id !== null),
  );
  const [users, operators] = await Promise.all([
    findNames(db, vault, 'merchant', ids),
    findNames(db, vault, 'operator', ids),
  ]);
  const nameOf = (id: string | null) =>
    id === null ? null : (users.get(id) ?? operators.get(id) ?? null);
  return approvals.map((approval) => ({
    ...approval,
    personName: nameOf(approval.personId),
    deciderName: nameOf(approval.decidedBy),
  }));
}
