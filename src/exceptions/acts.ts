import { z } from 'zod';
import { filled } from '../contract/fields';
import { findException } from './store/exceptions';
import { findStandingResolution } from './store/resolutions';
import type { Db } from '../platform/postgres/connect';
import { isResolution, nameOf, wholeOf, type Part } from './rules/exception';
import type { ApprovalDetail } from '../kernel/approvals/rules/approval';
import { formatBaht, readBaht } from '../kernel/rules/money';
import { Problem } from '../kernel/rules/problem';
import { rests } from './rules/resolution';
import type { Deps } from '../deps';
import {
  assigneeId,
  correctDecision,
  decideException,
  type ExceptionDecision,
} from './decide-exception';
import type { Assignee } from './assign-unknown';
import { changeOwner, type Ownership } from './change-owner';
import { act, approvalsAreOn } from '../kernel/acts/act';
import { entry, option } from '../kernel/acts/entry';

const byOperator = { realm: 'operator', role: 'operator', stepUp: 'required' } as const;

const merchantOf = async ({ db }: Pick<Deps, 'db'>, exceptionId: string): Promise<string | null> =>
  (await findException(db, exceptionId))?.merchantId ?? null;

function resolutionFacts(parts: readonly Part[] = []): ApprovalDetail {
  if (parts.length === 0) return {};
  const amountSatang = parts.reduce((sum, part) => sum + part.amountSatang, 0);
  const division = parts.map(({ as, amountSatang: part }) => `${as} ${formatBaht(part)}`);
  return { amountSatang, resolution: parts.length > 1 ? division.join(' + ') : nameOf(parts) };
}

const exceptionId = option('exception-id', 'the exception', filled(100));

const because = {
  reason: option('text', 'stored with the decision; required', filled(1_000)),
  by: option('name', 'the operator; the Unix user by default', z.string().optional()),
};

/** `accept` for the whole amount, or `accept=60,return=40.50`. */
async function partsOf(db: Db, id: string, as: string): Promise<readonly Part[]> {
  if (isResolution(as)) {
    const exception = await findException(db, id);
    return exception === null ? [] : wholeOf(exception, as);
  }
  return as.split(',').map((part) => {
    const [named = '', baht = ''] = part.split('=');
    const amountSatang = readBaht(baht);
    if (isResolution(named) && amountSatang !== null) return { as: named, amountSatang };
    const rule = 'must be a resolution or resolution=baht pairs such as accept=60';
    throw new Problem('invalid_request', { param: 'as', message: `as ${rule}, got ${part}.` });
  });
}

function assigneeOf(orderId: string | undefined, merchantId: string | undefined): Assignee | null {
  if (orderId !== undefined) return { kind: 'order', orderId };
  return merchantId === undefined ? null : { kind: 'merchant', merchantId };
}

/**
 * A resolution that only dismisses an exception needs no approval. The approver sees the division
 * and the assignee: they decide who gets the money.
 */
const resolution = act<ExceptionDecision>({
  ...byOperator,
  title: { en: 'Resolution of an exception', th: 'ดำเนินการรายการผิดปกติ' },
  entry: entry(
    'resolve an exception with one or more resolutions',
    {
      exceptionId,
      as: option(
        'resolution',
        'a resolution of `exceptions show`, or several as accept=60,return=40.50',
        z.string(),
      ),
      ...because,
      rest: option(
        'rest',
        'remainder of a short payment: paid_in_full or leave_open',
        z.enum(rests).optional(),
      ),
      order: option('id', 'order to which unknown money is assigned', z.string().optional()),
      merchant: option('id', 'merchant to which unknown money is assigned', z.string().optional()),
    },
    async ({ as, rest = null, order, merchant, ...given }, { db }) => ({
      ...given,
      parts: await partsOf(db, given.exceptionId, as),
      rest,
      assignee: assigneeOf(order, merchant),
    }),
  ),
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
  ...byOperator,
  title: { en: 'Correction of a resolution', th: 'แก้ไขผลการดำเนินการ' },
  entry: entry('reverse the resolution of an exception and open it again', {
    exceptionId,
    ...because,
  }),
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

/** Says who works on it, and decides nothing. */
const exception_owner = act<Ownership, void>({
  realm: 'operator',
  role: 'operator',
  run: changeOwner,
});

export const exceptionActs = { resolution, correction, exception_owner };
