import { findProposal } from '../kernel/approvals/store/approvals';
import { findStandingResolution } from '../exceptions/store/resolutions';
import type { Approval } from '../kernel/approvals/rules/approval';
import type { Part } from '../exceptions/rules/exception';
import type { Rest } from '../exceptions/rules/resolution';
import type { Deps } from '../deps';
import type { InputOf } from '../acts';
import { SEALED_AS } from '../kernel/approvals/request-approval';

export interface ProposedDecision {
  readonly parts: readonly Part[];
  readonly rest: Rest | null;
}

/** Null unless the approval is about an exception. */
export async function findProposedDecision(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  { id, act, subject }: Pick<Approval, 'id' | 'act' | 'subject'>,
): Promise<ProposedDecision | null> {
  if (act === 'correction') {
    const standing = await findStandingResolution(db, subject);
    return standing && { parts: standing.parts, rest: null };
  }
  if (act !== 'resolution') return null;
  const sealed = await findProposal(db, id);
  if (sealed === null) return null;
  const { parts, rest = null } = JSON.parse(vault.open(sealed, SEALED_AS)) as InputOf<'resolution'>;
  return { parts, rest };
}
