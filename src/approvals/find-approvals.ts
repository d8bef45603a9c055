import { findApprovalRules } from '../kernel/approvals/store/approval-rules';
import { findEndedKeys } from '../merchants/store/api-keys';
import { findPlaces } from '../people/store/memberships';
import { findNames } from '../people/store/people';
import {
  findApproval,
  listApprovals,
  type ApprovalFilter,
} from '../kernel/approvals/store/approvals';
import {
  isPayoutOfMember,
  type Approval,
  type ApprovalWarning,
} from '../kernel/approvals/rules/approval';
import { Problem } from '../kernel/rules/problem';
import type { Team } from '../kernel/rules/realm';
import type { Deps } from '../deps';

export { findApprovalRules, listApprovals };
export type { Approval };

/** Names are null where the person is unknown. */
export interface ShownApproval extends Approval {
  /** The proposer, or the maker of the proposing key. */
  readonly personName: string | null;
  readonly deciderName: string | null;
  /** The first of two people who approved. */
  readonly firstName: string | null;
  /** The proposing key, if it has ended; `revokedAt` is null for one that has expired. */
  readonly endedKey: { readonly revokedAt: Date | null } | null;
  /** Empty after the approval's end. With warnings, it is approved in two steps. */
  readonly warnings: readonly ApprovalWarning[];
}

/** As `listApprovals`, with the names of the people. */
export async function showApprovals(
  deps: Pick<Deps, 'db' | 'vault'>,
  filter: ApprovalFilter,
  slice: Parameters<typeof listApprovals>[2],
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
  const ids = approvals.flatMap(({ personId, decidedBy, firstBy }) =>
    [personId, decidedBy, firstBy].filter((id) => id !== null),
  );
  const keys = approvals.map(({ proposer }) => proposer).filter(({ kind }) => kind === 'key');
  const byMembers = approvals.filter(isPayoutOfMember);
  const [users, operators, endedKeys, places] = await Promise.all([
    findNames(db, vault, 'merchant', ids),
    findNames(db, vault, 'operator', ids),
    findEndedKeys(
      db,
      keys.map(({ id }) => id),
    ),
    findPlaces(
      db,
      byMembers.flatMap(({ merchantId }) => merchantId ?? []),
      byMembers.map(({ proposer }) => proposer.id),
    ),
  ]);
  const nameOf = (id: string | null) =>
    id === null ? null : (users.get(id) ?? operators.get(id) ?? null);
  const hasLeft = (approval: Approval) =>
    isPayoutOfMember(approval) &&
    !places.some(
      ({ merchantId, userId }) =>
        merchantId === approval.merchantId && userId === approval.proposer.id,
    );
  return approvals.map((approval) => {
    const endedKey = endedKeys.get(approval.proposer.id) ?? null;
    return {
      ...approval,
      personName: nameOf(approval.personId),
      deciderName: nameOf(approval.decidedBy),
      firstName: nameOf(approval.firstBy),
      endedKey,
      warnings: approval.status === 'pending' ? warningsOf(endedKey, hasLeft(approval)) : [],
    };
  });
}

const warningsOf = (
  endedKey: ShownApproval['endedKey'],
  hasLeft: boolean,
): readonly ApprovalWarning[] => [
  ...(endedKey !== null && endedKey.revokedAt !== null ? (['key_revoked'] as const) : []),
  ...(hasLeft ? (['proposer_left'] as const) : []),
];
