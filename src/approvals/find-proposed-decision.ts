import { findProposal } from '../../db/approvals/approvals';
import { findStandingResolution } from '../../db/ledger/exceptions';
import type { Approval } from '../../domain/approval';
import type { Part } from '../../domain/exception';
import type { Rest } from '../../domain/resolution';
import type { Deps } from '../deps';
import type { InputOf } from '../acts';
import { SEALED_AS } from './request-approval';

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
