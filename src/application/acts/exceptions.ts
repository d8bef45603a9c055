import { findException, findStandingResolution } from '../../db/ledger/exceptions';
import { nameOf, type Part } from '../../domain/exception';
import type { ApprovalDetail } from '../../domain/approval';
import { formatBaht } from '../../domain/money';
import type { Deps } from '../deps';
import {
  assigneeId,
  correctDecision,
  decideException,
  type ExceptionDecision,
} from '../exceptions/decide-exception';
import { act, approvalsAreOn } from './act';

const merchantOf = async ({ db }: Pick<Deps, 'db'>, exceptionId: string): Promise<string | null> =>
  (await findException(db, exceptionId))?.merchantId ?? null;

function resolutionFacts(parts: readonly Part[] = []): ApprovalDetail {
  if (parts.length === 0) return {};
  const amountSatang = parts.reduce((sum, part) => sum + part.amountSatang, 0);
  const division = parts.map(({ as, amountSatang: part }) => `${as} ${formatBaht(part)}`);
  return { amountSatang, resolution: parts.length > 1 ? division.join(' + ') : nameOf(parts) };
}

/**
 * A resolution that only dismisses an exception needs no approval. The approver sees the division
 * and the assignee: they decide who gets the money.
 */
const resolution = act<ExceptionDecision>({
  title: { en: 'Resolution of an exception', th: 'ดำเนินการรายการผิดปกติ' },
  realm: 'operator',
  role: 'operator',
  needsApproval: (deps, _audit, { parts }) =>
    approvalsAreOn(deps) && parts.some(({ as }) => as !== 'dismiss'),
  facts: async (deps, { exceptionId, parts, reason, rest = null, assignee = null }) => ({
    merchantId: await merchantOf(deps, exceptionId),
    subject: exceptionId,
    detail: {
      ...resolutionFacts(parts),
      ...(assignee && { assignee: assigneeId(assignee) }),
      ...(rest !== null && { rest }),
      reason,
    },
  }),
  run: (deps, audit, decision) => decideException(deps, audit, decision),
});

/** The approver sees the resolution that is corrected: another one is not corrected instead. */
const correction = act<Parameters<typeof correctDecision>[2]>({
  title: { en: 'Correction of a resolution', th: 'แก้ไขผลการดำเนินการ' },
  realm: 'operator',
  role: 'operator',
  needsApproval: approvalsAreOn,
  async facts(deps, { exceptionId, reason }) {
    const standing = await findStandingResolution(deps.db, exceptionId);
    return {
      merchantId: await merchantOf(deps, exceptionId),
      subject: exceptionId,
      detail: { ...resolutionFacts(standing?.parts), reason },
      ...(standing && { pinned: { resolutionId: standing.id } }),
    };
  },
  run: (deps, audit, asked) => correctDecision(deps, audit, asked),
});

export const exceptionActs = { resolution, correction };
